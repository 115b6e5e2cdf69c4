import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { buildFolder } from './build-fingerprint.ts'
import { BuildFailed, ensureBuilt } from './ensure-built.ts'
import { planProduct } from './product-plan.ts'

try {
  await ensureBuilt()
  // The same environment as the server's, so that both mean the same database.
  const { server } = planProduct(process.env, 0)
  const command = spawn(
    process.execPath,
    [join(buildFolder, 'server/admin-command.js'), ...process.argv.slice(2)],
    { env: server, stdio: 'inherit' },
  )
  const [code] = (await once(command, 'exit')) as [number | null]
  process.exit(code ?? 1)
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error
  console.error(error.message)
  process.exit(1)
}
