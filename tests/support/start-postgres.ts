import { join } from 'node:path'

import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { beginRun } from './test-database.ts'

/** Vitest calls this once before all files, and the returned function after them. */
export const setup = (): Promise<() => Promise<void>> => startPostgres('dashfit-test')

/**
 * One PostgreSQL for a whole test run: the one at TEST_DATABASE_URL, or the bundled one in this folder of the cache. Runs that go on at
 * the same time have one each, since its connections are limited.
 */
export async function startPostgres(folder: string): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server =
    given === undefined
      ? await startEmbeddedPostgres({
          dataDir: join(import.meta.dirname, '../../node_modules/.cache', folder),
        })
      : undefined
  process.env['TEST_POSTGRES_URL'] = given ?? server?.url
  const dropDatabases = await beginRun()
  return async () => {
    await dropDatabases()
    await server?.stop()
  }
}
