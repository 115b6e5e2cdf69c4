import type { Pool, PoolClient } from 'pg'

/**
 * Counts connections to this database that wait for a lock. Run it outside a transaction: within one, the
 * statistics are a snapshot.
 */
export async function countLockWaits(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? Number.NaN
}

/**
 * Runs the work while a second transaction is open. Closing the connection releases its locks even after a
 * failure.
 */
export async function duringTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    client.release(true)
  }
}
