import { join } from 'node:path'
import { bundleModule } from '../../scripts/bundle-module.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'

const folder = join(import.meta.dirname, '../../test-results/quick-passwords')

// Playwright calls this once before all workers; it takes a default export only.
// oxlint-disable-next-line import/no-default-export
export default async function prepare(): Promise<void> {
  await ensureBuilt()
  const { NODE_ENV } = process.env
  process.env['QUICK_PASSWORDS'] = await bundleModule('tests/support/hash-passwords-quickly.ts', folder)
  // The bundler sets it for good.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
}
