import { photosOfJob } from '../../../contract/limits.ts'
import type { WorkPhoto, WorkPhotoKind } from '../../../contract/workshop/work-order.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { photoUrl } from '../../photos/photo-link.ts'
import { storePhoto, type SentFile } from '../../photos/store-photo.ts'
import { lockWork } from '../lock-work.ts'

/**
 * Adds a photo to the work order of an appointment. Refuses as `lockWork` and `storePhoto` do, and as
 * `too_many_photos` beyond `photosOfJob`.
 */
export async function addWorkPhoto(
  context: Context,
  actor: Actor,
  id: string,
  { kind, file }: { kind: WorkPhotoKind; file: SentFile },
): Promise<WorkPhoto> {
  // Decided again under the lock: this spares an upload that would be in vain.
  await context.database.transaction((tx) => lockWithRoom(tx, context, actor, id))
  const { photo } = await storePhoto(context, file, async (tx, stored) => {
    const shopId = await lockWithRoom(tx, context, actor, id)
    await tx
      .insertInto('work_photos')
      .values({ ...stored, shop_id: shopId, appointment_id: id, kind, actor_id: actor.id })
      .execute()
  })
  return {
    id: photo.id,
    kind,
    url: photoUrl(context, photo.id),
    width: photo.width,
    height: photo.height,
    uploadedAt: photo.uploaded_at.toISOString(),
  }
}

/** The shop of the work, whose photos are not full. */
async function lockWithRoom(tx: Queryable, context: Context, actor: Actor, id: string): Promise<number> {
  const work = await lockWork(tx, context, actor, id)
  const { count } = await tx
    .selectFrom('work_photos')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('appointment_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= photosOfJob)
    refuse('too_many_photos', { sentence: `This job has ${photosOfJob} photos, the most we can keep.` })
  return work.shop_id
}
