import type { Context } from '../context.ts'
import { photoUrl } from './photo-link.ts'

/**
 * The photos that a customer has sent, and those of the work on their cars, oldest first. The link to one
 * that is kept ends after 10 minutes.
 */
export async function listOwnPhotos(context: Context, customerId: string) {
  const photos = await context.database.db
    .selectFrom('fitment_photos as p')
    .innerJoin('fitment_reviews as r', 'r.id', 'p.review_id')
    .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
    .select(['p.id', 'p.width', 'p.height', 'p.bytes', 'p.uploaded_at', 'p.deleted_at'])
    .where((where) =>
      where.or([where('r.customer_id', '=', customerId), where('a.customer_id', '=', customerId)]),
    )
    .unionAll((select) =>
      select
        .selectFrom('work_photos as w')
        .innerJoin('appointments as b', 'b.id', 'w.appointment_id')
        .select(['w.id', 'w.width', 'w.height', 'w.bytes', 'w.uploaded_at', 'w.deleted_at'])
        .where('b.customer_id', '=', customerId),
    )
    .orderBy('id')
    .execute()
  return photos.map(({ id, width, height, bytes, uploaded_at: sentAt, deleted_at: deletedAt }) => ({
    sentAt: sentAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
    width,
    height,
    bytes,
    link: deletedAt === null ? `${context.config.publicUrl}${photoUrl(context, id)}` : null,
  }))
}
