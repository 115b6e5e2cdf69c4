import * as z from 'zod/mini'

export type FieldErrors = Partial<Record<string, string>>

/** The first error of each invalid field; empty when all are valid. */
export function findFieldErrors(schema: z.core.$ZodType, input: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of z.safeParse(schema, input).error?.issues ?? [])
    errors[issue.path.join('.')] ??= issue.message
  return errors
}
