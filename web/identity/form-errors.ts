import * as z from 'zod/mini'

export type FieldErrors = Partial<Record<string, string>>

/** The first sentence for each field that does not fit the schema; empty when all fit. */
export function findFieldErrors(schema: z.core.$ZodType, input: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of z.safeParse(schema, input).error?.issues ?? [])
    errors[issue.path.join('.')] ??= issue.message
  return errors
}
