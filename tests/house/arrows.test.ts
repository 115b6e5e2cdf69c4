import { expect, test } from 'vitest'
import { findBrokenArrows } from '../../scripts/arrows.ts'

/** Adds an entry that imports all files, so that only the rule under test can fail. */
function problemsIn(files: Record<string, string>): string[] {
  const inFolders = Object.keys(files).filter(
    (path) => /^(server|web|contract)\//.test(path) && !path.includes('.test.'),
  )
  const entry = inFolders
    .filter((path) => path.startsWith('server/') || path.startsWith('contract/'))
    .map((path) => `import '../${path}'`)
  const webEntry = inFolders.filter((path) => path.startsWith('web/')).map((path) => `import '../${path}'`)
  const all = { 'server/main.ts': entry.join('\n'), 'web/main.tsx': webEntry.join('\n'), ...files }
  return findBrokenArrows(Object.entries(all).map(([path, text]) => ({ path, text })))
}

test('sources without violations have no problems', () => {
  expect(
    problemsIn({
      'contract/money.ts': `import * as z from 'zod/mini'; export const cents = z.int()`,
      'server/appointments/book.ts': `import { hold } from '../payments/hold.ts'; export const book = hold`,
      'server/appointments/tell.ts': `import { q } from '../notifications/queue-mail.ts'; export const tell = q`,
      'server/notifications/queue-mail.ts': `export const q = 1`,
      'server/payments/hold.ts': `import { cents } from '../../contract/money.ts'; export const hold = cents`,
      'web/landing/page.tsx': `import { cents } from '../../contract/money.ts'; export const page = cents`,
    }),
  ).toEqual([])
})

test.each([
  [
    'contract imports server',
    {
      'contract/a.ts': `import { b } from '../server/b.ts'; export const a = b`,
      'server/b.ts': `export const b = 1`,
    },
  ],
  ['contract imports zod only', { 'contract/a.ts': `import { Pool } from 'pg'; export const a = Pool` }],
  [
    'web imports server',
    {
      'web/a.ts': `import type { B } from '../server/b.ts'; export type A = B`,
      'server/b.ts': `export type B = 1`,
    },
  ],
  [
    'server imports web',
    {
      'server/a.ts': `import { b } from '../web/b.ts'; export const a = b`,
      'web/b.ts': `export const b = 1`,
    },
  ],
  [
    'server imports sandbox',
    {
      'server/a.ts': `import { b } from '../sandbox/main.ts'; export const a = b`,
      'sandbox/main.ts': `export const b = 1`,
    },
  ],
  [
    'sandbox imports something of ours',
    {
      'sandbox/main.ts': `import { b } from '../contract/b.ts'; export const a = b`,
      'contract/b.ts': `export const b = 1`,
    },
  ],
  [
    'web/ui imports a feature',
    {
      'web/ui/a.ts': `import { b } from '../landing/b.ts'; export const a = b`,
      'web/landing/b.ts': `export const b = 1`,
    },
  ],
  [
    'payments imports upwards from appointments',
    {
      'server/payments/a.ts': `import { b } from '../appointments/b.ts'; export const a = b`,
      'server/appointments/b.ts': `export const b = 1`,
    },
  ],
  [
    'notifications are reached through the outbox',
    {
      'server/admin/a.ts': `import { b } from '../notifications/b.ts'; export const a = b`,
      'server/notifications/b.ts': `export const b = 1`,
    },
  ],
  [
    'what every feature stands on imports a feature',
    {
      'server/context.ts': `import { b } from './shops/b.ts'; export const a = b`,
      'server/shops/b.ts': `export const b = 1`,
    },
  ],
  [
    'a cycle',
    {
      'server/a.ts': `import { b } from './b.ts'; export const a = b`,
      'server/b.ts': `import { a } from './a.ts'; export const b = a`,
    },
  ],
  ['a barrel', { 'server/a.ts': `export { b } from './b.ts'`, 'server/b.ts': `export const b = 1` }],
  ['a default export', { 'server/a.ts': `export default 1` }],
] as [string, Record<string, string>][])('%s is found', (rule, files) => {
  const problems = problemsIn(files)
  expect(problems).toHaveLength(problems.filter((problem) => problem.includes(rule)).length)
  expect(problems.join('\n')).toContain(rule)
})

test('an unreachable file is found, and a lazily loaded page is reachable', () => {
  expect(problemsIn({ 'sandbox/lost.ts': `export const a = 1` })).toEqual([
    'sandbox/lost.ts: nothing that runs reaches it',
  ])
  const lazy = [
    { path: 'web/main.tsx', text: `export const page = () => import('./page.tsx')` },
    { path: 'web/page.tsx', text: `export const page = 1` },
  ]
  expect(findBrokenArrows(lazy)).toEqual([])
})
