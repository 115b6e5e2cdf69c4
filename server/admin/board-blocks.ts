import type { BoardBlock } from '../../contract/blocks/blocks.ts'
import { longestBlockDays } from '../../contract/blocks/block-limits.ts'
import { sql } from 'kysely'
import { wallTimeOf } from '../../contract/time.ts'
import type { Queryable } from '../database/open-database.ts'

const minutesOfDay = 1440

/** The blocks of some days, each cut to the day: one that lasts longer stands on every day. */
export async function listBoardBlocks(
  db: Queryable,
  { shopId, zone, days }: { shopId: number; zone: string; days: readonly string[] },
): Promise<BoardBlock[]> {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const rows = await db
    .selectFrom('blocks as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .select(['k.id', 'k.bay_id', 'k.starts_at', 'k.ends_at', 'k.reason', 'k.series_id', 'u.name'])
    .where('k.shop_id', '=', shopId)
    .where('k.state', '=', 'active')
    .where(
      'k.starts_at',
      '>=',
      sql<Date>`(${first}::date - ${sql.lit(longestBlockDays)})::timestamp at time zone ${zone}`,
    )
    .where('k.starts_at', '<', sql<Date>`(${last}::date + 1)::timestamp at time zone ${zone}`)
    .where('k.ends_at', '>', sql<Date>`${first}::date::timestamp at time zone ${zone}`)
    .orderBy('k.starts_at')
    .orderBy('k.bay_id')
    .execute()
  return rows.flatMap((row) => {
    const start = wallTimeOf(row.starts_at.getTime(), zone)
    const end = wallTimeOf(row.ends_at.getTime(), zone)
    return days
      .map((day) => ({
        id: row.id,
        bayId: row.bay_id,
        day,
        startMinutes: day > start.day ? 0 : day < start.day ? minutesOfDay : start.minutes,
        endMinutes: day < end.day ? minutesOfDay : day > end.day ? 0 : end.minutes,
        reason: row.reason,
        isWeekly: row.series_id !== null,
        by: row.name,
      }))
      .filter(({ startMinutes, endMinutes }) => startMinutes < endMinutes)
  })
}
