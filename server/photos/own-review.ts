import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { readReviewToken } from './review-token.ts'

/** The caller of a customer's own review: the owner of the session, or the bearer of the review's token. */
export type ReviewCaller = { customerId: string } | { token: string }

/** A review with its customer: of the request, else of the appointment; null without an account. */
export type OwnReview = { id: string; shopId: number; customerId: string | null }

/**
 * Finds the review of the caller. Refuses a review of another customer, and one that does not exist, as
 * `not_found`. Refuses a token that is forged, has ended or is of another review as `link_not_valid`.
 */
export async function getOwnReview(
  context: Context,
  reviewId: string,
  caller: ReviewCaller,
): Promise<OwnReview> {
  const refusal = 'token' in caller ? 'link_not_valid' : 'not_found'
  if (!isUuid(reviewId)) return refuse(refusal)
  if ('token' in caller && readReviewToken(context, caller.token) !== reviewId.toLowerCase())
    return refuse(refusal)
  const review = await context.database.db
    .selectFrom('fitment_reviews as r')
    .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
    .select(['r.id', 'r.shop_id as shopId'])
    .select(({ fn }) => fn.coalesce('r.customer_id', 'a.customer_id').as('customerId'))
    .where('r.id', '=', reviewId)
    .executeTakeFirst()
  if (!review) return refuse(refusal)
  if ('customerId' in caller && review.customerId !== caller.customerId) return refuse(refusal)
  return review
}
