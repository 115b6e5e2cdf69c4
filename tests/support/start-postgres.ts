import { join } from 'node:path'

import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { beginRun } from './test-database.ts'

/** One PostgreSQL for a whole test run: the one at TEST_DATABASE_URL, or the bundled one. */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server =
    given === undefined
      ? await startEmbeddedPostgres({
          dataDir: join(import.meta.dirname, '../../node_modules/.cache/dashfit-test'),
        })
      : undefined
  process.env['TEST_POSTGRES_URL'] = given ?? server?.url
  const dropDatabases = await beginRun()
  return async () => {
    await dropDatabases()
    await server?.stop()
  }
}
