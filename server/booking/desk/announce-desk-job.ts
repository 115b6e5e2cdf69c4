import { giveUpHours } from '../../../contract/fitment/review-times.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { findOpenReviewId } from '../../fitment/record-verdict.ts'
import { announceReview } from '../../holds/announce-review.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { queueShopAppointmentMail } from '../../notifications/queue-shop-appointment-mail.ts'

/** Queues the mails about an appointment that a shop has just booked without a card. */
export async function announceDeskJob(
  tx: Queryable,
  context: Context,
  id: string,
  actorId: string,
): Promise<void> {
  const appointment = await tx
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reviewId = await findOpenReviewId(tx, appointment)
  const news =
    appointment.pays_by === 'link'
      ? ({ kind: 'card_requested', dueAt: appointment.card_due_at ?? appointment.starts_at } as const)
      : ({ kind: 'appointment_confirmed', awaitsFitment: reviewId !== null } as const)
  await queueCustomerMail(tx, context, appointment, news, { actorId })
  await queueShopAppointmentMail(tx, context, appointment, { kind: 'shop_appointment_booked' }, { actorId })
  // Nearer to the start the shop looks at the car itself.
  const hoursAhead = (appointment.starts_at.getTime() - context.clock.now()) / 3_600_000
  if (hoursAhead > giveUpHours) await announceReview(tx, context, appointment, reviewId)
}
