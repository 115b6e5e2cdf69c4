import * as z from 'zod/mini'
import { singleLine } from './single-line.ts'

const typed = new WeakSet<object>()

/** Schema of text that a person typed, as one safe line. A mail to an unproven address leaves it out. */
export function typedLine(maxLength?: number) {
  const oneLine = z.string().check(z.overwrite(singleLine))
  const schema = maxLength === undefined ? oneLine : oneLine.check(z.maxLength(maxLength))
  typed.add(schema)
  return schema
}

/**
 * The payload of a mail without the text that people typed: such text becomes empty, or null where it may be
 * missing. Lists of typed text become empty.
 */
export function withoutTypedText(schema: unknown, value: unknown): unknown {
  if (typeof schema === 'object' && schema !== null && typed.has(schema)) return ''
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema.shape as Record<string, unknown>)
    const given = value as Record<string, unknown>
    return {
      ...given,
      ...Object.fromEntries(
        fields.flatMap(([name, field]) =>
          given[name] === undefined ? [] : [[name, withoutTypedText(field, given[name])]],
        ),
      ),
    }
  }
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    const { innerType } = schema.def
    if (typed.has(innerType)) return schema instanceof z.ZodMiniNullable ? null : undefined
    return value === null || value === undefined ? value : withoutTypedText(innerType, value)
  }
  if (schema instanceof z.ZodMiniDefault) return withoutTypedText(schema.def.innerType, value)
  if (schema instanceof z.ZodMiniArray) {
    const { element } = schema.def
    if (typed.has(element)) return []
    return (value as unknown[]).map((one) => withoutTypedText(element, one))
  }
  return value
}
