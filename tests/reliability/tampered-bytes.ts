import type { Chance } from './chance.ts'

/** The bytes of a body, and its content type. */
export type SentBody = { type: string | null; bytes: Buffer }

const json = 'application/json'

/** Content types that the product refuses, or with an odd spelling. */
const types = [
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/json; charset=utf-16',
  'application/json;charset=x"',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/jsonp',
  '*/*',
  ';',
  '',
]

/** Distortions of a body that no browser writes, each made from the text of a valid one. */
const distortions: readonly ((text: string, chance: Chance) => Partial<SentBody> | string)[] = [
  (text) => withKey(text, '"__proto__":{"role":"administrator","polluted":true}'),
  (text) => withKey(text, '"\\u005f_proto__":{"polluted":true}'),
  (text) => withKey(text, '"constructor":{"prototype":{"polluted":true}}'),
  (text) => withKey(text, '"a":{"__proto__":{"polluted":true}}'),
  // Of two equal keys the last one counts; a check may read only the first.
  (text, chance) => withDuplicateKeys(text, chance),
  (text) => withKey(text, `"x":"${'x'.repeat(70_000)}"`),
  (_, chance) => nested('[', ']', chance.pick([100, 5_000, 30_000])),
  (_, chance) => nested('{"a":', '}', chance.pick([100, 5_000]), '1'),
  (text) => withKey(text, `"x":${nested('[', ']', 9_000)}`),
  (text, chance) => text.slice(0, chance.between(1, Math.max(1, text.length - 1))),
  (text) => `${text}${text}`,
  (text) => `\uFEFF${text}`,
  (text) => ` \n\t${text}\r\n`,
  (_, chance) =>
    chance.pick(['null', 'true', '1', '-0', '""', '[]', '[{}]', '{}', '"x"', 'NaN', '1e400', '{"a":1e400}']),
  (text) => text.replace(/:("[^"]*"|[\d.]+)/, ':1e999'),
  (text) => text.replace(/:"[^"]*"/, String.raw`:"\u0000\ud800"`),
  (text) => text.replace(/:"[^"]*"/, String.raw`:"\ud83d"`),
  (text) => ({ bytes: Buffer.from(text, 'utf16le') }),
  (text) => ({
    bytes: Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('}')]),
  }),
  (text) => ({ bytes: Buffer.from(text.replace('"', '"\xC3\x28'), 'latin1') }),
  () => ({ bytes: Buffer.alloc(70_000, '[') }),
  () => ({ bytes: Buffer.from([0, 1, 2, 255]) }),
  () => ({ bytes: Buffer.alloc(0) }),
  (text, chance) => ({ type: chance.pick(types), bytes: Buffer.from(text) }),
  (text, chance) => ({ type: chance.pick(types), bytes: Buffer.from(text) }),
  (text) => ({ type: null, bytes: Buffer.from(text) }),
  (text) => `/* */${text}`,
  (text) => text.replaceAll('"', "'"),
]

export function tamperedBytes(sound: unknown, chance: Chance): SentBody {
  const text = JSON.stringify(sound) ?? '{}'
  const made = chance.pick(distortions)(text, chance)
  return typeof made === 'string'
    ? { type: json, bytes: Buffer.from(made) }
    : { type: json, bytes: Buffer.alloc(0), ...made }
}

export function soundBytes(body: unknown): SentBody {
  return { type: json, bytes: Buffer.from(JSON.stringify(body) ?? '') }
}

function withKey(text: string, member: string): string {
  if (!text.startsWith('{')) return `{${member}}`
  return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`
}

function withDuplicateKeys(text: string, chance: Chance): string {
  const keys = [...text.matchAll(/"(\w+)":/g)].map(([, key]) => key)
  const key = keys.length > 0 ? chance.pick(keys) : 'id'
  const value = chance.pick(['null', '1', '"x"', '{}', '[]', '"administrator"'])
  return chance.happens(0.5) || text.length < 3
    ? withKey(text, `"${key}":${value}`)
    : `${text.slice(0, -1)},"${key}":${value}}`
}

function nested(open: string, close: string, depth: number, inside = ''): string {
  return open.repeat(depth) + inside + close.repeat(depth)
}
