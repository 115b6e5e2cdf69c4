import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { isBuildFresh, projectFolder } from './build-fingerprint.ts'

/**
 * Builds only if a source or the lock file changed since the last build. Runs in a child process: the bundler
 * sets NODE_ENV, and its memory must not stay while the product runs.
 */
export async function ensureBuilt(): Promise<void> {
  if (isBuildFresh()) return
  console.log('Building, because the sources changed since the last build …')
  const build = spawn(process.execPath, [join(projectFolder, 'scripts/build.ts')], {
    stdio: 'inherit',
    cwd: projectFolder,
  })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new BuildFailed('The build failed; the messages above say why.')
}

/** Printed without a stack trace. */
export class BuildFailed extends Error {}
