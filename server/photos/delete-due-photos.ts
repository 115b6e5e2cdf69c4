import { Refusal } from '../../contract/refusals.ts'
import { retentionDays } from '../../contract/retention.ts'
import type { Context } from '../context.ts'
import { lowestUuid } from '../database/uuid.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'
import { listDueDeletions, unplanDeletion } from './photo-deletions.ts'

export const deletePhotosJob = 'photos.delete-due'

const dayMs = 86_400_000
const batchSize = 100

const refusedOutcomes = ['does_not_fit', 'activation_only', 'withdrawn', 'unanswered'] as const

type DuePhoto = { id: string; key: string }

/**
 * The photos whose time is over: 90 days after the answer of a review that sold nothing or has no
 * appointment, and 120 days after the end of an appointment.
 */
async function listOutdated({ database, clock }: Context, after: DuePhoto | null): Promise<DuePhoto[]> {
  const now = clock.now()
  const refusedBefore = new Date(now - retentionDays.refusedPhotos * dayMs)
  const endedBefore = new Date(now - retentionDays.endedPhotos * dayMs)
  return (
    database.db
      .selectFrom('fitment_photos as p')
      .innerJoin('fitment_reviews as r', 'r.id', 'p.review_id')
      .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
      .select(['p.id', 'p.storage_key as key'])
      .where('p.deleted_at', 'is', null)
      // A photo is added before the answer and before the appointment, so none is younger: for the index.
      .where('p.uploaded_at', '<=', refusedBefore)
      .where('p.id', '>', after?.id ?? lowestUuid)
      .where((where) =>
        where.or([
          where.and([
            where('r.answered_at', '<=', refusedBefore),
            where.or([where('r.outcome', 'in', refusedOutcomes), where('r.appointment_id', 'is', null)]),
          ]),
          where.and([
            where('a.state', 'in', ['completed', 'cancelled', 'released']),
            where('a.ends_at', '<=', endedBefore),
          ]),
        ]),
      )
      .orderBy('p.id')
      .limit(batchSize)
      .execute()
  )
}

/** The photos of work orders, 120 days after the end of their appointment. */
async function listOutdatedOfWork({ database, clock }: Context, after: DuePhoto | null): Promise<DuePhoto[]> {
  const endedBefore = new Date(clock.now() - retentionDays.endedPhotos * dayMs)
  return (
    database.db
      .selectFrom('work_photos as p')
      .innerJoin('appointments as a', 'a.id', 'p.appointment_id')
      .select(['p.id', 'p.storage_key as key'])
      .where('p.deleted_at', 'is', null)
      // A photo is added before or soon after the end of the job: for the index.
      .where('p.uploaded_at', '<=', endedBefore)
      .where('a.ends_at', '<=', endedBefore)
      .where('p.id', '>', after?.id ?? lowestUuid)
      .orderBy('p.id')
      .limit(batchSize)
      .execute()
  )
}

/** Deletes a file. Its row stays, with the time. The next tick tries a storage again that is away. */
async function deleteFile({ storage, database, clock }: Context, { id, key }: DuePhoto): Promise<void> {
  try {
    await storage.delete(key)
  } catch (error) {
    // The storage has logged it.
    if (error instanceof Refusal) return
    throw error
  }
  for (const table of ['fitment_photos', 'work_photos'] as const)
    await database.db
      .updateTable(table)
      .set({ deleted_at: new Date(clock.now()) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
  await unplanDeletion(database.db, id)
}

/** Deletes the files of photos whose time is over, and those whose deletion was planned. */
export async function deleteDuePhotos(context: Context): Promise<void> {
  const work = (photo: DuePhoto) => deleteFile(context, photo)
  await workInRounds(context, {
    name: 'outdated_photos',
    batchSize,
    list: (after: DuePhoto | null) => listOutdated(context, after),
    work,
  })
  await workInRounds(context, {
    name: 'outdated_work_photos',
    batchSize,
    list: (after: DuePhoto | null) => listOutdatedOfWork(context, after),
    work,
  })
  await workInRounds(context, {
    name: 'photo_deletions',
    batchSize,
    list: (after: DuePhoto | null) =>
      listDueDeletions(context, { after: after?.id ?? lowestUuid, limit: batchSize }),
    work,
  })
}
