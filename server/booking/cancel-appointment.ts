import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { cancelAppointmentRow } from '../holds/appointment-state.ts'
import { decideCapture, decideRefund, decideRelease } from '../holds/change-hold.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { recordEndOfAuthorization } from '../holds/record-hold.ts'
import {
  findAnyCharging,
  findSavedCard,
  listOpenHolds,
  openHoldsOf,
  requestOnSavedCard,
} from '../holds/hold-queries.ts'
import { sendRefunds } from '../holds/partial-refunds.ts'
import { settleFee } from '../holds/settle-fee.ts'
import { recordMovementWithoutHold } from '../payments/record-movement-without-hold.ts'
import { refreshHold, sendPendingCommands } from '../holds/record-outcome.ts'
import { findLeftAtShop } from '../payments/shop-returns.ts'
import { findPendingRefunds, requireRefundable } from '../payments/refundable.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { queueShopAppointmentMail } from '../notifications/queue-shop-appointment-mail.ts'
import { mailEarlierTimesJob } from './waiting-list/mail-earlier-times.ts'

type Cancellation = {
  /** `id`: null for the product itself. `reason`: typed by staff, for the customer. */
  by: {
    id: string | null
    role: 'customer' | 'shop' | 'administrator'
    reason?: string
    /** The fee that the cancellation costs its customer, in cents; 0 and missing for none. */
    feeOf?: (appointment: AppointmentRow) => number
  }
  /** Whether a charge in flight was looked up before. */
  isRefreshed: boolean
}

/**
 * Cancels a locked appointment: its bay is free at once, a hold is to be released, and the refundable part of
 * a captured payment to be refunded, which may be nothing after a lost dispute. `sendPendingCommands` sends
 * these decisions after the transaction, and the recovery job repeats them. A hold that is being charged now
 * is returned, to be looked up first, and nothing changes; after the look-up it ends like any other. Refuses
 * as `payment_disputed` while a dispute is open.
 */
async function recordCancellation(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { by, isRefreshed }: Cancellation,
): Promise<HoldRow | null> {
  const at = new Date(context.clock.now())
  const open = await listOpenHolds(tx, appointment.id)
  const charging = findAnyCharging(open)
  if (charging && !isRefreshed) return charging
  const feeCents = by.feeOf?.(appointment) ?? 0
  // A fee is taken from a hold, or instead of the price, never beside it.
  if (charging && feeCents > 0) refuse('card_check_under_way', { retryAfterSeconds: 3 })
  const captured = open.filter(({ status }) => status === 'captured')
  const held = openHoldsOf(open).inForce?.status === 'captured' ? undefined : openHoldsOf(open).inForce
  for (const hold of open) {
    const isForFee = feeCents > 0 && hold === held
    if (hold.status !== 'captured' && !isForFee) await decideRelease(tx, hold, at, by.id)
  }
  if (feeCents > 0) await takeFee(tx, appointment, { held, amountCents: feeCents, at, actorId: by.id })
  let [refundCents, returnedCents] = [0, 0]
  for (const hold of captured) {
    const refundable = await requireRefundable(tx, hold)
    // A refund of a part that is under way goes back by itself.
    const amountCents = refundable.refundableCents - (await findPendingRefunds(tx, { holdId: hold.id }))
    if (amountCents > 0) await decideRefund(tx, hold, { amountCents, at, actorId: by.id })
    refundCents += Math.max(0, amountCents)
    returnedCents += refundable.returnedCents
  }
  const leftAtShopCents = await findLeftAtShop(tx, appointment.id)
  if (leftAtShopCents > 0)
    await recordMovementWithoutHold(tx, appointment, {
      movement: 'return_due',
      amountCents: leftAtShopCents,
      at,
      actorId: by.id,
    })
  const wasBooked = appointment.state === 'booked'
  const saved = await findSavedCard(tx, appointment.id)
  if (saved) {
    await recordEndOfAuthorization(tx, saved, {
      priceCents: appointment.price_cents,
      at,
      actorId: by.id,
    })
  }
  const cancelled = await cancelAppointmentRow(tx, appointment)
  const { reason = '' } = by
  if (reason !== '') {
    await tx
      .updateTable('appointments')
      .set({ cancellation_reason: reason })
      .where('id', '=', appointment.id)
      .execute()
  }
  // A claim was never confirmed by mail. A refund after the work brings a mail of its own.
  const isToCome = appointment.starts_at > at
  const wasDone = appointment.state === 'completed'
  const returned = returnedCents > 0 ? { returnedCents } : {}
  const isNoShow = appointment.work_state === 'no_show'
  const money =
    feeCents > 0
      ? ({ kind: 'fee', amountCents: feeCents, heldCents: held?.amount_cents ?? 0, isNoShow } as const)
      : refundCents > 0
        ? ({ kind: 'refunded', amountCents: refundCents, ...returned } as const)
        : held
          ? ({ kind: 'released', amountCents: held.amount_cents } as const)
          : ({ kind: 'nothing_held', ...returned } as const)
  if (wasBooked || (wasDone && (isToCome || refundCents === 0 || leftAtShopCents > 0))) {
    const news = { kind: 'appointment_cancelled', by: by.role, money, leftAtShopCents, reason } as const
    await queueCustomerMail(tx, context, cancelled, news)
  }
  if (wasBooked || wasDone) {
    const canceller = by.id === null ? 'product' : by.role
    const news = {
      kind: 'shop_appointment_cancelled',
      by: canceller,
      money,
      leftAtShopCents,
      reason,
    } as const
    await queueShopAppointmentMail(tx, context, cancelled, news, { actorId: by.id })
  }
  return null
}

type FeeTaken = { held: HoldRow | undefined; amountCents: number; at: Date; actorId: string | null }

/**
 * Decides how the fee of a cancelled appointment is taken: from its live hold, of which the provider releases
 * the rest, or else by one charge on the saved card. The ledger says first that it is due.
 */
async function takeFee(
  tx: Queryable,
  appointment: AppointmentRow,
  { held, amountCents, at, actorId }: FeeTaken,
): Promise<void> {
  await recordMovementWithoutHold(tx, appointment, { movement: 'fee_due', amountCents, at, actorId })
  if (held) await decideCapture(tx, held, { amountCents, at, actorId })
  else await requestOnSavedCard(tx, { appointment, purpose: 'fee', amountCents, actorId, at })
}

/**
 * Cancels the appointment that `take` locks, unless it finds none to cancel, and sends the decisions to the
 * provider. A charge in flight is looked up first, so that a payment is refunded and not released; `take`
 * runs again after that. `record` writes more in the transaction that cancels, and in no other. A cancelled
 * appointment stays as it is.
 */
export async function cancelLockedAppointment(
  context: Context,
  id: string,
  by: Cancellation['by'],
  take: (tx: Queryable) => Promise<AppointmentRow | null>,
  record: (tx: Queryable, appointment: AppointmentRow) => Promise<void> = async () => {},
): Promise<void> {
  const attempt = (isRefreshed: boolean): Promise<HoldRow | null> =>
    context.database.transaction(async (tx) => {
      const appointment = await take(tx)
      if (!appointment || appointment.state === 'cancelled') return null
      const charging = await recordCancellation(tx, context, appointment, { by, isRefreshed })
      if (!charging) await record(tx, appointment)
      return charging
    })
  const charging = await attempt(false)
  if (charging) {
    await refreshHold(context, charging.id)
    await attempt(true)
  }
  await sendRefunds(context, id)
  await sendPendingCommands(context, id)
  await settleFee(context, id)
  context.triggerJob('notifications.send-outbox')
  context.triggerJob(mailEarlierTimesJob)
}
