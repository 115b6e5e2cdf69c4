import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, type Endpoint } from './endpoints.ts'

const most = 2_147_483_647

type Schema = { type?: string } & Partial<
  Record<'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum', number>
>

/** The integers of a schema that the database's integers cannot hold, by their path. */
function unboundedIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((part, index) => unboundedIn(part, `${path}.${index}`))
  const { type, minimum = -Infinity, exclusiveMinimum = -Infinity } = schema as Schema
  const { maximum = Infinity, exclusiveMaximum = Infinity } = schema as Schema
  const isUnbounded =
    type === 'integer' &&
    (Math.min(maximum, exclusiveMaximum) > most || Math.max(minimum, exclusiveMinimum) < -most)
  const inside = Object.entries(schema).flatMap(([key, part]) => unboundedIn(part, `${path}.${key}`))
  return isUnbounded ? [path, ...inside] : inside
}

test('no integer of a request is beyond those of the database', () => {
  const found = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { body }]) =>
    body ? unboundedIn(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }), name) : [],
  )
  expect(found).toEqual([])
})

test('control: an integer without a bound is found', () => {
  const schema = z.toJSONSchema(z.object({ shops: z.array(z.int().check(z.positive())) }))
  expect(unboundedIn(schema, 'body')).toEqual(['body.properties.shops.items'])
})
