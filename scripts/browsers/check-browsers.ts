import { readFileSync } from 'node:fs'
import type { SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { projectFolder } from '../build-fingerprint.ts'
import { guardedUses } from './guarded-uses.ts'
import { judgeScripts, type BuiltScript } from './judge-scripts.ts'
import { supportedBrowsers } from './supported-browsers.ts'

/** The scripts of the pages, built in memory as `npm run build` does. */
async function buildScripts(): Promise<BuiltScript[]> {
  process.env['NODE_ENV'] = 'production'
  const result = await build({
    configFile: join(projectFolder, 'vite.config.ts'),
    root: join(projectFolder, 'web'),
    logLevel: 'warn',
    build: { write: false, reportCompressedSize: false },
  })
  const { output } = result as Rolldown.RolldownOutput
  return output.flatMap((file) =>
    file.type === 'chunk'
      ? {
          path: `dist/web/${file.fileName}`,
          code: file.code,
          map: file.map as unknown as SourceMapPayload | null,
        }
      : [],
  )
}

/** The landing page's own script, which is sent as it is. */
const landingScript = 'web/landing/start.js'
const scripts = [
  ...(await buildScripts()),
  { path: landingScript, code: readFileSync(join(projectFolder, landingScript), 'utf8'), map: null },
]
const problems = judgeScripts(scripts, guardedUses)
const browsers = Object.entries(supportedBrowsers).map(([name, version]) => `${name} ${version}`)
console.log(`${scripts.length} scripts for ${browsers.join(', ')}: ${problems.length} problems`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
