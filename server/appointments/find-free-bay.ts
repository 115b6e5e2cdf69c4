import {
  answerStart,
  slotReasons,
  startMinutes,
  type BusyTime,
} from '../../contract/appointments/free-slots.ts'
import { refuse, type RefusalDetails } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'
import { getShopDay, type BayedShopDay } from './shop-day.ts'

export type WantedStart = {
  shopId: number
  day: string
  /** Minutes since midnight on the shop's wall. */
  minutes: number
  durationMinutes: number
  now: number
  /** Its own hours count as free, and its bay is preferred. */
  moving?: { appointmentId: string; bayId: number }
  /** The day is one already agreed on, so it need not lie in the booking window. */
  keepsDay?: boolean
}

/** Locks a shop's row until the transaction ends and returns its status, whatever that is; undefined when there is no such shop. */
export async function lockShop(tx: Queryable, shopId: number): Promise<string | undefined> {
  const shop = await tx
    .selectFrom('shops')
    .select('status')
    .where('id', '=', shopId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return shop?.status
}

/**
 * Locks the shop's row until the transaction ends: no other transaction claims or moves a slot there. Lock order: the shop's row first, then
 * an appointment's row, so that no two transactions deadlock. Refuses a shop that takes no appointments as `shop_unknown`, with the
 * given details.
 */
export async function lockApprovedShop(
  tx: Queryable,
  shopId: number,
  refused: RefusalDetails = { field: 'shopId' },
): Promise<void> {
  if ((await lockShop(tx, shopId)) !== 'approved') refuse('shop_unknown', refused)
}

/**
 * The bay in which the job can be done, and the job's time. Call it under the shop's lock (`lockApprovedShop`). Refuses a day or start that cannot
 * be booked (`day_not_bookable`, `not_a_start_time`, `ends_after_closing`) and one without a free bay (`slot_taken`).
 */
export async function findFreeBay(
  tx: Queryable,
  wanted: WantedStart,
): Promise<{ bayId: number; job: BusyTime }> {
  const shopDay = await getShopDay(tx, {
    shopId: wanted.shopId,
    day: wanted.day,
    now: wanted.now,
    ...(wanted.moving ? { appointmentId: wanted.moving.appointmentId } : {}),
  })
  return chooseBay(shopDay, wanted)
}

/** As `findFreeBay`, on a shop day that the caller read. */
export function chooseBay(
  shopDay: BayedShopDay,
  wanted: Omit<WantedStart, 'shopId' | 'day' | 'now'>,
): { bayId: number; job: BusyTime } {
  if (!startMinutes.includes(wanted.minutes)) refuse('not_a_start_time', { field: 'date' })
  const answer = answerStart(
    { ...shopDay, bookable: shopDay.bookable || wanted.keepsDay === true },
    wanted.minutes,
    wanted.durationMinutes,
  )
  if (!answer.free) {
    switch (answer.reason) {
      case slotReasons.taken:
        return refuse('slot_taken', { field: 'date' })
      case slotReasons.endsAfterClosing:
        return refuse('ends_after_closing', { field: 'date' })
      case slotReasons.beforeOpening:
        return refuse('not_a_start_time', {
          field: 'date',
          sentence: 'The shop is not open yet at that time.',
        })
      case slotReasons.dayNotBookable:
      case slotReasons.closed:
        return refuse('day_not_bookable', { field: 'date' })
    }
  }
  const free = answer.freeBays.map((index) => shopDay.bayIds[index])
  const bayId = free.find((id) => id === wanted.moving?.bayId) ?? free[0]
  if (bayId === undefined) return refuse('slot_taken', { field: 'date' })
  return { bayId, job: answer.job }
}
