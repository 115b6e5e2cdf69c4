import type { MoveWarning } from '../../../contract/admin/move.ts'
import { deskDays } from '../../../contract/admin/move-times.ts'
import { refuse } from '../../../contract/refusals.ts'
import { isFreeFor, type BusyTime } from '../../../contract/slots/free-slots.ts'
import { instantOfWallTime, parseWallTime, wallTimeOf } from '../../../contract/time.ts'
import type { Queryable } from '../../database/open-database.ts'
import { getShopDay, type BayedShopDay } from '../../slots/shop-day.ts'

const dayMs = 86_400_000

/** A place for a job that the shop chose. `warnings`: the shop is closed then. */
export type ChosenPlace = { zone: string; bayId: number; job: BusyTime; warnings: MoveWarning[] }

type WantedPlace = {
  shopId: number
  /** The shop's wall time, or the start that stays. */
  start: string | Date
  lengthMs: number
  /** Undefined for any free bay. */
  bayId: number | undefined
  /** An appointment that is moved: its own time counts as free, and its bay comes first. */
  moving?: { appointmentId: string; bayId: number }
  now: number
}

/**
 * Finds the place of a job for the shop, which its hours, weekdays, lead time and booking window do not bind.
 * Call it under the shop's lock. Refuses as `not_a_start_time` a time that is over, that clocks skip,
 * that is more than a year ahead, or from which the job would last past midnight, as
 * `bay_unknown` a bay that is not in use, as `bay_taken` one that has another job then, and as `bay_blocked`
 * one that is blocked.
 */
export async function findChosenPlace(tx: Queryable, wanted: WantedPlace): Promise<ChosenPlace> {
  const { shopId, lengthMs, now, moving } = wanted
  const { time_zone: zone } = await tx
    .selectFrom('shops')
    .select('time_zone')
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow()
  const { wall, from } = startOf(wanted.start, zone)
  const job = { from, to: from + lengthMs }
  if (from > now + deskDays * dayMs)
    refuse('not_a_start_time', { field: 'date', sentence: 'Choose a time within the next 12 months.' })
  if (job.to <= now)
    refuse('not_a_start_time', { field: 'date', sentence: 'That time is over. Choose a later one.' })
  const end = wallTimeOf(job.to, zone)
  // The board shows a job on the day of its start. A walk-in of the night is there already.
  if (from > now && end.day !== wall.day && end.minutes > 0)
    refuse('not_a_start_time', {
      field: 'date',
      sentence: 'The job would end after midnight. Start earlier.',
    })
  const shopDay = await getShopDay(tx, {
    shopId,
    day: wall.day,
    now,
    ...(moving ? { appointmentId: moving.appointmentId } : {}),
  })
  const bayId = chooseBay(shopDay, job, { wanted: wanted.bayId, present: moving?.bayId })
  if (bayId === null) return refuseTaken(tx, wanted, job)
  return {
    zone,
    bayId,
    job,
    warnings: warningsOf(shopDay, wall.minutes, end),
  }
}

function startOf(start: string | Date, zone: string) {
  if (typeof start !== 'string') return { wall: wallTimeOf(start.getTime(), zone), from: start.getTime() }
  const wall = parseWallTime(start) ?? refuse('malformed', { field: 'date' })
  const from = instantOfWallTime(wall.day, wall.minutes, zone)
  if (from === null)
    return refuse('not_a_start_time', { field: 'date', sentence: 'Clocks skip that time on that day.' })
  return { wall, from }
}

function chooseBay(
  { bayIds, bays }: BayedShopDay,
  job: BusyTime,
  { wanted, present }: { wanted: number | undefined; present: number | undefined },
): number | null {
  if (wanted !== undefined && wanted !== present && !bayIds.includes(wanted))
    return refuse('bay_unknown', { field: 'bayId' })
  const isFree = (id: number) => isFreeFor(bays[bayIds.indexOf(id)] ?? [], job)
  const inOrder = present === undefined ? bayIds : [present, ...bayIds]
  return (wanted === undefined ? inOrder : [wanted]).find(isFree) ?? null
}

/** Refuses a taken time as `bay_blocked`, with the reason, when a block of the chosen bay takes it. */
async function refuseTaken(tx: Queryable, { shopId, bayId }: WantedPlace, job: BusyTime): Promise<never> {
  if (bayId === undefined) return refuse('bay_taken', { field: 'date' })
  const block = await tx
    .selectFrom('blocks')
    .select('reason')
    .where('shop_id', '=', shopId)
    .where('bay_id', '=', bayId)
    .where('state', '=', 'active')
    .where('starts_at', '<', new Date(job.to))
    .where('ends_at', '>', new Date(job.from))
    .executeTakeFirst()
  if (!block) return refuse('bay_taken', { field: 'bayId' })
  return refuse('bay_blocked', {
    field: 'bayId',
    sentence: `That bay is blocked then (${block.reason}). Choose another time or bay.`,
  })
}

function warningsOf(
  { day, hours }: BayedShopDay,
  startMinutes: number,
  end: { day: string; minutes: number },
): MoveWarning[] {
  if (!hours) return ['closed']
  return [
    ...(startMinutes < hours.opens ? (['before_opening'] as const) : []),
    ...(end.day !== day || end.minutes > hours.closes ? (['after_closing'] as const) : []),
  ]
}
