import type { FreeDay } from '../../contract/appointments/free-days.ts'
import { listFreeSlots, type Slot } from '../../contract/appointments/free-slots.ts'
import { refuse } from '../../contract/refusals.ts'
import { addDays, isDay } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { getShopDayBatched, type ShopDayQuery } from './shop-day.ts'

/** The starts of a day. Refuses a shop, package or appointment that is not there. */
export async function getFreeSlots(context: Context, query: ShopDayQuery): Promise<Slot[]> {
  const shopDay = await getShopDayBatched(context, query)
  if (shopDay.durationMinutes !== null) return listFreeSlots(shopDay, shopDay.durationMinutes)
  return query.packageId === undefined
    ? refuse('not_found', { field: 'appointmentId' })
    : refuse('package_unknown')
}

/** The starts of `count` calendar days from the asked one on, read in one question. Refuses as for one day. */
export async function listFreeDays(context: Context, query: ShopDayQuery, count: number): Promise<FreeDay[]> {
  const dates = Array.from({ length: count }, (_, index) => addDays(query.day, index))
  if (!dates.every(isDay)) refuse('malformed', { field: 'days', sentence: 'Please ask for earlier days' })
  // All days are requested in one turn, so the batcher reads them in one query.
  return Promise.all(
    dates.map(async (date) => ({ date, slots: await getFreeSlots(context, { ...query, day: date }) })),
  )
}
