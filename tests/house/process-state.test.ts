import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Modules with process-wide state. docs/scaling.md explains for each why several processes are safe. */
const statefulModules = [
  'contract/time.ts',
  'server/concurrency/deadline.ts',
  'server/database/migrate.ts',
  'server/database/prepared-pool.ts',
  'server/database/transaction.ts',
  'server/fitment/queries.ts',
  'server/holds/provider/card-features.ts',
  'server/identity/identity-provider.ts',
  'server/identity/passwords/common-passwords.ts',
  'server/identity/sessions/session-cookie.ts',
  'server/identity/social/social-flow.ts',
  'server/identity/social/social-id-token.ts',
  'server/jobs/queue-rounds.ts',
  'server/notifications/appointment-words.ts',
  'server/notifications/typed-text.ts',
  'server/telemetry/request-context.ts',
  'server/telemetry/runtime-metrics.ts',
  'server/workshop/sheets/render-in-worker.ts',
]

/** Whether a module declares mutable state outside any function: a `let`, or an empty collection. */
function hasState(path: string, text: string): boolean {
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

test('all process-wide state is listed and explained', () => {
  const found = listModules().filter((path) => hasState(path, readFileSync(join(root, path), 'utf8')))
  expect(found.sort()).toEqual(statefulModules)
  const explained = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
  for (const path of statefulModules) expect(explained).toContain(path.split('/').at(-1))
})

test('a variable, an empty map and an empty list count as state; constants and local variables do not', () => {
  for (const text of [
    'let last = 0',
    'export const seen = new Map<string, number>()',
    'const open: string[] = []',
  ])
    expect([text, hasState('a.ts', text)]).toEqual([text, true])
  for (const text of [
    "const codes = new Set(['a'])",
    'export function count() { let last = 0; return last }',
  ])
    expect([text, hasState('a.ts', text)]).toEqual([text, false])
})
