import { sql, type Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

/** Longer than any upload takes. */
const uploadMs = 3_600_000

type PhotoDeletion = { photo_id: string; storage_key: string; due_at: Date }
type WithDeletions = Tables & { photo_deletions: PhotoDeletion }

const withDeletions = (db: Queryable): Kysely<WithDeletions> =>
  db.withTables<Pick<WithDeletions, 'photo_deletions'>>()

/** Plans the deletion of a file that is about to be stored, in case its upload ends without a row. */
export async function planDeletion({ database, clock }: Context, id: string, key: string): Promise<void> {
  await withDeletions(database.db)
    .insertInto('photo_deletions')
    .values({ photo_id: id, storage_key: key, due_at: new Date(clock.now() + uploadMs) })
    .execute()
}

/** Takes a file out of the plan. Returns whether it was there: else the job has deleted the file. */
export async function unplanDeletion(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows: count } = await withDeletions(db)
    .deleteFrom('photo_deletions')
    .where('photo_id', '=', id)
    .executeTakeFirstOrThrow()
  return count > 0n
}

/** Plans the deletion of all photos of a customer, in the transaction that deletes the account. */
export async function planDeletionsOf(tx: Queryable, customerId: string, at: Date): Promise<void> {
  const dueAt = sql<Date>`${at}::timestamptz`
  await withDeletions(tx)
    .insertInto('photo_deletions')
    .columns(['photo_id', 'storage_key', 'due_at'])
    .expression((select) =>
      select
        .selectFrom('fitment_photos as p')
        .innerJoin('fitment_reviews as r', 'r.id', 'p.review_id')
        .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
        .select(['p.id', 'p.storage_key', dueAt.as('due_at')])
        .where('p.deleted_at', 'is', null)
        .where((where) =>
          where.or([where('r.customer_id', '=', customerId), where('a.customer_id', '=', customerId)]),
        )
        .unionAll(
          select
            .selectFrom('work_photos as w')
            .innerJoin('appointments as b', 'b.id', 'w.appointment_id')
            .select(['w.id', 'w.storage_key', dueAt.as('due_at')])
            .where('w.deleted_at', 'is', null)
            .where('b.customer_id', '=', customerId),
        ),
    )
    .onConflict((conflict) => conflict.column('photo_id').doNothing())
    .execute()
}

/** The planned deletions that are due, in the order of their ids. */
export async function listDueDeletions(
  { database, clock }: Context,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; key: string }[]> {
  return withDeletions(database.db)
    .selectFrom('photo_deletions')
    .select(['photo_id as id', 'storage_key as key'])
    .where('due_at', '<=', new Date(clock.now()))
    .where('photo_id', '>', after)
    .orderBy('photo_id')
    .limit(limit)
    .execute()
}
