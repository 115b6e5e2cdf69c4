import type { FreeDay } from '../../contract/slots/free-days.ts'
import { listFreeSlots, type Slot } from '../../contract/slots/free-slots.ts'
import { refuse } from '../../contract/refusals.ts'
import { addDays, isDay } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { getShopDayBatched, type ShopDayQuery } from './shop-day.ts'

/** The start times of a day. Refuses a missing shop, package or appointment. */
export async function getFreeSlots(context: Context, query: ShopDayQuery): Promise<Slot[]> {
  const shopDay = await getShopDayBatched(context, query)
  if (shopDay.durationMinutes !== null) return listFreeSlots(shopDay, shopDay.durationMinutes)
  return query.packageId === undefined
    ? refuse('not_found', { field: 'appointmentId' })
    : refuse('package_unknown')
}

/**
 * The start times of `count` calendar days from the requested day on, in one query. Refuses as `getFreeSlots`
 * does.
 */
export async function listFreeDays(context: Context, query: ShopDayQuery, count: number): Promise<FreeDay[]> {
  const dates = Array.from({ length: count }, (_, index) => addDays(query.day, index))
  if (!dates.every(isDay)) refuse('malformed', { field: 'days', sentence: 'Please ask for earlier days' })
  // All days are requested in one turn of the event loop, so the batcher reads them in one query.
  return Promise.all(
    dates.map(async (date) => ({ date, slots: await getFreeSlots(context, { ...query, day: date }) })),
  )
}
