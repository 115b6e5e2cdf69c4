import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'

/**
 * Calls of the permission table with the role of an account. They need `actor.standing`: by its role the
 * owner of a suspended shop is a shop like any other.
 */
function findRoleChecks(source: string): string[] {
  return source.match(/\b(?:isAllowed|scopeOf|seesEveryShop)\(\s*(?:[\w$]+\s*[?!]?\.\s*)*role\b/g) ?? []
}

/** The session gate itself, which makes the standing. */
const gate = 'server/identity/sessions/shop-scope.ts'

test('the server asks the permission table by standing, never by role', () => {
  const asking = globSync('server/**/*.ts', { cwd: projectFolder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => findRoleChecks(readFileSync(join(projectFolder, path), 'utf8')).length > 0)
  expect(asking).toEqual([gate])
})

test.each([
  ["isAllowed(actor.role, 'payment.capture', facts)", 1],
  ["isAllowed(\n  session.user?.role,\n  'shop.change',\n)", 1],
  ["scopeOf(role, 'shop.read') === 'all'", 1],
  ['seesEveryShop(user!.role)', 1],
  ["isAllowed(actor.standing, 'payment.capture', facts)", 0],
  ["isAllowed('customer', 'ownAppointment.change', facts)", 0],
])('the search finds a check by role in %s', (source, count) => {
  expect(findRoleChecks(source)).toHaveLength(count)
})
