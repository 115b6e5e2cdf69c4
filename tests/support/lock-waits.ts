import type { Pool } from 'pg'

/** How many connections to this database wait for a lock. Not for a client in a transaction, which would be told the same each time. */
export async function countLockWaits(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? Number.NaN
}
