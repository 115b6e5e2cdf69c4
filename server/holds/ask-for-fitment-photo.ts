import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { findOpenReviewId } from '../fitment/record-verdict.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'

/** Mails the link for photos when the present package of the appointment awaits the shop's check. */
export async function askForFitmentPhoto(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
): Promise<void> {
  const reviewId = await findOpenReviewId(tx, appointment)
  if (reviewId !== null)
    await queueCustomerMail(tx, context, appointment, { kind: 'fitment_photo_needed', reviewId, note: '' })
}
