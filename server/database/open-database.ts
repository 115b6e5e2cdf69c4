import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { PoolConfig, types } from 'pg'

import { parserFor } from './column-types.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { preparedPool, type QueryWatch } from './prepared-pool.ts'
import type { Tables } from './tables.ts'
import { transactionsOn, type RunTransaction } from './transaction.ts'

/** What a query runs on: the database, or a transaction on it. */
export type Queryable = Kysely<Tables>

export type Database = {
  db: Kysely<Tables>
  transaction: RunTransaction
  pool: Pool
  url: string
  /** When a query last failed because the database was away, by `performance.now()`. */
  lostAt(): number
  close(): Promise<void>
}

type Options = {
  poolSize: number
  onError: (error: Error) => void
  watch?: QueryWatch
}

/** As `connectDatabase`, on `databaseUrl`, or on the bundled PostgreSQL in `dataDir` when there is none. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  ...options
}: Options & { databaseUrl?: string | undefined; dataDir: string }): Promise<Database> {
  const server =
    databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, onError: options.onError }) : undefined
  const database = connectDatabase(databaseUrl ?? server?.url ?? '', options)
  return {
    ...database,
    async close() {
      await database.close()
      await server?.stop()
    },
  }
}

/**
 * One pool and one query builder. Instants arrive as Date; `date`, `time` and `timestamp` as the text they are; `bigint` as number.
 * `settings` stand above the pool's usual ones.
 */
export function connectDatabase(
  url: string,
  { poolSize, onError, watch }: Options,
  settings: PoolConfig = {},
): Database {
  const pool = createPool(url, poolSize, settings)
  let closing = false
  // Connections that fall while everything closes are no news; at any other time someone should know.
  pool.on('error', (error) => {
    if (!closing) onError(error)
  })
  // The pool listens to resting connections only. One that falls between two queries of a transaction would end the process; who
  // has it hears of it with the next query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let lostAt = -Infinity
  const prepared = preparedPool(pool, () => (lostAt = performance.now()), watch)
  const dialect = new PostgresDialect({ pool: prepared })
  const db = new Kysely<Tables>({ dialect })

  return {
    db,
    transaction: transactionsOn(db, dialect),
    pool,
    url,
    lostAt: () => lostAt,
    async close() {
      closing = true
      await db.destroy()
    },
  }
}

function createPool(url: string, poolSize: number, settings: PoolConfig): Pool {
  return new Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'dashfit',
    // Together with the time of one query less than the fifteen seconds in which everybody is answered.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    // A connection that died without a word must not hold up whoever asked.
    query_timeout: 8_500,
    statement_timeout: 8_000,
    lock_timeout: 7_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: parserFor as typeof types.getTypeParser },
    ...settings,
  })
}
