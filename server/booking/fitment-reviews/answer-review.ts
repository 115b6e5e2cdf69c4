import type { FitmentAnswers } from '../../../contract/fitment/resolve-fitment.ts'
import type { ReviewDecision } from '../../../contract/fitment/review-endpoints.ts'
import { staffRoleOf } from '../../../contract/identity/workplaces.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow, FitmentReviewRow } from '../../database/rows.ts'
import { isUuid } from '../../database/uuid.ts'
import { getFitmentVersion } from '../../fitment/queries.ts'
import { findVerdict, recordVerdict } from '../../fitment/record-verdict.ts'
import { inScope, requireStillInScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { cancelLockedAppointment } from '../cancel-appointment.ts'
import { queueRequestMail } from './queue-request-mail.ts'

type Decided = Extract<ReviewDecision, { answer: string }> & {
  answer: 'fits' | 'fits_with_condition' | 'does_not_fit' | 'activation_only'
}

/**
 * Answers an open review. A package that does not fit, or is no purchase, cancels the appointment and
 * releases its hold. A request for another photo goes out by mail and leaves the review open. An answer about
 * a former package of the appointment is recorded alone. Refuses a missing review and one outside the scope
 * with `not_found`, and an answered one with `review_answered`.
 */
export async function answerReview(
  context: Context,
  actor: Actor,
  id: string,
  decision: ReviewDecision,
): Promise<void> {
  const { appointment_id: appointmentId } = await findReview(context.database.db, actor, id)
  const { answer } = decision
  if (appointmentId !== null && (answer === 'does_not_fit' || answer === 'activation_only'))
    await refuseAppointment(context, actor, { id, appointmentId, decision: { ...decision, answer } })
  else
    await context.database.transaction(async (tx) => {
      const appointment = appointmentId === null ? null : await lockAppointment(tx, actor, appointmentId)
      const review = await lockReview(tx, actor, id)
      if (answer === 'another_photo')
        await askForPhoto(tx, context, { appointment, review, note: decision.note })
      else await accept(tx, context, actor, { appointment, review, decision: { ...decision, answer } })
    })
  context.triggerJob('notifications.send-outbox')
}

async function findReview(db: Queryable, { scope }: Actor, id: string): Promise<FitmentReviewRow> {
  const review = isUuid(id)
    ? await db
        .selectFrom('fitment_reviews as r')
        .innerJoin('shops as s', 's.id', 'r.shop_id')
        .selectAll('r')
        .where('r.id', '=', id)
        .where(inScope(scope, 's.id'))
        .executeTakeFirst()
    : undefined
  return review ?? refuse('not_found')
}

/** Locks the appointment before its review, as every change of an appointment does. */
async function lockAppointment(tx: Queryable, { scope }: Actor, id: string): Promise<AppointmentRow> {
  const appointment = await tx
    .selectFrom('appointments as a')
    .selectAll('a')
    .where('a.id', '=', id)
    .where(inScope(scope, 'a.shop_id'))
    .forUpdate('a')
    .executeTakeFirst()
  if (appointment?.state !== 'booked') return refuse('review_answered')
  await requireStillInScope(tx, scope, appointment.shop_id)
  return appointment
}

async function lockReview(tx: Queryable, actor: Actor, id: string): Promise<FitmentReviewRow> {
  await tx.selectFrom('fitment_reviews').select('id').where('id', '=', id).forUpdate().execute()
  const review = await findReview(tx, actor, id)
  await requireStillInScope(tx, actor.scope, review.shop_id)
  return review.answered_at === null ? review : refuse('review_answered')
}

async function closeReview(
  tx: Queryable,
  context: Context,
  actor: Actor,
  review: FitmentReviewRow,
  { answer, note }: Decided,
): Promise<void> {
  await tx
    .updateTable('fitment_reviews')
    .set({
      outcome: answer,
      note,
      answered_by: actor.id,
      answered_at: new Date(context.clock.now()),
    })
    .where('id', '=', review.id)
    .execute()
}

async function accept(
  tx: Queryable,
  context: Context,
  actor: Actor,
  {
    appointment,
    review,
    decision,
  }: { appointment: AppointmentRow | null; review: FitmentReviewRow; decision: Decided },
): Promise<void> {
  await closeReview(tx, context, actor, review, decision)
  if (!appointment) return queueRequestMail(tx, context, review, decision)
  await recordDecision(tx, context, actor, { appointment, review, decision })
  // The customer has chosen another package since: the answer waits for a change back.
  if (review.package_id !== appointment.package_id) return
  await queueCustomerMail(tx, context, appointment, {
    kind: 'fitment_confirmed',
    condition: decision.answer === 'fits' ? '' : decision.note,
  })
}

/** Records the answer as the verdict on the package for this car. */
async function recordDecision(
  tx: Queryable,
  context: Context,
  actor: Actor,
  {
    appointment,
    review,
    decision,
  }: { appointment: AppointmentRow; review: FitmentReviewRow; decision: Decided },
): Promise<void> {
  const { answer, note } = decision
  const reasons = {
    fits: 'Checked by the shop: it fits your car.',
    fits_with_condition: 'Checked by the shop: fits if this is true for your car:',
    does_not_fit: note,
    activation_only: note === '' ? activationReason : note,
  }
  // The reviewer decides about the fit; the extras of the rules stay.
  const before = await findVerdict(tx, { id: appointment.id, packageId: review.package_id })
  await recordVerdict(
    tx,
    appointment,
    {
      version: await getFitmentVersion(tx),
      generationId: null,
      headUnitId: decision.headUnitId ?? null,
      answers: review.answers as FitmentAnswers,
      verdict: {
        packageId: review.package_id,
        outcome: answer,
        reason: reasons[answer],
        conditions: answer === 'fits_with_condition' ? [{ id: `review/${review.id}`, text: note }] : [],
        extraMinutes: before?.extra_minutes ?? 0,
        extraCents: before?.extra_cents ?? 0,
        ruleIds: [],
      },
      decidedBy: actor.id,
    },
    new Date(context.clock.now()),
  )
}

async function askForPhoto(
  tx: Queryable,
  context: Context,
  {
    appointment,
    review,
    note,
  }: { appointment: AppointmentRow | null; review: FitmentReviewRow; note: string },
): Promise<void> {
  await tx
    .updateTable('fitment_reviews')
    .set({ photo_asked_at: new Date(context.clock.now()), photo_asked_note: note })
    .where('id', '=', review.id)
    .execute()
  if (appointment && appointment.package_id !== review.package_id) return
  if (appointment)
    await queueCustomerMail(tx, context, appointment, {
      kind: 'fitment_photo_needed',
      reviewId: review.id,
      note,
    })
  else await queueRequestMail(tx, context, review, { answer: 'another_photo', note })
}

/** Closes the review and cancels its appointment, which keeps a package that was chosen since. */
async function refuseAppointment(
  context: Context,
  actor: Actor,
  { id, appointmentId, decision }: { id: string; appointmentId: string; decision: Decided },
): Promise<void> {
  const reason = decision.note === '' ? activationReason : decision.note
  const close = async (tx: Queryable, appointment: AppointmentRow) => {
    const review = await lockReview(tx, actor, id)
    await closeReview(tx, context, actor, review, decision)
    await recordDecision(tx, context, actor, { appointment, review, decision })
  }
  await cancelLockedAppointment(
    context,
    appointmentId,
    { id: actor.id, role: staffRoleOf(actor), reason },
    async (tx) => {
      const appointment = await lockAppointment(tx, actor, appointmentId)
      const review = await lockReview(tx, actor, id)
      if (review.package_id === appointment.package_id) return appointment
      await close(tx, appointment)
      return null
    },
    close,
  )
}

const activationReason = 'Your car may only need its own CarPlay switched on, so you don’t need this package.'
