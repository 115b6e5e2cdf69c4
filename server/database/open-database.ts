import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { PoolConfig, types } from 'pg'

import { parserFor } from './column-types.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { preparedPool, type QueryWatch } from './prepared-pool.ts'
import type { Tables } from './tables.ts'
import { transactionsOn, type RunTransaction } from './transaction.ts'

/** The database or a transaction on it. */
export type Queryable = Kysely<Tables>

export type Database = {
  db: Kysely<Tables>
  transaction: RunTransaction
  pool: Pool
  url: string
  /** The time (`performance.now()`) at which a query last failed because the database was unreachable. */
  lostAt(): number
  close(): Promise<void>
}

type Options = {
  poolSize: number
  onError: (error: Error) => void
  watch?: QueryWatch
}

/**
 * Connects like `connectDatabase`: to `databaseUrl`, or without it to the bundled PostgreSQL in `dataDir`.
 */
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
 * Opens one pool and one query builder. Instants are read as Date; `date`, `time` and `timestamp` as text;
 * `bigint` as number. `settings` override the usual pool settings.
 */
export function connectDatabase(
  url: string,
  { poolSize, onError, watch }: Options,
  settings: PoolConfig = {},
): Database {
  const pool = createPool(url, poolSize, settings)
  let closing = false
  // A connection loss during shutdown is expected; at any other time it is reported.
  pool.on('error', (error) => {
    if (!closing) onError(error)
  })
  // The pool listens to idle connections only. Without this listener, a connection lost between two queries
  // of a transaction would end the process. Its client gets the error with the next query.
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
    // Together with one query timeout, less than the fifteen seconds in which every request is answered.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    // A connection that died silently must not block the request.
    query_timeout: 8_500,
    statement_timeout: 8_000,
    lock_timeout: 7_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: parserFor as typeof types.getTypeParser },
    ...settings,
  })
}
