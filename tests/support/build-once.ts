import { join } from 'node:path'
import { bundleModule } from '../../scripts/bundle-module.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'

const folder = join(import.meta.dirname, '../../test-results/quick-passwords')

// Playwright calls this once before all workers; it takes a default export only.
// oxlint-disable-next-line import/no-default-export
export default async function prepare(): Promise<void> {
  await ensureBuilt()
  process.env['QUICK_PASSWORDS'] = await bundleModule('tests/support/hash-passwords-quickly.ts', folder)
}
