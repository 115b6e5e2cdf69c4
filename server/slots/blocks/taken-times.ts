import { sql } from 'kysely'
import type { BusyTime } from '../../../contract/slots/free-slots.ts'
import type { Queryable } from '../../database/open-database.ts'

export type TakenTime = BusyTime & { bayId: number; appointmentId: string | null }

/** The times of bays that overlap a range: jobs, and blocks without an appointment. */
export async function listTaken(
  db: Queryable,
  { shopId, bayIds, from, to }: { shopId: number; bayIds: readonly number[] } & BusyTime,
): Promise<TakenTime[]> {
  const { rows } = await sql<TakenTime>`
    select bay_id as "bayId", appointment_id as "appointmentId",
      (extract(epoch from lower(during)) * 1000)::float8 as "from",
      (extract(epoch from upper(during)) * 1000)::float8 as "to"
    from bay_times
    where shop_id = ${shopId} and bay_id = any(${bayIds}::integer[])
      and during && tstzrange(${new Date(from)}, ${new Date(to)})
    order by lower(during), bay_id`.execute(db)
  return rows
}
