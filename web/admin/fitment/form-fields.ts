import type * as z from 'zod/mini'
import { parseDollars } from '../../ui/dollar-text.ts'

/** Sentences of a form by field. */
export type FieldErrors = Readonly<Record<string, string>>

/** The parsed value of a form, or a sentence for each of its fields that needs one. */
export function checkForm<Value>(
  schema: z.ZodMiniType<Value>,
  value: unknown,
): { value: Value; errors: null } | { value: null; errors: FieldErrors } {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data, errors: null }
  const errors = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '')
    if (!errors.has(field))
      errors.set(field, message === 'Invalid input' ? 'Please check this field' : message)
  }
  return { value: null, errors: Object.fromEntries(errors) }
}

export function withoutError(errors: FieldErrors, field: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))
}

/** A typed whole number; NaN for anything else. */
export function wholeNumber(typed: string): number {
  return /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : Number.NaN
}

/** Typed dollars in cents; NaN for anything else. */
export function centsOf(typed: string): number {
  return parseDollars(typed) ?? Number.NaN
}

export const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A free id that begins with `base`: 'bmw-x5-e70/cic', 'bmw-x5-e70/cic-2'. */
export function freeId(base: string, taken: readonly string[]): string {
  const clean = base
    .toLowerCase()
    .replaceAll(/[^a-z0-9/.]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 110)
  if (!taken.includes(clean)) return clean
  let number = 2
  while (taken.includes(`${clean}-${number}`)) number += 1
  return `${clean}-${number}`
}
