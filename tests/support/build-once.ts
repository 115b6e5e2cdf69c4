import { join } from 'node:path'
import { bundleModule } from '../../scripts/bundle-module.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { startPostgres } from './start-postgres.ts'

const folder = join(import.meta.dirname, '../../test-results/quick-passwords')

/**
 * Playwright calls this once before all workers, and the returned function after them. All products of the run share one PostgreSQL:
 * a cluster of its own would make each start three times as long.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright takes a default export only
export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt()
  process.env['QUICK_PASSWORDS'] = await bundleModule('tests/support/hash-passwords-quickly.ts', folder)
  return startPostgres('dashfit-test-browser')
}
