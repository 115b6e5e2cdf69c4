import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Modules that keep something for as long as the process lives. Each says in docs/scaling.md why many processes may. */
const keepers = [
  'contract/time.ts',
  'server/database/migrate.ts',
  'server/database/prepared-pool.ts',
  'server/database/transaction.ts',
  'server/identity/common-passwords.ts',
  'server/identity/identity-provider.ts',
  'server/identity/session-cookie.ts',
  'server/identity/social-flow.ts',
  'server/identity/social-id-token.ts',
  'server/notifications/appointment-words.ts',
  'server/telemetry/asking.ts',
  'server/telemetry/runtime-metrics.ts',
]

/** Whether a module declares, outside any function, what may change: a `let`, or a collection that begins empty. */
function keepsSomething(path: string, text: string): boolean {
  return parseSync(path, text).program.body.some((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return false
    return (
      declaration.kind !== 'const' ||
      declaration.declarations.some(
        ({ init }) =>
          (init?.type === 'NewExpression' && init.arguments.length === 0) ||
          (init?.type === 'ArrayExpression' && init.elements.length === 0) ||
          (init?.type === 'ObjectExpression' && init.properties.length === 0),
      )
    )
  })
}

function listModules(): string[] {
  return ['contract', 'server'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((path) => `${room}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
  )
}

test('what a process keeps for itself is known and explained', () => {
  const found = listModules().filter((path) => keepsSomething(path, readFileSync(join(root, path), 'utf8')))
  expect(found.sort()).toEqual(keepers)
  const explained = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
  for (const path of keepers) expect(explained).toContain(path.split('/').at(-1))
})

test('a variable, an empty map and an empty list are seen; constants and what lives in a call are not', () => {
  for (const text of [
    'let last = 0',
    'export const seen = new Map<string, number>()',
    'const open: string[] = []',
  ])
    expect([text, keepsSomething('a.ts', text)]).toEqual([text, true])
  for (const text of [
    "const codes = new Set(['a'])",
    'export function count() { let last = 0; return last }',
  ])
    expect([text, keepsSomething('a.ts', text)]).toEqual([text, false])
})
