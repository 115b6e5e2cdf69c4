import { v7 as uuid } from 'uuid'
import type { ShopPayment } from '../../contract/admin/desk-order.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { priceDueOf } from '../../contract/payments/day-price.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { findAnyCharging, listOpenHolds } from '../holds/hold-queries.ts'
import { sendPendingCommands } from '../holds/record-outcome.ts'
import { releaseUnneededExtra } from '../holds/unneeded-extra.ts'
import { completePaidAtShop } from '../holds/appointment-state.ts'
import { decideRelease } from '../holds/change-hold.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { requireEnoughForCard } from '../payments/price/chargeable.ts'
import { readPriceFacts } from '../payments/price/find-price.ts'
import { isPayable } from '../payments/price/is-payable.ts'
import { requireSeenDue } from '../payments/price/seen-due.ts'
import { lockStaffAppointment, requireNotMissed } from './staff-appointment.ts'

/**
 * Records that the customer paid at the shop: all that is due, which completes the appointment and releases a
 * hold, or a part, whose rest stays with the card. The same call again changes nothing. Refuses as
 * `not_yet_started` before the start while the car has not arrived, as `appointment_cancelled` a cancelled
 * one, as `appointment_not_changeable` a no-show, as `price_changed` another due amount than the person saw,
 * as `amount_too_high` more than is due, as `total_too_low` a part that leaves too little for a card, and as
 * `card_check_under_way` while the card is held or charged.
 */
export async function recordShopPayment(
  context: Context,
  actor: Actor,
  id: string,
  { id: paymentId = uuid(), method, amountCents, seenDueCents }: ShopPayment,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const { shop_id: shopId, state, starts_at: startsAt } = appointment
    const at = new Date(context.clock.now())
    const work = { workState: appointment.work_state, startsAt: startsAt.getTime(), now: at.getTime() }
    if (state === 'cancelled') refuse('appointment_cancelled')
    if (!isAllowed(standingAt(actor, shopId), 'payment.recordAtShop', work))
      refuse('not_yet_started', {
        sentence: 'You can take the payment once the car has arrived or the appointment has started.',
      })
    if (await isKnown(tx, { shopId, id, paymentId, method, amountCents })) return
    const facts = await readPriceFacts(tx, appointment)
    const due = priceDueOf(facts)
    if (amountCents === undefined && (await isPaidAtShop(tx, id))) return
    if (!isPayable(appointment, facts))
      refuse('appointment_not_changeable', { sentence: 'This job is already paid.' })
    requireNotMissed(appointment)
    const open = await listOpenHolds(tx, id)
    if (findAnyCharging(open) ?? open.find((hold) => hold.status === 'requested'))
      refuse('card_check_under_way', { retryAfterSeconds: 3 })
    requireSeenDue(due, seenDueCents, 'Nothing was recorded.')
    if (due.dueCents === 0) refuse('appointment_not_changeable', { sentence: 'Nothing is due.' })
    const paidCents = amountCents ?? due.dueCents
    if (paidCents > due.dueCents) refuse('amount_too_high', { field: 'amountCents' })
    const isFinal = paidCents === due.dueCents
    if (!isFinal && appointment.pays_by === 'card') requireEnoughForCard(due.dueCents - paidCents)
    await tx
      .insertInto('shop_payments')
      .values({
        shop_id: shopId,
        id: paymentId,
        appointment_id: id,
        amount_cents: paidCents,
        method,
        recorded_at: at,
        actor_id: actor.id,
        is_final: isFinal,
      })
      .execute()
    if (!isFinal) return releaseUnneededExtra(tx, context, appointment)
    for (const hold of open) if (hold.status !== 'captured') await decideRelease(tx, hold, at, actor.id)
    await completePaidAtShop(tx, appointment, at)
  })
  await sendPendingCommands(context, id)
  context.triggerJob('notifications.send-outbox')
}

/** Whether a payment at the shop has completed the appointment. */
async function isPaidAtShop(tx: Queryable, id: string): Promise<boolean> {
  const final = await tx
    .selectFrom('shop_payments')
    .select('id')
    .where('appointment_id', '=', id)
    .where('is_final', '=', true)
    .executeTakeFirst()
  return final !== undefined
}

type Known = {
  shopId: number
  id: string
  paymentId: string
  method: ShopPayment['method']
  amountCents: number | undefined
}

/** Whether this payment was recorded before. Refuses an id of another payment as `request_changed`. */
async function isKnown(tx: Queryable, { shopId, id, paymentId, ...wanted }: Known): Promise<boolean> {
  const known = await tx
    .selectFrom('shop_payments')
    .select(['appointment_id', 'method', 'amount_cents', 'is_final'])
    .where('shop_id', '=', shopId)
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!known) return false
  const isSame =
    known.appointment_id === id &&
    known.method === wanted.method &&
    (wanted.amountCents === undefined ? known.is_final : known.amount_cents === wanted.amountCents)
  return isSame ? true : refuse('request_changed')
}
