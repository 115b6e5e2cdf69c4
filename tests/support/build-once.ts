import { join } from 'node:path'
import { bundleModule } from '../../scripts/bundle-module.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { startPostgres } from './start-postgres.ts'

const folder = join(import.meta.dirname, '../../test-results/quick-passwords')

/**
 * Playwright's global setup; the returned function is the teardown. All products of the run share one
 * PostgreSQL: with a cluster of its own, each start would take three times as long.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright takes a default export only
export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt()
  process.env['QUICK_PASSWORDS'] = await bundleModule('tests/support/hash-passwords-quickly.ts', folder)
  return startPostgres('dashfit-test-browser')
}
