import { join } from 'node:path'

import { Client } from 'pg'

import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { beginRun } from './test-database.ts'

/** Vitest's global setup; the returned function is the teardown. */
export const setup = (): Promise<() => Promise<void>> => startPostgres('dashfit-test')

/**
 * Starts one PostgreSQL for a test run: the one at TEST_DATABASE_URL, or the bundled one in this cache
 * folder. Concurrent runs have one each, because its connections are limited.
 */
export async function startPostgres(folder: string): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server =
    given === undefined
      ? await startEmbeddedPostgres({
          dataDir: join(import.meta.dirname, '../../node_modules/.cache', folder),
        })
      : undefined
  if (server) await relaxSettings(server.url)
  process.env['TEST_POSTGRES_URL'] = given ?? server?.url
  const dropDatabases = await beginRun()
  return async () => {
    await dropDatabases()
    await server?.stop()
  }
}

/**
 * The databases of a run are disposable, so nothing waits for the disk. Autovacuum would visit each of a
 * hundred databases once a minute, which costs more than it saves.
 */
async function relaxSettings(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const name of ['fsync', 'full_page_writes', 'autovacuum'])
      await client.query(`ALTER SYSTEM SET ${name} = off`)
    await client.query('SELECT pg_reload_conf()')
  } finally {
    await client.end()
  }
}
