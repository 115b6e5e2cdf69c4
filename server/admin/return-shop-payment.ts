import { v7 as uuid } from 'uuid'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { formatCents } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { isRemainingPayment } from '../payments/price/remaining-payment.ts'
import { recordSalesTax } from '../payments/price/record-sales-tax.ts'
import { lockStaffAppointment } from './staff-appointment.ts'

/**
 * Records that the shop has given back everything that the customer of a cancelled appointment paid there.
 * The same call again changes nothing. Refuses an appointment that is not cancelled, or without such a
 * payment, as `appointment_not_changeable`, and another amount than the person saw as `refund_changed`.
 */
export async function returnShopPayment(
  context: Context,
  actor: Actor,
  id: string,
  seenCents: number,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const { shop_id: shopId } = appointment
    if (!isAllowed(standingAt(actor, shopId), 'payment.returnAtShop')) refuse('not_allowed')
    if (appointment.state !== 'cancelled') refuse('appointment_not_changeable', { sentence: notCancelled })
    const { paidCents, leftByMethod } = await readPayments(tx, id)
    if (paidCents === 0) refuse('appointment_not_changeable', { sentence: nothingPaid })
    const leftCents = leftByMethod.reduce((sum, { cents }) => sum + cents, 0)
    const askedCents = leftCents === 0 ? paidCents : leftCents
    if (seenCents !== askedCents) refuse('refund_changed', { sentence: changedSentence(askedCents) })
    if (leftCents === 0) return
    const at = new Date(context.clock.now())
    await tx
      .insertInto('shop_payments')
      .values(
        leftByMethod.map(({ method, cents }) => ({
          shop_id: shopId,
          id: uuid(),
          appointment_id: id,
          amount_cents: -cents,
          method,
          recorded_at: at,
          actor_id: actor.id,
          is_final: false,
        })),
      )
      .execute()
    await recordSalesTax(tx, appointment, at)
  })
}

const notCancelled = 'This appointment isn’t cancelled, so there is nothing to give back.'
const nothingPaid = 'Nothing was paid at the shop for this appointment.'

function changedSentence(cents: number): string {
  return `The customer paid ${formatCents(cents)} at the shop. Nothing was recorded.`
}

/** Reads the payments at the shop: the sum in cents, and the rest there of each way to pay. */
async function readPayments(tx: Queryable, appointmentId: string) {
  const rows = await tx
    .selectFrom('shop_payments as p')
    .select(['p.method', 'p.amount_cents as cents'])
    .where('p.appointment_id', '=', appointmentId)
    .where(isRemainingPayment)
    .execute()
  const leftByMethod = [...Map.groupBy(rows, ({ method }) => method)]
    .map(([method, of]) => ({ method, cents: of.reduce((sum, { cents }) => sum + cents, 0) }))
    .filter(({ cents }) => cents > 0)
  return { paidCents: rows.reduce((sum, { cents }) => sum + Math.max(0, cents), 0), leftByMethod }
}
