import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { buildFolder, projectFolder } from '../scripts/build-fingerprint.ts'

const alone = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.body).render(createElement('p', null, 'React'))
`

/** The bytes of React and its DOM with one paragraph to draw, bundled as the product is, gzipped. */
export async function weighReactAlone(): Promise<number> {
  process.env['NODE_ENV'] = 'production'
  // Beside the product's own build, from where it finds its packages.
  const folder = join(buildFolder, 'react-alone')
  const input = join(folder, 'react-alone.js')
  await mkdir(folder, { recursive: true })
  await writeFile(input, alone)
  const result = await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, rolldownOptions: { input } },
  })
  const { output } = result as Rolldown.RolldownOutput
  return output.reduce(
    (sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code, { level: 9 }).length : 0),
    0,
  )
}
