import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'

/** A file that breaks a rule of imports, and the rule's message. */
const forbidden: [file: string, source: string, message: string][] = [
  ['contract/a.ts', "import { b } from '../server/b.ts'\nexport const a = b", 'itself and zod alone'],
  ['contract/c.ts', "import { b } from 'node:fs'\nexport const a = b", 'itself and zod alone'],
  ['contract/d.ts', "import { b } from 'react'\nexport const a = b", 'itself and zod alone'],
  ['web/shops/a.ts', "import { b } from '../../server/b.ts'\nexport const a = b", 'the contract alone'],
  ['web/ui/a.ts', "import { b } from '../shops/b.ts'\nexport const a = b", 'knows no feature'],
  ['sandbox/a.ts', "import { b } from '../contract/b.ts'\nexport const a = b", 'nothing of the product'],
  ['server/slots/a.ts', "import { b } from '../../web/b.ts'\nexport const a = b", 'the contract alone'],
  ['server/holds/provider/a.ts', "import { b } from '../../booking/b.ts'\nexport const a = b", 'downwards'],
  ['server/booking/a.ts', "import type { B } from '../admin/b.ts'\nexport type A = B", 'downwards'],
  ['server/identity/sessions/a.ts', "import { b } from '../../shops/b.ts'\nexport const a = b", 'downwards'],
  [
    'server/shops/a.ts',
    "import { b } from '../notifications/send-outbox.ts'\nexport const a = b",
    'queue-mail',
  ],
  [
    'server/shops/b.ts',
    "import { b } from '../notifications/queue-customer-mail.ts'\nexport const a = b",
    'queue-mail',
  ],
  [
    'server/admin/a.ts',
    "import { shopScope } from '../identity/shop-scope.ts'\nexport const a = shopScope",
    'session gate',
  ],
  ['server/admin/b.ts', "export * from './a.ts'\nexport * from './c.ts'", 'barrel'],
  ['web/shops/c.ts', 'export default 1', 'default'],
]
const allowed: [file: string, source: string][] = [
  ['contract/e.ts', "import * as z from 'zod/mini'\nimport { b } from './money.ts'\nexport const a = [z, b]"],
  ['server/shops/c.ts', "import { b } from '../notifications/queue-mail.ts'\nexport const a = b"],
  [
    'web/ui/b.ts',
    "import { b } from './c.ts'\nimport { d } from '../../contract/d.ts'\nexport const a = [b, d]",
  ],
]

const low = ['catalog', 'identity', 'photos']
const middle = [...low, 'shops']
const high = [
  ...middle,
  'contacts',
  'customers',
  'fitment',
  'holds',
  'notifications',
  'payments',
  'slots',
  'texts',
]
const every = [...high, 'account', 'booking', 'funnel', 'landing', 'live', 'people', 'workshop']

/** The features that each folder of the server may import beside itself. */
const importable: Record<string, readonly string[]> = {
  concurrency: [],
  database: [],
  jobs: [],
  storage: [],
  telemetry: [],
  http: ['identity', 'landing'],
  identity: [],
  live: ['identity'],
  catalog: low,
  photos: low,
  funnel: low,
  fitment: low,
  payments: low,
  shops: low,
  customers: [...low, 'contacts'],
  contacts: [...low, 'customers'],
  landing: [...middle, 'people'],
  people: [...middle, 'landing'],
  slots: [...middle, 'contacts', 'customers'],
  texts: [],
  notifications: [...middle, 'payments', 'texts'],
  holds: high,
  booking: high,
  workshop: [...high, 'booking'],
  account: [...high, 'booking', 'workshop'],
  admin: every,
}
const infrastructure = ['concurrency', 'database', 'http', 'jobs', 'storage', 'telemetry']
const serverFolders = readdirSync(join(projectFolder, 'server'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const features = serverFolders.filter((name) => !infrastructure.includes(name))
const importOf = (from: string, to: string) => `server/${from}/import-${to}.ts`
const pairs = serverFolders.flatMap((from) =>
  features
    // Identity and shops queue mail by one file of the notifications, which tests above check.
    .filter((to) => to !== from && !(to === 'notifications' && ['identity', 'shops'].includes(from)))
    .map((to) => ({ from, to })),
)

let folder: string
let findings: { file: string; message: string }[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dashfit-imports-'))
  cpSync(join(projectFolder, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  const crossing = pairs.map(({ from, to }): [string, string] => [
    importOf(from, to),
    `import { b } from '../${to}/b.ts'\nexport const a = b`,
  ])
  for (const [file, source] of [...forbidden, ...allowed, ...crossing]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${source}\n`)
  }
  const oxlint = join(projectFolder, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--format=json'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  const report = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string; help?: string; code: string }[]
  }
  findings = report.diagnostics.map(({ filename, message, help = '', code }) => ({
    file: filename.replaceAll('\\', '/'),
    message: `${code} ${message} ${help}`,
  }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(forbidden)('%s is refused', (file, _source, message) => {
  const found = findings.filter((one) => one.file === file).map((one) => one.message)
  expect(found.join('\n')).toContain(message)
})

test.each(allowed)('%s is allowed', (file) => {
  expect(findings.filter((one) => one.file === file)).toEqual([])
})

test.each(serverFolders)('server/%s imports the features below it and no other', (from) => {
  const refused = pairs.filter(
    ({ from: at, to }) =>
      at === from &&
      findings.some(({ file, message }) => file === importOf(from, to) && message.includes('downwards')),
  )
  const others = pairs.filter(({ from: at, to }) => at === from && !importable[from]?.includes(to))
  expect(refused).toEqual(others)
})
