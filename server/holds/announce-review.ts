import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { queueFitmentCheckMail } from '../notifications/queue-shop-mail.ts'

/**
 * Asks the customer of a booked appointment for a photo, and its shop for an answer, if the fitment of its
 * package is open: `reviewId` is its open review.
 */
export async function announceReview(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  reviewId: string | null,
): Promise<void> {
  if (reviewId === null) return
  await queueCustomerMail(tx, context, appointment, { kind: 'fitment_photo_needed', reviewId, note: '' })
  await queueFitmentCheckMail(tx, context, reviewId, 'opened')
}
