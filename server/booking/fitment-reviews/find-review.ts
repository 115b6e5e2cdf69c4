import { sql } from 'kysely'
import type { CustomerReview } from '../../../contract/fitment/review-endpoints.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { readReviewToken } from '../../photos/review-token.ts'

/** The review of a mailed link. Refuses a forged, ended or foreign link as `link_not_valid`. */
export async function findReview(context: Context, id: string, token: string): Promise<CustomerReview> {
  if (readReviewToken(context, token) !== id) refuse('link_not_valid')
  const review = await context.database.db
    .selectFrom('fitment_reviews as r')
    .innerJoin('packages as p', 'p.id', 'r.package_id')
    .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
    .select(['r.id', 'r.vehicle_year', 'r.vehicle_make', 'r.vehicle_model', 'r.photo_asked_note', 'p.name'])
    .select([
      sql<boolean>`r.answered_at is null and (a.id is null or a.state = 'booked')`.as('is_open'),
      sql<number>`(select count(*)::integer from fitment_photos f where f.review_id = r.id and f.deleted_at is null)`.as(
        'photo_count',
      ),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!review) return refuse('link_not_valid')
  return {
    id: review.id,
    vehicleInfo: { year: review.vehicle_year, make: review.vehicle_make, model: review.vehicle_model },
    packageName: review.name,
    isOpen: review.is_open,
    photoAsked: review.photo_asked_note,
    photoCount: review.photo_count,
  }
}
