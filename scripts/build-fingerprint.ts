import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const projectFolder = resolve(import.meta.dirname, '..')
export const buildFolder = join(projectFolder, 'dist')

const SOURCES = [
  'contract',
  'server',
  'web',
  'sandbox',
  'require-node.mjs',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build-product.ts',
  'scripts/bundle-packages.ts',
  'scripts/compress-files.ts',
  'scripts/page-files.ts',
]

/** A digest of everything the build is made from; tests are no part of it. */
export function fingerprintSources(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, source)
  return hash.digest('hex')
}

/** Whether dist was built from exactly the sources that are here now. */
export function isBuildFresh(): boolean {
  const note = join(buildFolder, 'fingerprint')
  return existsSync(note) && readFileSync(note, 'utf8') === fingerprintSources()
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const absolute = join(projectFolder, path)
  if (!existsSync(absolute)) return
  if (/\.(test\.tsx?|md)$/.test(path)) return
  const entries = path.includes('.') ? undefined : readdirSync(absolute, { withFileTypes: true })
  if (entries === undefined) {
    hash.update(`${path}\0`).update(readFileSync(absolute)).update('\0')
    return
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    addTo(hash, `${path}/${entry.name}`)
  }
}
