import { v7 as uuid } from 'uuid'
import { weeksAhead } from '../../../contract/blocks/block-limits.ts'
import { addDays, countDays } from '../../../contract/time.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import type { Selectable } from 'kysely'
import { freePieces } from './free-pieces.ts'
import { listTaken } from './taken-times.ts'
import { instantsOf } from './wall-range.ts'

export type SeriesRow = Selectable<Tables['block_series']>

/** The last day to which a weekly block is written on a day. */
export function lastDayToWrite(today: string): string {
  return addDays(today, weeksAhead * 7)
}

/** The days of a series after one day, or from its first, and through another. */
export function daysOf(firstDay: string, after: string | null, through: string): string[] {
  const days: string[] = []
  const isBegun = after !== null && after >= firstDay
  const first = isBegun ? addDays(firstDay, (Math.floor(countDays(firstDay, after) / 7) + 1) * 7) : firstDay
  for (let day = first; day <= through; day = addDays(day, 7)) days.push(day)
  return days
}

/** The time of a series on a day; null when clocks skip it. */
export function rangeOnDay(
  { from_time: from, until_time: until }: Pick<SeriesRow, 'from_time' | 'until_time'>,
  day: string,
  zone: string,
) {
  const to = until.startsWith('24') ? `${addDays(day, 1)} 00:00` : `${day} ${until.slice(0, 5)}`
  return instantsOf({ from: `${day} ${from.slice(0, 5)}`, to }, zone)
}

/**
 * Writes the blocks of a series for some days, under the shop's lock. A bay with a job then gets a block in
 * conflict. Returns the ids, the number of those, and of those the ones in which no job lies.
 */
export async function writeDays(
  tx: Queryable,
  series: SeriesRow,
  { days, zone, at }: { days: readonly string[]; zone: string; at: Date },
): Promise<{ ids: string[]; conflicts: number; overBlocks: number }> {
  const blocks: Tables['blocks'][] = []
  let overBlocks = 0
  for (const day of days) {
    const range = rangeOnDay(series, day, zone)
    if (!range) continue
    const taken = await listTaken(tx, { shopId: series.shop_id, bayIds: series.bay_ids, ...range })
    for (const bayId of series.bay_ids) {
      const ofBay = taken.filter((each) => each.bayId === bayId)
      const [whole] = freePieces(range, ofBay)
      const isFree = whole?.from === range.from && whole.to === range.to
      if (!isFree && ofBay.every(({ appointmentId }) => appointmentId === null)) overBlocks += 1
      blocks.push({
        shop_id: series.shop_id,
        id: uuid(),
        bay_id: bayId,
        starts_at: new Date(range.from),
        ends_at: new Date(range.to),
        reason: series.reason,
        state: isFree ? 'active' : 'conflict',
        series_id: series.id,
        day,
        created_at: at,
        created_by: series.created_by,
        removed_at: null,
        removed_by: null,
      })
    }
  }
  if (blocks.length > 0)
    await tx
      .insertInto('blocks')
      .values(blocks)
      .onConflict((conflict) => conflict.columns(['shop_id', 'series_id', 'day', 'bay_id']).doNothing())
      .execute()
  return {
    ids: blocks.map(({ id }) => id),
    conflicts: blocks.filter(({ state }) => state === 'conflict').length,
    overBlocks,
  }
}
