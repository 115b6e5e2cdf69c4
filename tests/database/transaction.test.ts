import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database, Queryable } from '../../server/database/open-database.ts'
import { answersOf, leaveToCommit } from '../../server/database/transaction.ts'
import { openTestDatabase } from '../support/test-database.ts'

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
  await database.pool.query('create table notes (id integer primary key, word text not null)')
})
afterEach(() => database.close())

const write = (db: Queryable, id: number, word: string | null = 'here') =>
  sql`insert into notes (id, word) values (${id}, ${word})`.execute(db)

async function listNotes(db: Queryable = database.db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(db)
  return rows.map(({ id }) => id)
}

test('queries pipelined behind a lock read the state after the lock was granted', async () => {
  await write(database.db, 1)
  const lock = (tx: Queryable) => sql`select from notes where id = 1 for update`.execute(tx)
  let isWritten: () => void = () => undefined
  const written = new Promise<void>((resolve) => (isWritten = resolve))
  const first = database.transaction(async (tx) => {
    await lock(tx)
    isWritten()
    await wait(200)
    await write(tx, 2)
  })
  await written
  const seen = await database.transaction(async (tx) => (await answersOf(lock(tx), listNotes(tx)))[1])
  await first
  expect(seen).toEqual([1, 2])
})

test('a statement left to the commit is committed with the rest, and its failure rolls everything back', async () => {
  await database.transaction(async (tx) => {
    await write(tx, 1)
    await leaveToCommit(tx, write(tx, 2))
  })
  const failing = database.transaction(async (tx) => {
    await write(tx, 3)
    await leaveToCommit(tx, write(tx, 4, null))
    await leaveToCommit(tx, write(tx, 5))
  })
  // The first failure, not the aborted transaction that later statements report.
  await expect(failing).rejects.toMatchObject({ code: '23502' })
  expect(await listNotes()).toEqual([1, 2])
})

test('a failure of a statement left to the commit is reported although the work went on', async () => {
  const failing = database.transaction(async (tx) => {
    await leaveToCommit(tx, write(tx, 1, null))
    await wait(50)
  })
  await expect(failing).rejects.toMatchObject({ code: '23502' })
  expect(await listNotes()).toEqual([])
})

test('a failure of a statement left to the commit is reported instead of later failures', async () => {
  const failing = database.transaction(async (tx) => {
    await leaveToCommit(tx, write(tx, 1, null))
    await write(tx, 2)
  })
  await expect(failing).rejects.toMatchObject({ code: '23502' })
  expect(await listNotes()).toEqual([])
})

test('pipelined queries report the first failure in the order of the queries', async () => {
  const work = (tx: Queryable) =>
    answersOf(
      write(tx, 1),
      write(tx, 2, null).catch(async (error: unknown) => {
        await wait(50)
        throw error
      }),
      write(tx, 3),
    )
  await expect(database.transaction(work)).rejects.toMatchObject({ code: '23502' })
  expect(await listNotes()).toEqual([])
})

test('a transaction whose work ignores a failed statement is not committed', async () => {
  const work = async (tx: Queryable): Promise<void> => {
    await write(tx, 1)
    await write(tx, 1).catch(() => undefined)
  }
  await expect(database.transaction(work)).rejects.toThrow('the work went on')
  expect(await listNotes()).toEqual([])
})

test('an exception rolls everything back, including queries in flight, and frees the connection', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const work = async (tx: Queryable): Promise<void> => {
      void write(tx, 1)
      throw new Error('not like this')
    }
    await expect(database.transaction(work)).rejects.toThrow('not like this')
  }
  expect(await listNotes()).toEqual([])
})

test('a statement after the end of its transaction is refused', async () => {
  let kept: Queryable = database.db
  await database.transaction(async (tx) => {
    kept = tx
    await write(tx, 1)
  })
  await expect(write(kept, 2)).rejects.toThrow('after the end')
  expect(await listNotes()).toEqual([1])
})

test('outside a transaction a statement left to the commit runs at once', async () => {
  await leaveToCommit(database.db, write(database.db, 1))
  expect(await listNotes()).toEqual([1])
  await expect(leaveToCommit(database.db, write(database.db, 1))).rejects.toMatchObject({ code: '23505' })
})
