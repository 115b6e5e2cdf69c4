import { v7 as uuid } from 'uuid'
import { Refusal, refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { encodePhoto } from './encode-photo.ts'
import { planDeletion, unplanDeletion } from './photo-deletions.ts'
import { withinUploadBudget } from './upload-budget.ts'

/** The file of a request, read after the checks. */
export type SentFile = { length: number; read(): Promise<Buffer> }

/** The columns that every row of a photo has. */
export type StoredPhoto = {
  id: string
  storage_key: string
  bytes: number
  width: number
  height: number
  uploaded_at: Date
}

/**
 * Recognizes a photo by its content, encodes it anew, stores it, and lets `insert` write its row in one
 * transaction. Refuses like `encodePhoto` and `insert`, and as `unavailable` when the storage is away or the
 * process has too many uploads; then nothing is kept.
 */
export async function storePhoto<Result>(
  context: Context,
  file: SentFile,
  insert: (tx: Queryable, photo: StoredPhoto) => Promise<Result>,
): Promise<{ photo: StoredPhoto; result: Result }> {
  const { bytes, width, height } = await withinUploadBudget(file.length, async () =>
    encodePhoto(context, await file.read()),
  )
  const id = uuid()
  const key = `photos/${id}.jpg`
  await planDeletion(context, id, key)
  await context.storage.put(key, bytes, 'image/jpeg')
  const uploadedAt = new Date(context.clock.now())
  const photo = { id, storage_key: key, bytes: bytes.length, width, height, uploaded_at: uploadedAt }
  try {
    const result = await context.database.transaction(async (tx) => {
      const inserted = await insert(tx, photo)
      if (!(await unplanDeletion(tx, id))) return refuse('unavailable')
      return inserted
    })
    return { photo, result }
  } catch (error) {
    // After any other error the row may have been committed: the plan says whether it was.
    if (error instanceof Refusal) await discard(context, photo)
    throw error
  }
}

/** Deletes a stored file without a row. Where that fails, the plan stays and the job deletes the file. */
async function discard(context: Context, { id, storage_key: key }: StoredPhoto): Promise<void> {
  try {
    await context.storage.delete(key)
    await unplanDeletion(context.database.db, id)
  } catch (error) {
    context.log.warn({ err: error, key }, 'a file without a row is left to the job')
  }
}
