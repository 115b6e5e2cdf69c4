import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../server')
const changes =
  /\.(?:insertInto|updateTable|deleteFrom|forUpdate|forNoKeyUpdate)\(|\b(?:insert into|update|delete from) \w/

/** A writer waits for its locks, and the access that the session gate saw may have ended meanwhile. */
const isUnchecked = (source: string) =>
  /\b(?:inScope|getOwnShop)\(/.test(source) &&
  changes.test(source) &&
  !/\b(?:requireStillInScope|changeWithAudit)\(/.test(source)

/** The first defines the check. The second changes only the membership itself, which is the access. */
const leaving = ['identity/sessions/shop-scope.ts', 'people/own-mails.ts']

test('a module that changes rows of a scope checks the access again, under its locks', () => {
  const modules = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !leaving.includes(path))
  const scoped = modules.filter((path) => readFileSync(join(root, path), 'utf8').includes('inScope('))
  expect(scoped.length).toBeGreaterThan(15)
  expect(scoped.filter((path) => isUnchecked(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('control: a writer without the check is found', () => {
  expect(isUnchecked("tx.updateTable('bays').where(inScope(scope, 's.id'))")).toBe(true)
  expect(isUnchecked("await getOwnShop(db, scope, 1); await tx.deleteFrom('bays').execute()")).toBe(true)
  expect(isUnchecked("tx.selectFrom('bays').where(inScope(scope, 's.id'))")).toBe(false)
})
