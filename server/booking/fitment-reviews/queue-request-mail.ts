import type { ReviewAnswer } from '../../../contract/fitment/review-endpoints.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { FitmentReviewRow } from '../../database/rows.ts'
import { getShopAndPackage } from '../../notifications/queue-customer-mail.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { reviewLinkOf } from '../../photos/review-token.ts'
import { vehicleOf } from '../../catalog/queries.ts'

/** Tells the customer of a request without an appointment what the shop answered, or that it did not. */
export async function queueRequestMail(
  tx: Queryable,
  context: Context,
  review: FitmentReviewRow,
  { answer, note }: { answer: ReviewAnswer | 'unanswered'; note: string },
): Promise<void> {
  if (review.contact_email === null) return
  const shop = await getShopAndPackage(tx, { shopId: review.shop_id, packageId: review.package_id })
  await queueMail(tx, {
    kind: 'fitment_request_answered',
    recipient: review.contact_email,
    at: new Date(context.clock.now()),
    payload: {
      createdAt: new Date(context.clock.now()).toISOString(),
      vehicle: vehicleOf(review),
      packageName: shop.name,
      shopName: shop.business_name,
      shopAddress: shop.address,
      answer,
      note,
      photoUrl: answer === 'another_photo' ? reviewLinkOf(context, review.id) : null,
      bookUrl: `${context.config.publicUrl}/scheduler`,
    },
  })
}
