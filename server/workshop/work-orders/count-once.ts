import type { InsertResult } from 'kysely'
import { refuse } from '../../../contract/refusals.ts'

/** Refuses an id that another job of the shop took meanwhile. */
export function requireInserted({ numInsertedOrUpdatedRows }: InsertResult): void {
  if (numInsertedOrUpdatedRows === 0n) refuse('request_changed')
}

/** Refuses an id whose known row is not the one that is sent again: it must not swallow another entry. */
export function requireSame<Row extends Record<string, unknown>>(
  known: Row,
  sent: Row,
  sentence?: string,
): void {
  if (Object.keys(sent).some((column) => known[column] !== sent[column]))
    refuse('request_changed', sentence === undefined ? {} : { sentence })
}
