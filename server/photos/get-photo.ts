import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { isPhotoLinkValid } from './photo-link.ts'

/**
 * The JPEG file of a signed link. Refuses a forged or ended link as `link_not_valid`, a photo that was
 * deleted as `not_found`, and as `unavailable` when the storage is away.
 */
export async function getPhoto(
  context: Context,
  link: { photoId: string; expires: string; signature: string },
): Promise<Buffer> {
  if (!isUuid(link.photoId) || !isPhotoLinkValid(context, link)) return refuse('link_not_valid')
  const photo = await findStored(context, link.photoId)
  if (!photo) return refuse('not_found')
  const bytes = await context.storage.get(photo.storage_key)
  if (bytes !== null) return bytes
  context.log.error({ key: photo.storage_key }, 'the storage has lost the file of a photo')
  return refuse('not_found')
}

function findStored({ database: { db } }: Context, id: string) {
  return db
    .selectFrom('fitment_photos')
    .select('storage_key')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .unionAll(
      db.selectFrom('work_photos').select('storage_key').where('id', '=', id).where('deleted_at', 'is', null),
    )
    .executeTakeFirst()
}
