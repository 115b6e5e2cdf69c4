import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'

/** Statements in a source that update an appointment's state, in the query builder or in plain SQL. */
function findStateWrites(source: string): string[] {
  const built = source.match(/updateTable\('appointments'\)[\s\S]*?\.set\(\{[\s\S]*?\}\)/g) ?? []
  const plain = source.match(/update appointments (?:as \w+ )?set [\s\S]*?(?:where|returning|`)/gi) ?? []
  return [
    ...built.filter((update) => /[{,]\s*state\s*[,:}]/.test(update)),
    ...plain.filter((update) => /set (?:[^;]*,\s*)?state\s*=/i.test(update)),
  ]
}

test('after the claim only hold transitions write the state of an appointment', () => {
  const sources = globSync('server/**/*.ts', { cwd: projectFolder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
  const writers = sources.filter(
    (path) => findStateWrites(readFileSync(join(projectFolder, path), 'utf8')).length > 0,
  )
  expect(writers).toEqual(['server/holds/appointment-state.ts'])
})

test.each([
  ["tx.updateTable('appointments').set({ state: 'cancelled' }).where('id', '=', id)", 1],
  ["tx\n  .updateTable('appointments')\n  .set({\n    sequence: 2,\n    state,\n  })", 1],
  ['sql`update appointments set claim_expires_at = null, state = ${to} where id = ${id}`', 1],
  ["tx.updateTable('appointments').set({ sequence: 2 }).where('state', '=', 'claimed')", 0],
])('the search finds state writes in %s', (source, count) => {
  expect(findStateWrites(source)).toHaveLength(count)
})
