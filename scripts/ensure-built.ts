import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { isBuildFresh, projectFolder } from './build-fingerprint.ts'

/**
 * Builds only when a source or the lock file changed since the last build. In a process of its own: the bundler sets
 * NODE_ENV, and its memory should not stay for as long as the product runs.
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

/** Its message is all a person needs. */
export class BuildFailed extends Error {}
