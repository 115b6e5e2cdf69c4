import { photosLeft } from '../../contract/fitment/photos-left.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { consumeRateLimit } from '../identity/limits/rate-limit.ts'
import { getOwnReview, type OwnReview, type ReviewCaller } from './own-review.ts'
import { photoUrl } from './photo-link.ts'
import { storePhoto, type SentFile, type StoredPhoto } from './store-photo.ts'

/** Uploads of one review, most of which may be refused. */
const uploadLimit = { windowSeconds: 3600, max: 30 }

/** Tells the shop that the photo it asked for is there, in the transaction that keeps it. */
type TellShop = (tx: Queryable, reviewId: string) => Promise<void>

export type AddedPhoto = { id: string; url: string; width: number; height: number; photosLeft: number }

/**
 * Adds a photo to an open review of the caller, and answers the shop's request for one. The file is
 * recognized by its content and encoded anew before it is stored. Refuses like `getOwnReview` and
 * `encodePhoto`, as `review_answered`, as `too_many_photos` at 3 kept ones (the shop may ask for more), as
 * `too_many_requests` after 30 uploads in an hour, and as `unavailable` when the storage is away or the
 * process has too many uploads; then nothing is kept.
 */
export async function addPhoto(
  context: Context,
  {
    reviewId,
    caller,
    file,
    tellShop,
  }: { reviewId: string; caller: ReviewCaller; file: SentFile; tellShop: TellShop },
): Promise<AddedPhoto> {
  const review = await getOwnReview(context, reviewId, caller)
  // Decided again under the lock: this spares an upload that would be in vain.
  await requireRoom(context.database.db, review)
  await consumeRateLimit(context, `add-photo:${review.id}`, uploadLimit)
  const { photo, result } = await storePhoto(context, file, (tx, stored) =>
    insertPhoto(tx, review, stored, tellShop),
  )
  const { id, width, height } = photo
  return { id, url: photoUrl(context, id), width, height, photosLeft: result }
}

/**
 * The number of photos that the review still takes. Refuses an answered one, one whose appointment is not
 * booked, and a full one.
 */
async function requireRoom(db: Queryable, { id }: OwnReview): Promise<number> {
  const review = await db
    .selectFrom('fitment_reviews as r')
    .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
    .select(['r.answered_at', 'r.photo_asked_at', 'a.state'])
    .select((select) =>
      select
        .selectFrom('fitment_photos as p')
        .select((count) => count.fn.countAll<string>().as('count'))
        .whereRef('p.review_id', '=', 'r.id')
        .where('p.deleted_at', 'is', null)
        .as('kept'),
    )
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!review) return refuse('not_found')
  if (review.answered_at !== null || (review.state !== null && review.state !== 'booked'))
    return refuse('review_answered')
  const left = photosLeft({ photoCount: Number(review.kept), isAsked: review.photo_asked_at !== null })
  return left > 0 ? left : refuse('too_many_photos')
}

async function insertPhoto(
  tx: Queryable,
  review: OwnReview,
  photo: StoredPhoto,
  tellShop: TellShop,
): Promise<number> {
  await requireAccount(tx, review.customerId)
  // The count is exact under this lock, and the shop's answer waits for it.
  await tx.selectFrom('fitment_reviews').select('id').where('id', '=', review.id).forUpdate().execute()
  const left = await requireRoom(tx, review)
  await tx
    .insertInto('fitment_photos')
    .values({ ...photo, shop_id: review.shopId, review_id: review.id })
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('fitment_reviews')
    .set({ photo_asked_at: null, photo_asked_note: null })
    .where('id', '=', review.id)
    .where('photo_asked_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await tellShop(tx, review.id)
  return left - 1
}

/** A deletion of the account waits for this lock and then finds the photo, or has come first. */
async function requireAccount(tx: Queryable, customerId: string | null): Promise<void> {
  if (customerId === null) return
  const { deleted_at: deletedAt } = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', customerId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (deletedAt !== null) refuse('not_found')
}
