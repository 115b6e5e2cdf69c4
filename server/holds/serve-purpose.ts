import { canChange } from '../../contract/booking/appointment-states.ts'
import { extraCentsOf } from '../../contract/payments/day-price.ts'
import { applyPackage } from './apply-package.ts'
import { findOpenReviewId } from '../fitment/record-verdict.ts'
import { findMailAddress, requestAddressProof } from '../notifications/customer-address.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { queueShopAppointmentMail } from '../notifications/queue-shop-appointment-mail.ts'
import { announceReview } from './announce-review.ts'
import { leaveToCommit } from '../database/transaction.ts'
import { findPriceDue } from '../payments/price/find-price.ts'
import { coveredCents, isExtra, openExtrasOf } from './hold-queries.ts'
import { confirmAppointment } from './appointment-state.ts'
import { decideRelease } from './change-hold.ts'
import type { HoldUpdate } from './hold-update.ts'

/**
 * The use of a hold that the card provider has just placed, decided by the appointment as it is now. Null
 * when the appointment has no use for it any more, and the money goes back.
 */
export async function findPurpose(update: HoldUpdate): Promise<(() => Promise<void>) | null> {
  const { tx, context, appointment, hold, at } = update
  switch (hold.purpose) {
    case 'booking':
      return appointment.state === 'claimed' ? () => book(update) : null
    case 'renewal':
    case 'confirmation':
      if (appointment.state !== 'booked' || hold.amount_cents < appointment.price_cents) return null
      // Paid at the shop meanwhile.
      if (appointment.pays_by === 'at_shop') return null
      return async () => {
        await releaseExtraOfEarlierCard(update)
        if (appointment.pays_by === 'link') await takeFirstCard(update)
      }
    case 'package':
      if (!canChange(appointment.state, appointment.starts_at.getTime(), at.getTime())) return null
      return applyPackage(tx, context, appointment, hold)
    case 'extra':
    case 'extra_off_session':
      return (await isExtraWanted(update)) ? async () => {} : null
    case 'charge':
    case 'fee':
    case 'duplicate':
      return null
  }
}

/**
 * Ends an extra hold on a card that the customer has replaced. Its amount is held on the new one when the
 * price is charged.
 */
async function releaseExtraOfEarlierCard({ tx, hold, holds, at }: HoldUpdate): Promise<void> {
  const { asked, inForce } = openExtrasOf(holds)
  for (const extra of [asked, inForce]) {
    if (!extra || extra.payment_method_id === hold.payment_method_id) continue
    if (extra.status === 'captured' || extra.status === 'capturing') continue
    await decideRelease(tx, extra, at)
  }
}

/** Whether an extra hold covers an amount that is due and agreed to. */
async function isExtraWanted({ tx, appointment, hold, holds }: HoldUpdate): Promise<boolean> {
  if (appointment.state !== 'booked' && appointment.state !== 'completed') return false
  const due = await findPriceDue(tx, appointment)
  const extraCents = extraCentsOf(due, coveredCents(appointment, holds))
  return !due.isAboveAgreed && extraCents > 0 && hold.amount_cents >= extraCents
}

async function book(update: HoldUpdate): Promise<void> {
  const { tx, context, appointment, shopAndPackage } = update
  const address = update.mailAddress ?? (await findMailAddress(tx, appointment.id))
  await leaveToCommit(tx, confirmAppointment(update))
  const booked = { ...appointment, state: 'booked' as const, claim_expires_at: null }
  const reviewId = await findOpenReviewId(tx, booked)
  const news = { kind: 'appointment_confirmed', awaitsFitment: reviewId !== null } as const
  await queueCustomerMail(tx, context, booked, news, { shopAndPackage, address })
  await queueShopAppointmentMail(
    tx,
    context,
    booked,
    { kind: 'shop_appointment_booked' },
    { actorId: appointment.booked_by ?? appointment.customer_id, shopAndPackage },
  )
  await announceReview(tx, context, booked, reviewId)
  if (address.unproven !== null)
    await requestAddressProof(tx, context, {
      customerId: appointment.customer_id,
      address: address.unproven,
      namedBy: 'customer',
    })
}

/**
 * Records the first card of an appointment that a shop booked: from now on the appointment is paid by card.
 */
async function takeFirstCard({ tx, context, appointment }: HoldUpdate): Promise<void> {
  const held = await tx
    .updateTable('appointments')
    .set({ pays_by: 'card', card_due_at: null })
    .where('id', '=', appointment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const awaitsFitment = (await findOpenReviewId(tx, held)) !== null
  await queueCustomerMail(tx, context, held, { kind: 'appointment_confirmed', awaitsFitment })
}

/** The failure of the card is over: the price is held on a good one. */
export async function clearHoldFailure({ tx, appointment, hold }: HoldUpdate): Promise<void> {
  if (appointment.hold_failed_at === null || isExtra(hold)) return
  await tx
    .updateTable('appointments')
    .set({ hold_failed_at: null })
    .where('id', '=', appointment.id)
    .execute()
}
