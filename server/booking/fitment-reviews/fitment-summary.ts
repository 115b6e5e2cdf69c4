import { sql } from 'kysely'
import type { AppointmentFitment } from '../../../contract/fitment/package-fitment.ts'
import { isChoiceDue } from '../../../contract/fitment/review-times.ts'
import { newestVerdict } from '../../fitment/record-verdict.ts'

type OpenReview = NonNullable<AppointmentFitment['review']>

/** The verdict and the open review of an appointment, as one column of a query. */
type FitmentSummary = Omit<AppointmentFitment, 'review'> & {
  review: (Omit<OpenReview, 'isChoiceDue'> & { openedAt: string }) | null
}

/** The verdict on the package of an appointment called `a`, with the review that it awaits. */
export const fitmentSummary = sql<FitmentSummary | null>`(
  select json_build_object('verdict', v.outcome, 'reason', v.reason, 'conditions', v.conditions,
    'isReviewed', v.decided_by is not null, 'extraMinutes', v.extra_minutes, 'extraCents', v.extra_cents,
    'review', (
      select json_build_object('id', r.id, 'photoAsked', r.photo_asked_note, 'isWaiting', r.customer_waits_at is not null,
        'openedAt', r.opened_at,
        'photoCount', (select count(*) from fitment_photos f where f.review_id = r.id and f.deleted_at is null))
      from fitment_reviews r
      where r.appointment_id = a.id and r.package_id = a.package_id and r.answered_at is null))
  from (${newestVerdict}) v)`

/** The summary as a customer sees it. */
export function appointmentFitmentOf(
  summary: FitmentSummary | null,
  startsAt: Date,
  now: number,
): AppointmentFitment | null {
  if (!summary) return null
  if (!summary.review) return { ...summary, review: null }
  const { openedAt, ...review } = summary.review
  const times = { openedAt: Date.parse(openedAt), startsAt: startsAt.getTime(), now }
  return { ...summary, review: { ...review, isChoiceDue: isChoiceDue(times) } }
}
