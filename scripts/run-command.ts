import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { buildFolder } from './build-fingerprint.ts'
import { BuildFailed, ensureBuilt } from './ensure-built.ts'
import { planProduct } from './product-plan.ts'

/** Runs one of the built server's commands in the server's environment and ends with its exit code. */
export async function runCommand(name: string): Promise<never> {
  try {
    await ensureBuilt()
    // The server's environment, so that both use the same database and the same providers.
    const { server } = planProduct(process.env, 0)
    const command = spawn(
      process.execPath,
      [join(buildFolder, `server/${name}.js`), ...process.argv.slice(2)],
      { env: server, stdio: 'inherit' },
    )
    const [code] = (await once(command, 'exit')) as [number | null]
    process.exit(code ?? 1)
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
