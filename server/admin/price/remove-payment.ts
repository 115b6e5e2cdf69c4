import { v7 as uuid } from 'uuid'
import { isAllowed } from '../../../contract/identity/permissions.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { isUuid } from '../../database/uuid.ts'
import { findAnyCharging, listOpenHolds } from '../../holds/hold-queries.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { isPayable } from '../../payments/price/is-payable.ts'
import { recordSalesTax } from '../../payments/price/record-sales-tax.ts'
import { isRemainingPayment } from '../../payments/price/remaining-payment.ts'
import { findRemovableCents } from '../../payments/price/removable-payments.ts'
import { lockStaffAppointment, requireNotMissed } from '../staff-appointment.ts'
import { workFactsOf } from './work-facts.ts'

/**
 * Removes a part payment at the shop that was recorded by mistake: its amount is due again, and both stay in
 * the history. A removed one stays as it is. Refuses a missing payment as `not_found`, a cancelled
 * appointment as `appointment_cancelled`, one that is paid and a payment that the customer signed for as
 * `appointment_not_changeable`, as `not_yet_started` before a payment can be taken, and as
 * `card_check_under_way` while the card is charged.
 */
export async function removeShopPayment(
  context: Context,
  actor: Actor,
  id: string,
  paymentId: string,
): Promise<void> {
  if (!isUuid(paymentId)) return refuse('not_found')
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const { shop_id: shopId } = appointment
    requireStaffMayRemove(appointment, { actor, context })
    const facts = await readPriceFacts(tx, appointment)
    if (!isPayable(appointment, facts))
      refuse('appointment_not_changeable', {
        sentence: 'This job is already paid, so its payments stay as they are.',
      })
    if (findAnyCharging(await listOpenHolds(tx, id))) refuse('card_check_under_way', { retryAfterSeconds: 3 })
    const payment = await tx
      .selectFrom('shop_payments as p')
      .select(['p.amount_cents', 'p.method'])
      .select(isRemainingPayment.as('isRemaining'))
      .where('p.shop_id', '=', shopId)
      .where('p.id', '=', paymentId)
      .where('p.appointment_id', '=', id)
      .where('p.amount_cents', '>', 0)
      .executeTakeFirst()
    if (!payment) return refuse('not_found')
    if (!payment.isRemaining) return
    if (payment.amount_cents > (await findRemovableCents(tx, appointment, facts.paidOtherwiseCents)))
      refuse('appointment_not_changeable', { sentence: signedFor })
    const at = new Date(context.clock.now())
    await tx
      .insertInto('shop_payments')
      .values({
        shop_id: shopId,
        id: uuid(),
        appointment_id: id,
        amount_cents: -payment.amount_cents,
        method: payment.method,
        recorded_at: at,
        actor_id: actor.id,
        is_final: false,
        removes: paymentId,
      })
      .execute()
    await recordSalesTax(tx, appointment, at)
  })
}

const signedFor =
  'The customer signed that this is paid, so it can’t be removed. If it was recorded by mistake, add a line for the amount and ask the customer to agree to it.'

function requireStaffMayRemove(
  appointment: AppointmentRow,
  { actor, context }: { actor: Actor; context: Context },
): void {
  if (appointment.state === 'cancelled') refuse('appointment_cancelled')
  const standing = standingAt(actor, appointment.shop_id)
  if (!isAllowed(standing, 'payment.recordAtShop', workFactsOf(appointment, context)))
    refuse('not_yet_started', {
      sentence: 'Payments can be changed once the car has arrived or the appointment has started.',
    })
  requireNotMissed(appointment)
}
