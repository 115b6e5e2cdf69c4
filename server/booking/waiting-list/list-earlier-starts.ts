import { bookingWindow, weekdaysOfWindow } from '../../../contract/slots/booking-window.ts'
import { listStartsBefore } from '../../../contract/slots/earlier-starts.ts'
import { dayOf } from '../../../contract/time.ts'
import { findOwnConflict } from '../../customers/own-appointments.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { listShopDays } from '../../slots/shop-day.ts'

/** An appointment whose customer wants an earlier start. */
export type Waiting = {
  appointmentId: string
  customerId: string
  shopId: number
  timeZone: string
  startsAt: Date
  endsAt: Date
}

/**
 * The free starts before that of each appointment, at its shop and within the booking window, in one query.
 * By the rule of a move: its own time counts as free, and its whole duration has to fit. Left out are shops
 * that take no appointments.
 */
export async function listEarlierStarts<Wish extends Waiting>(
  db: Queryable,
  waiting: readonly Wish[],
  now: number,
): Promise<{ wish: Wish; free: number[] }[]> {
  const queries = waiting.flatMap((wish) =>
    weekdaysOfWindow(bookingWindow(now, wish.timeZone))
      .filter((day) => day <= dayOf(wish.startsAt.getTime(), wish.timeZone))
      .map((day) => ({ wish, shopId: wish.shopId, day, now, appointmentId: wish.appointmentId })),
  )
  const shopDays = await listShopDays(db, queries)
  return waiting.flatMap((wish) => {
    const days = shopDays.filter((_, index) => queries[index]?.wish === wish)
    if (days.includes(null)) return []
    const [startsAt, endsAt] = [wish.startsAt.getTime(), wish.endsAt.getTime()]
    const known = days.filter((day) => day !== null)
    return [{ wish, free: listStartsBefore(known, (endsAt - startsAt) / 60_000, startsAt) }]
  })
}

/** The starts at which the customer has no other appointment. */
export async function withoutConflicts(
  db: Queryable,
  context: Context,
  { appointmentId: id, customerId, startsAt, endsAt }: Waiting,
  starts: readonly number[],
): Promise<number[]> {
  if (starts.length === 0) return []
  const conflictAt = await findOwnConflict(db, context, { id, customer_id: customerId })
  const length = endsAt.getTime() - startsAt.getTime()
  return starts.filter((start) => conflictAt({ startsAt: start, endsAt: start + length }) === null)
}
