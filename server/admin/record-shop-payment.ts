import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { findOpenHolds } from '../holds/hold-queries.ts'
import { sendPendingCommands } from '../holds/record-outcome.ts'
import { completePaidAtShop, decideRelease } from '../holds/transitions.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { lockStaffAppointment, requireNotMissed } from './staff-appointment.ts'

/**
 * Records that the customer of an appointment without a card paid at the shop, and completes it. The same
 * call again changes nothing. Refuses as `not_yet_started` before the start of work that is not done, as
 * `appointment_cancelled` a cancelled one, as `appointment_not_changeable` a no-show and one whose card is
 * held or charged, and as `card_check_under_way` while the customer gives a card.
 */
export async function recordShopPayment(
  context: Context,
  actor: Actor,
  id: string,
  method: ShopPaymentMethod,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const { shop_id: shopId, state, starts_at: startsAt } = appointment
    const at = new Date(context.clock.now())
    const facts = { workState: appointment.work_state, startsAt: startsAt.getTime(), now: at.getTime() }
    if (state === 'cancelled') refuse('appointment_cancelled')
    if (!isAllowed(standingAt(actor, shopId), 'payment.recordAtShop', facts))
      refuse('not_yet_started', { sentence: 'You can take the payment once the appointment has started.' })
    const recorded = await tx
      .selectFrom('shop_payments')
      .select('method')
      .where('appointment_id', '=', id)
      .executeTakeFirst()
    if (recorded) return
    if (state !== 'booked' || appointment.pays_by === 'card')
      refuse('appointment_not_changeable', {
        sentence: 'This appointment has a card. Capture its payment instead.',
      })
    requireNotMissed(appointment)
    const { asked } = await findOpenHolds(tx, id)
    if (asked?.status === 'requested') refuse('card_check_under_way', { retryAfterSeconds: 3 })
    // The customer opened the link and has not finished at the bank.
    if (asked) await decideRelease(tx, asked, at, actor.id)
    await tx
      .insertInto('shop_payments')
      .values({
        shop_id: shopId,
        appointment_id: id,
        amount_cents: appointment.price_cents,
        method,
        recorded_at: at,
        actor_id: actor.id,
      })
      .execute()
    await completePaidAtShop(tx, id, at)
  })
  await sendPendingCommands(context, id)
}
