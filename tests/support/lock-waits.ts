import type { Pool, PoolClient } from 'pg'

/** How many connections to this database wait for a lock. Not for a client in a transaction, which would be told the same each time. */
export async function countLockWaits(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? Number.NaN
}

/** Works in an open transaction beside the product's own, and ends it itself. Its locks go with the connection, whatever failed. */
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
