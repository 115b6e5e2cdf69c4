import { v7 as uuid } from 'uuid'
import type { NewRefund } from '../../../contract/payments/price-endpoints.ts'
import { isAllowed } from '../../../contract/identity/permissions.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { decidePartialRefund, sendRefunds } from '../../holds/partial-refunds.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { lockStaffAppointment } from '../staff-appointment.ts'
import { findPendingRefunds } from '../../payments/refundable.ts'
import { workFactsOf } from './work-facts.ts'
import { findShopLimit, listRefundableHolds, sumCaptured } from './refund-left.ts'

/**
 * Refunds a part of a captured payment with a reason; the job stays done. It is decided in rows first, one
 * for each hold that it takes from, then sent to the card provider. The same id again changes nothing.
 * Refuses an unpaid appointment as `not_paid`, an amount above the rest as `refund_too_high`, above the share
 * that a shop may refund as `refund_above_limit`, during a dispute as `payment_disputed`, and as
 * `refund_changed` when another refund was made since the person looked.
 */
export async function refundPartially(
  context: Context,
  actor: Actor,
  id: string,
  refund: NewRefund,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    if (await isKnown(tx, appointment.shop_id, id, refund)) return
    if (appointment.state !== 'completed') refuse('not_paid')
    const work = workFactsOf(appointment, context)
    if (!isAllowed(standingAt(actor, appointment.shop_id), 'payment.refundPart', work))
      refuse('not_yet_started', {
        sentence: 'You can refund once the car has arrived or the appointment has started.',
      })
    if (appointment.pays_by === 'at_shop')
      refuse('not_paid', { sentence: 'This job was paid at the shop. Give the money back there.' })
    const holds = await listRefundableHolds(tx, id)
    if (holds === null)
      return refuse('payment_disputed', {
        sentence:
          'The customer disputed this payment with the bank. It can’t be refunded until the bank decides.',
      })
    const { refunded } = await sumCaptured(tx, id)
    if (refunded + (await findPendingRefunds(tx, { appointmentId: id })) !== refund.seenRefundedCents)
      refuse('refund_changed')
    const left = holds.reduce((sum, { leftCents }) => sum + leftCents, 0)
    if (refund.amountCents > left) refuse('refund_too_high', { field: 'amountCents' })
    if (refund.amountCents > (await findShopLimit(tx, context, actor, appointment)))
      refuse('refund_above_limit', { field: 'amountCents' })
    const at = new Date(context.clock.now())
    let [openCents, rowId] = [refund.amountCents, refund.id]
    for (const { hold, leftCents } of holds) {
      const amountCents = Math.min(openCents, leftCents)
      if (amountCents === 0) continue
      await decidePartialRefund(tx, hold, {
        id: rowId,
        amountCents,
        reason: refund.reason,
        at,
        actorId: actor.id,
      })
      openCents -= amountCents
      rowId = uuid()
    }
  })
  await sendRefunds(context, id)
  context.triggerJob('notifications.send-outbox')
}

/** Whether this refund was decided before. Refuses an id of another one as `request_changed`. */
async function isKnown(tx: Queryable, shopId: number, id: string, wanted: NewRefund): Promise<boolean> {
  const known = await tx
    .selectFrom('refunds')
    .select(['appointment_id', 'reason', 'requested_at'])
    .where('shop_id', '=', shopId)
    .where('id', '=', wanted.id)
    .executeTakeFirst()
  if (!known) return false
  // A refund of several holds has a row for each, all of one moment.
  const { cents } = await tx
    .selectFrom('refunds')
    .select((select) => select.fn.sum<number>('amount_cents').as('cents'))
    .where('appointment_id', '=', known.appointment_id)
    .where('requested_at', '=', known.requested_at)
    .executeTakeFirstOrThrow()
  const isSame = known.appointment_id === id && known.reason === wanted.reason && cents === wanted.amountCents
  return isSame ? true : refuse('request_changed')
}
