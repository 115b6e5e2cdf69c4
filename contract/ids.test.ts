import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from './endpoints.ts'

const upper = '0198C0DE-ABCD-4ABC-9ABC-ABCDEFABCDEF'

/** The fields of a schema that are ids by their name, and the schemas in it. */
function* idsIn(schema: unknown, path: string): Generator<[string, z.ZodMiniType]> {
  const { def } = schema as { def: Record<string, unknown> }
  for (const inner of ['innerType', 'element', 'in', 'out'])
    if (def[inner] !== undefined) yield* idsIn(def[inner], path)
  if (Array.isArray(def['options'])) for (const option of def['options']) yield* idsIn(option, path)
  for (const [name, field] of Object.entries((def['shape'] ?? {}) as Record<string, z.ZodMiniType>)) {
    if (/(^id|Id)$/.test(name)) yield [`${path}.${name}`, field]
    yield* idsIn(field, `${path}.${name}`)
  }
}

const sent = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = (endpoint as Record<string, unknown>)[part]
    return schema === undefined ? [] : [...idsIn(schema, `${name} ${part}`)]
  }),
)

test('an id that a browser sends in upper case is the id in lower case, in every call', () => {
  const accepting = sent.flatMap(([name, field]) => {
    const told = field.safeParse(upper)
    return told.success ? [[name, told.data]] : []
  })
  expect(accepting.length).toBeGreaterThan(50)
  // Those of passkeys are base64url, which has both cases.
  const rowIds = accepting.filter(([name]) => !/answer\.(id|rawId)$/.test(name as string))
  expect(rowIds.filter(([, id]) => id !== upper.toLowerCase())).toEqual([])
})
