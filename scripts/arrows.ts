import { dirname, join, normalize } from 'node:path/posix'
import { parseSync } from 'vite'

/** One source file: its path from the project's root, with slashes, and its text. */
export type Source = { path: string; text: string }

type Module = {
  path: string
  files: string[]
  packages: string[]
  onlyReexports: boolean
  hasDefault: boolean
}

/** Features of the server from the top down: each may import those below it. */
const features = [
  'admin',
  'notifications',
  'account',
  'appointments',
  'payments',
  'shops',
  'catalog',
  'identity',
]
/** What every feature stands on; it imports no feature. */
const foundation = /^server\/(context|config|clock|secrets)\.ts$|^server\/database\//
/** Where every feature puts its news, whichever is above it: the one door of the notifications. */
const outbox = 'server/notifications/queue-mail.ts'
const rooms = ['contract', 'server', 'web', 'sandbox']
const entries = [
  'server/main.ts',
  'server/admin-command.ts',
  'server/reconcile-command.ts',
  'server/backup-command.ts',
  'server/restore-command.ts',
  'sandbox/main.ts',
  'web/main.tsx',
  'web/landing/render-landing.tsx',
]
const contractPackages = new Set(['zod', 'zod/mini'])
const contractTestPackages = new Set([...contractPackages, 'vitest', 'fast-check', 'temporal-polyfill'])

const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path)
const roomOf = (path: string): string => path.split('/')[0] ?? ''

function readModule({ path, text }: Source): Module {
  const { module } = parseSync(path, text)
  const reexported = module.staticExports.flatMap((statement) => statement.entries)
  const requests = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...reexported.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  const files = requests
    .filter((request) => request.startsWith('.'))
    .map((request) => normalize(join(dirname(path), request.replace(/\?.*$/, ''))))
  return {
    path,
    files,
    packages: requests.filter((request) => !request.startsWith('.')),
    onlyReexports: reexported.length > 0 && reexported.every((entry) => entry.moduleRequest),
    hasDefault: reexported.some((entry) => entry.exportName.kind === 'Default'),
  }
}

function featureOf(path: string): number {
  return roomOf(path) === 'server' ? features.indexOf(path.split('/')[1] ?? '') : -1
}

/** Why `from` may not import `to`, or null. */
function forbiddenArrow(from: string, to: string): string | null {
  // The version check stands above all rooms.
  if (to === 'require-node.mjs') return null
  const [room, target] = [roomOf(from), roomOf(to)]
  if (rooms.includes(room) && !isTest(from) && target !== room && target !== 'contract') {
    return `${room} imports ${target}`
  }
  if (room === 'sandbox' && target !== 'sandbox') return 'sandbox imports something of ours'
  if (room === 'contract' && target !== 'contract') return `contract imports ${target}`
  if (from.startsWith('web/ui/') && target === 'web' && !to.startsWith('web/ui/'))
    return 'web/ui imports a feature'
  const [feature, other] = [featureOf(from), featureOf(to)]
  if (foundation.test(from) && other >= 0) return 'what every feature stands on imports a feature'
  if (to === outbox) return null
  if (feature >= 0 && other >= 0 && other < feature)
    return `${features[feature]} imports upwards from ${features[other]}`
  if (feature >= 0 && features[other] === 'notifications' && features[feature] !== 'notifications') {
    return 'notifications are reached through the outbox'
  }
  return null
}

function findCycles(modules: ReadonlyMap<string, Module>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(`${[...trail.slice(start), path].join(' -> ')}: a cycle`)
    if (start >= 0 || done.has(path)) return
    for (const next of modules.get(path)?.files ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of modules.keys()) visit(path, [])
  return found
}

function findOrphans(modules: ReadonlyMap<string, Module>): string[] {
  const reached = new Set<string>()
  const open = entries.filter((entry) => modules.has(entry))
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    open.push(...(modules.get(path)?.files ?? []))
  }
  return [...modules.keys()]
    .filter(
      (path) =>
        rooms.includes(roomOf(path)) && !isTest(path) && !reached.has(path) && !path.endsWith('.d.ts'),
    )
    .map((path) => `${path}: nothing that runs reaches it`)
}

/** Everything in the sources that breaks the arrows of ARCHITECTURE.md, a line each. Imports of types count too. */
export function findBrokenArrows(sources: readonly Source[]): string[] {
  const modules = new Map(sources.map((source) => [source.path, readModule(source)]))
  const problems: string[] = []
  for (const module of modules.values()) {
    const { path } = module
    for (const file of module.files) {
      const reason = forbiddenArrow(path, file)
      if (reason) problems.push(`${path} -> ${file}: ${reason}`)
    }
    if (roomOf(path) === 'contract') {
      const allowed = isTest(path) ? contractTestPackages : contractPackages
      for (const name of module.packages) {
        if (!allowed.has(name)) problems.push(`${path} -> ${name}: contract imports zod only`)
      }
    }
    if (module.onlyReexports) problems.push(`${path}: a barrel; import from where the thing is`)
    if (module.hasDefault && rooms.includes(roomOf(path))) problems.push(`${path}: a default export`)
  }
  return [...problems, ...findCycles(modules), ...findOrphans(modules)]
}
