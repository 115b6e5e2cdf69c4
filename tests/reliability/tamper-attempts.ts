import { Agent, request } from 'node:http'
import { once } from 'node:events'
import type { Chance } from './chance.ts'
import type { Answer, Operation } from './open-api.ts'
import { soundValue, type SoundValues } from './sound-values.ts'
import { soundBytes, tamperedBytes, type SentBody } from './tampered-bytes.ts'
import { tamperedBody, tamperedValue } from './tampered-values.ts'

/** The material of an attempt: the caller, the valid values, and the values of other accounts. */
export type Hand = {
  cookie: string | null
  sound: SoundValues
  foreign: readonly unknown[]
}

export const manners = ['sound', 'body', 'bytes', 'query', 'path', 'headers'] as const
/** The part of a call that is tampered with. */
type Manner = (typeof manners)[number]

export type Attempt = {
  operation: Operation
  manner: Manner
  target: string
  headers: Record<string, string | string[]>
  body: SentBody | null
}

/** Percent-encodes every byte, so that any text can be sent. */
function encoded(text: string): string {
  return /^[\w.~-]*$/.test(text)
    ? text
    : [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const oddQueries = [
  '%',
  '%zz=1',
  '%C0%80',
  '&&&',
  '=',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor=1',
  '?',
  'a'.repeat(3000),
]

function queryOf(operation: Operation, hand: Hand, chance: Chance, tampers: boolean): string {
  const pairs = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && (required || chance.happens(0.6)))
    .map(({ name, schema }) => [name, asText(soundValue(schema, name, hand.sound, chance))])
  const parts = pairs.map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`)
  if (tampers) {
    const [name = 'id', value = '1'] = pairs.length > 0 ? chance.pick(pairs) : []
    const other = encoded(asText(tamperedValue(value, hand.foreign, chance)).slice(0, 2000))
    parts.push(
      chance.pick([
        `${name}=${other}`,
        `${name}[]=${other}`,
        `${name}[$gt]=${other}`,
        `${name}.${name}=${other}`,
        `${name.toUpperCase()}=${other}`,
        `role=administrator`,
        name,
        chance.pick(oddQueries),
      ]),
    )
    // A second parameter of the same name makes a list; alone it replaces the first.
    if (chance.happens(0.6)) parts.splice(0, pairs.length)
  }
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** A value that stays one segment of the path, so that the call stays the same. */
function tamperedPart(value: string, hand: Hand, chance: Chance): string {
  const odd = asText(tamperedValue(value, hand.foreign, chance)).slice(0, chance.pick([60, 130, 600]))
  const part = chance.pick([
    encoded(odd),
    `${encoded(value)}%00`,
    `${encoded(value)}%2f..`,
    '%',
    '%C0%80',
    '-0',
    '5e0',
    '0x5',
  ])
  return part === '' || part === 'all' ? '0' : part
}

function pathOf(operation: Operation, hand: Hand, chance: Chance, tampers: boolean): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    const value = asText(soundValue(schema, pathNames(operation, name), hand.sound, chance))
    return tampers ? tamperedPart(value, hand, chance) : encoded(value)
  })
}

/** The name of an id in a path: `shops id`, `sessions id`; other names stay as they are. */
function pathNames(operation: Operation, name: string): string {
  const before = operation.path.split('/')
  return name === 'id' ? `${before[before.indexOf('{id}') - 1]} id` : name
}

const oddHeaders: readonly Record<string, string | string[]>[] = [
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '::1' },
  { 'x-forwarded-host': 'evil.example', forwarded: 'for=1;host=evil.example' },
  { 'x-user-email': 'stranger@private.test' },
  { 'x-user-email': ['a@example.test', 'b@example.test'] },
  { 'x-user-id': 'stranger', 'x-role': 'administrator' },
  { 'idempotency-key': '../../../etc' },
  { 'idempotency-key': 'x'.repeat(3000) },
  { 'idempotency-key': ['a-key-of-16-char', 'another-key-of-16'] },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'a.'.repeat(500)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  { 'accept-encoding': 'x'.repeat(500), accept: 'application/xml' },
  { 'content-encoding': 'gzip' },
  { origin: 'null' },
  { 'user-agent': '\u00FF'.repeat(3000) },
]

/** Values for a field of one call come before those for any field of that name. */
function handFor({ name }: Operation, hand: Hand): Hand {
  const own = Object.entries(hand.sound).filter(([key]) => key.startsWith(`${name} `))
  return {
    ...hand,
    sound: {
      ...hand.sound,
      ...Object.fromEntries(own.map(([key, values]) => [key.slice(name.length + 1), values])),
    },
  }
}

export function makeAttempt(operation: Operation, anyHand: Hand, chance: Chance): Attempt {
  const hand = handFor(operation, anyHand)
  const takesBody = operation.method !== 'GET'
  const manner = chance.pick<Manner>(
    takesBody
      ? ['sound', 'body', 'body', 'body', 'body', 'bytes', 'bytes', 'bytes', 'path', 'headers', 'query']
      : ['sound', 'sound', 'query', 'query', 'query', 'query', 'path', 'path', 'headers'],
  )
  const sound = operation.body ? soundValue(operation.body, '', hand.sound, chance) : undefined
  const body =
    manner === 'bytes'
      ? tamperedBytes(sound ?? {}, chance)
      : manner === 'body'
        ? soundBytes(tamperedBody(sound ?? {}, hand.foreign, chance))
        : sound === undefined
          ? null
          : soundBytes(sound)
  const headers: Attempt['headers'] = hand.cookie === null ? {} : { cookie: hand.cookie }
  for (const { in: place, name, schema } of operation.parameters) {
    if (place === 'header' && chance.happens(0.5))
      headers[name] = asText(soundValue(schema, name, hand.sound, chance))
  }
  return {
    operation,
    manner,
    target: `${pathOf(operation, hand, chance, manner === 'path')}${queryOf(operation, hand, chance, manner === 'query')}`,
    headers: { ...headers, ...(manner === 'headers' ? chance.pick(oddHeaders) : {}) },
    body,
  }
}

export const describe = ({ operation, manner, target, body }: Attempt): string =>
  `${operation.name}, its ${manner}: ${operation.method} ${target.slice(0, 200)} ${body?.type ?? ''} ${body?.bytes.toString('latin1').slice(0, 200) ?? ''}`

/** Sends an attempt byte for byte. */
export async function sendAttempt(agent: Agent, url: string, attempt: Attempt): Promise<Answer> {
  const { body } = attempt
  const sent = request(`${url}/`, {
    agent,
    method: attempt.operation.method,
    path: attempt.target,
    headers: {
      ...attempt.headers,
      ...(body?.type == null ? {} : { 'content-type': body.type }),
      ...(body ? { 'content-length': body.bytes.length } : {}),
    },
  })
  const answered = once(sent, 'response')
  sent.end(body?.bytes)
  const [response] = (await answered) as [import('node:http').IncomingMessage]
  const parts: Buffer[] = []
  const type = response.headers['content-type'] ?? null
  // A stream of events has no end.
  if (type?.startsWith('text/event-stream')) response.destroy()
  else for await (const part of response) parts.push(part as Buffer)
  return {
    status: response.statusCode ?? 0,
    type,
    text: Buffer.concat(parts).toString(),
  }
}
