import * as z from 'zod'
import type { Endpoint } from '../../contract/endpoints.ts'

/** Gives a valid value for a part of a request; undefined leaves the part out. */
type GiveSound = (schema: z.core.$ZodType) => unknown

/** A place in a part of a request that takes a text. */
export type TextField = {
  /** As in the header x-refusal-field; '' for the key of a record, which is the text itself. */
  path: readonly string[]
  schema: z.core.$ZodString
  /** The part with this text in this place. Every other field is left out, or comes from `giveSound`. */
  withText: (text: string, giveSound?: GiveSound) => unknown
}

/** The parts of a request that a schema reads. */
export const requestParts = ['params', 'query', 'headers', 'body'] as const
type RequestPart = (typeof requestParts)[number]

/** Every text field of one part of an endpoint's request: nested ones, items of lists, keys of records. */
export function textFieldsOf(endpoint: Endpoint, part: RequestPart): TextField[] {
  const schema = endpoint[part]
  return schema ? fieldsIn(schema) : []
}

/** zod's own description of a schema, which its documentation offers to libraries. */
export function definitionOf(schema: z.core.$ZodType) {
  // oxlint-disable-next-line no-underscore-dangle -- https://zod.dev/library-authors
  return (schema as z.core.$ZodTypes)._zod.def
}

/** The checks of a text in their order. A format such as `z.email()` is its own first check. */
export function checksOf(schema: z.core.$ZodString) {
  const own = definitionOf(schema)
  const checks = (own.checks ?? []).map((check): { check: string; abort?: boolean | undefined } => {
    // oxlint-disable-next-line no-underscore-dangle -- https://zod.dev/library-authors
    return check._zod.def
  })
  return 'check' in own ? [{ check: 'string_format' }, ...checks] : checks
}

const withoutText = ['enum', 'literal', 'number', 'boolean', 'unknown']

/** Throws for a kind of schema that it does not know, so that no field is missed. */
export function fieldsIn(schema: z.core.$ZodType): TextField[] {
  const def = definitionOf(schema)
  if (def.type === 'string')
    return [{ path: [], schema: schema as z.core.$ZodString, withText: (text) => text }]
  if (def.type === 'object') return Object.keys(def.shape).flatMap((key) => fieldsOfKey(def.shape, key))
  if (def.type === 'record')
    return [
      ...fieldsIn(def.keyType).map((field) => inside(field, '', (text) => ({ [text as string]: '' }))),
      ...fieldsIn(def.valueType).map((field) => inside(field, 'part', (value) => ({ part: value }))),
    ]
  if (def.type === 'array')
    return fieldsIn(def.element).map((field) => inside(field, '0', (value) => [value]))
  if (def.type === 'union') return def.options.flatMap(fieldsIn)
  if (def.type === 'optional' || def.type === 'nullable') return fieldsIn(def.innerType)
  if (withoutText.includes(def.type)) return []
  throw new Error(`a schema of the type ${def.type} may have text fields`)
}

function inside(field: TextField, key: string, wrap: (value: unknown, giveSound?: GiveSound) => unknown) {
  const withText: TextField['withText'] = (text, giveSound) =>
    wrap(field.withText(text, giveSound), giveSound)
  return { ...field, path: [key, ...field.path], withText }
}

function fieldsOfKey(shape: Readonly<Record<string, z.core.$ZodType>>, key: string): TextField[] {
  const schema = shape[key]
  if (!schema) return []
  return fieldsIn(schema).map((field) =>
    inside(field, key, (value, giveSound) => {
      const others = Object.entries(shape).filter(([other]) => other !== key && giveSound !== undefined)
      return {
        ...Object.fromEntries(others.map(([other, part]) => [other, giveSound?.(part)])),
        [key]: value,
      }
    }),
  )
}
