import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { projectFolder } from './build-fingerprint.ts'

/**
 * Subsets Inter to the characters of our own texts, so that the first visit loads 24 kB instead of 73: tsx
 * scripts/cut-font.ts. Names with other characters load the whole file (see the font in web/styles.css).
 */
const letters = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
const signs = '\u00A0©·×–—‘’“”…→'

const whole = await readFile(
  join(projectFolder, 'node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'),
)
// The package's types lack `keepFeatures`.
const options: NonNullable<Parameters<typeof subsetFont>[2]> & { keepFeatures: string[] } = {
  targetFormat: 'woff2',
  // The weights that the pages use, and of the alternates only those of web/base.css and tabular figures.
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'rvrn', 'rlig', 'liga', 'cv11', 'ss03', 'tnum'],
}
const cut = await subsetFont(whole, letters + signs, options)
await mkdir(join(projectFolder, 'web/fonts'), { recursive: true })
await writeFile(join(projectFolder, 'web/fonts/inter-basic.woff2'), cut)
console.log(`web/fonts/inter-basic.woff2: ${cut.length} bytes of ${whole.length}`)
