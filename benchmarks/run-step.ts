import type { ClientBase } from 'pg'
import type { Step } from './booking-statements.ts'

/** Runs a statement of a booking, prepared by its name, with the values that belong to that booking alone. */
export async function runStep(
  client: ClientBase,
  { name, text, values }: Step,
  own: Record<string, unknown>,
): Promise<void> {
  const given = values.map((value) => ('varying' in value ? own[value.varying] : value.same))
  await client.query(given.length === 0 ? { text } : { name, text, values: given })
}
