import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseDown } from '../../server/database/database-errors.ts'
import type { Database } from '../../server/database/open-database.ts'
import { openTestDatabase } from '../support/test-database.ts'

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const errorOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a checked-out idle connection that is lost reports the database as unavailable and ends nothing else', async () => {
  const { pool } = database
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // Listens to the end only: the product must handle the error event itself.
  const fell = new Promise((resolve) => void client.once('end', () => resolve(undefined)))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await fell
  expect(isDatabaseDown(await errorOf(client.query('select 1')))).toBe(true)
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a query that times out closes its connection, so that the rollback does not wait as well', async () => {
  const { db, pool } = database
  // A timeout of 1 s instead of 8.5 s; otherwise the server's own limits would apply first.
  pool.options.query_timeout = 1000
  const begun = performance.now()
  const error = await errorOf(
    db.transaction().execute(async (tx) => {
      await tx.selectFrom('clock').select('offset_seconds').where('offset_seconds', '>=', 0).execute()
      await sql`select pg_sleep(6) where ${1}::int = 1`.execute(tx)
    }),
  )
  expect(isDatabaseDown(error)).toBe(true)
  expect(performance.now() - begun).toBeLessThan(4000)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
