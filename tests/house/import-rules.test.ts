import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  ['server/slots/b.ts', "import { b } from '../holds/b.ts'\nexport const a = b", 'downwards'],
  ['server/customers/a.ts', "import { b } from '../slots/b.ts'\nexport const a = b", 'downwards'],
  ['server/payments/a.ts', "import { b } from '../customers/b.ts'\nexport const a = b", 'downwards'],
  ['server/holds/provider/a.ts', "import { b } from '../../booking/b.ts'\nexport const a = b", 'downwards'],
  ['server/booking/a.ts', "import type { B } from '../admin/b.ts'\nexport type A = B", 'downwards'],
  ['server/identity/sessions/a.ts', "import { b } from '../../shops/b.ts'\nexport const a = b", 'downwards'],
  ['server/database/a.ts', "import { b } from '../catalog/b.ts'\nexport const a = b", 'downwards'],
  ['server/storage/a.ts', "import { b } from '../photos/b.ts'\nexport const a = b", 'downwards'],
  ['server/photos/a.ts', "import { b } from '../booking/b.ts'\nexport const a = b", 'downwards'],
  ['server/http/a.ts', "import { b } from '../booking/b.ts'\nexport const a = b", 'downwards'],
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
  ['server/holds/c.ts', "import { b } from '../slots/b.ts'\nexport const a = b"],
  ['server/slots/c.ts', "import { b } from '../customers/b.ts'\nexport const a = b"],
  ['server/shops/c.ts', "import { b } from '../notifications/queue-mail.ts'\nexport const a = b"],
  [
    'web/ui/b.ts',
    "import { b } from './c.ts'\nimport { d } from '../../contract/d.ts'\nexport const a = [b, d]",
  ],
]

let folder: string
let findings: { file: string; message: string }[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dashfit-imports-'))
  cpSync(join(projectFolder, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [file, source] of [...forbidden, ...allowed]) {
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
