import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** Reads the cents of one appointment by an expression about an appointment `a`. */
export async function readCents(
  db: Queryable,
  cents: RawBuilder<number>,
  appointmentId: string,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${cents} as cents from (select ${appointmentId}::uuid as id) as a`.execute(db)
  return rows[0]?.cents ?? 0
}
