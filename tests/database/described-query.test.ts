import { sql } from 'kysely'
import type { Client, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database, Queryable } from '../../server/database/open-database.ts'
import { answersOf } from '../../server/database/transaction.ts'
import { openTestDatabase } from '../support/test-database.ts'

let database: Database
let described = 0

beforeEach(async () => {
  database = await openTestDatabase()
  described = 0
  database.pool.on('connect', (client: PoolClient) => {
    const { connection } = client as unknown as Client & { connection: NodeJS.EventEmitter }
    connection.on('rowDescription', () => (described += 1))
  })
  await sql`create table notes (id integer primary key, word text, made timestamptz not null)`.execute(
    database.db,
  )
  await sql`insert into notes values (1, 'one', '2026-11-01 08:00Z'), (2, null, '2026-11-02 08:00Z')`.execute(
    database.db,
  )
})
afterEach(() => database.close())

type Note = { id: number; word: string | null; made: Date }

async function noteOf(db: Queryable, id: number): Promise<Note[]> {
  const { rows } = await sql<Note>`select id, word, made from notes where id = ${id}`.execute(db)
  return rows
}

const first: Note = { id: 1, word: 'one', made: new Date('2026-11-01T08:00Z') }
const second: Note = { id: 2, word: null, made: new Date('2026-11-02T08:00Z') }

test('a statement is described on its first run, and reads the same on every other', async () => {
  const { db } = database
  expect(await noteOf(db, 1)).toEqual([first])
  expect(described).toBe(1)
  expect(await noteOf(db, 2)).toEqual([second])
  expect(await noteOf(db, 3)).toEqual([])
  expect(await noteOf(db, 1)).toEqual([first])
  expect(described).toBe(1)
})

test('one without rows is answered with how many it changed, the first time and later', async () => {
  const rename = (word: string) => sql`update notes set word = ${word} where id > ${0}`.execute(database.db)
  expect(await rename('a')).toMatchObject({ rows: [], numAffectedRows: 2n })
  expect(await rename('b')).toMatchObject({ rows: [], numAffectedRows: 2n })
  expect(described).toBe(0)
})

test('each connection is told by itself, and what is asked together has its own answers', async () => {
  const ask = (tx: Queryable) => answersOf(noteOf(tx, 1), noteOf(tx, 2), noteOf(tx, 3))
  const both = await Promise.all([database.transaction(ask), database.transaction(ask)])
  expect(both).toEqual([
    [[first], [second], []],
    [[first], [second], []],
  ])
  const before = described
  expect(await database.transaction(ask)).toEqual(both[0])
  expect(described).toBe(before)
})

test('a statement that failed on its first run is described when it is run again', async () => {
  const divide = (by: number) => sql<{ part: number }>`select 6 / ${by}::integer as part`.execute(database.db)
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(2)).rows).toEqual([{ part: 3 }])
  expect((await divide(3)).rows).toEqual([{ part: 2 }])
})

test('a statement whose columns became others is refused by the database and never read wrongly', async () => {
  const { db } = database
  await noteOf(db, 1)
  await sql`alter table notes alter column word type bytea using word::bytea`.execute(db)
  await expect(noteOf(db, 1)).rejects.toThrow('cached plan must not change result type')
})

test('an error is told from where the statement was asked', async () => {
  const error = await noteOf(database.db, Number.NaN).catch((failed: unknown) => failed)
  expect(error).toMatchObject({ code: '22P02' })
  expect((error as Error).stack).toContain('noteOf')
})
