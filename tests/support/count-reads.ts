import type { Pool } from 'pg'

/**
 * Has all connections of a pool count what they have read by now. PostgreSQL has each count for itself and tell some seconds later, which
 * whoever measures in the meantime takes for something else.
 */
export async function countReads(pool: Pool): Promise<void> {
  const everyConnection = Array.from({ length: pool.options.max })
  // One that is busy is not asked twice.
  await Promise.all(everyConnection.map(() => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.1)')))
}
