import type { Pool } from 'pg'

/**
 * Makes all connections of a pool report their read statistics. Each connection reports them some seconds
 * late, which would distort a measurement in between.
 */
export async function countReads(pool: Pool): Promise<void> {
  const everyConnection = Array.from({ length: pool.options.max })
  // The sleep keeps each connection busy, so that the pool uses all of them.
  await Promise.all(everyConnection.map(() => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.1)')))
}
