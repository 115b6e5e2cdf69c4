import { canOpenEarlier } from '../../../contract/slots/earlier-starts.ts'
import { formatWallTime } from '../../../contract/time.ts'
import type { User } from '../../../contract/identity/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import { findOwnShopId, lockOwnAppointment } from '../lock-own-appointment.ts'
import { listEarlierStarts, withoutConflicts } from './list-earlier-starts.ts'

/** Each call looks up the shop's free starts under its lock. */
const perCustomer = { windowSeconds: 60, max: 20 }

const tooEarly = 'No earlier time can open: this appointment is on the first day that we can offer.'

/**
 * Puts the customer's appointment on the waiting list, and returns the earlier starts that are free already:
 * no mail comes for them. A second call renews that list. Refuses as `lockOwnAppointment` does, and
 * as `appointment_not_changeable` when no bookable day comes before it, and more than 20 calls in a minute as
 * `too_many_requests`.
 */
export async function waitForEarlier(
  context: Context,
  actor: User,
  id: string,
): Promise<{ openStarts: string[] }> {
  await consumeRateLimit(context, `waiting-list:${actor.id}`, perCustomer)
  const now = context.clock.now()
  return context.database.transaction(async (tx) => {
    // The shop's lock keeps its free starts as they are until this commits.
    const appointment = await lockOwnAppointment(tx, id, actor.id, now)
    const { shop_id: shopId, starts_at: startsAt } = appointment
    const { time_zone: timeZone } = await tx
      .selectFrom('shops')
      .select('time_zone')
      .where('id', '=', shopId)
      .executeTakeFirstOrThrow()
    if (!canOpenEarlier(startsAt.getTime(), now, timeZone))
      refuse('appointment_not_changeable', { sentence: tooEarly })
    const wish = {
      appointmentId: id,
      customerId: actor.id,
      shopId,
      timeZone,
      startsAt,
      endsAt: appointment.ends_at,
    }
    const free = (await listEarlierStarts(tx, [wish], now)).flatMap((found) => found.free)
    // A start at which the customer is elsewhere is news once the other appointment is gone.
    const open = await withoutConflicts(tx, context, wish, free)
    const known = { known_starts: open.map((start) => new Date(start)), known_before: startsAt }
    await tx
      .insertInto('waiting_list')
      .values({ appointment_id: id, shop_id: shopId, created_at: new Date(now), ...known })
      .onConflict((conflict) => conflict.columns(['appointment_id', 'shop_id']).doUpdateSet(known))
      .execute()
    return { openStarts: open.map((start) => formatWallTime(start, timeZone)) }
  })
}

/**
 * Takes the customer's appointment off the waiting list; any state is accepted. Refuses a missing and a
 * foreign appointment as `not_found`.
 */
export async function stopWaiting({ database: { db } }: Context, actor: User, id: string): Promise<void> {
  const shopId = await findOwnShopId(db, id, actor.id)
  await db.deleteFrom('waiting_list').where('appointment_id', '=', id).where('shop_id', '=', shopId).execute()
}
