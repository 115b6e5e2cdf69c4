import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../server')

/** Tables whose rows several features lock. A transaction locks several rows by id before it changes them. */
const shared = 'appointments|holds|shops'
const ordered = /\.orderBy\('(?:\w\.)?id'\)|\border by (?:\w\.)?id\b/
const skips = /\.skipLocked\(\)|\bskip locked\b/
const namesRow = /\.where\('(?:\w\.)?id', '='|\bwhere (?:\w\.)?id = \$\{/
const rowLock = /\.for(?:NoKey)?Update\(|\bfor (?:no key )?update\b/

/** Modules whose updates of several rows follow a statement of the transaction that has locked them. */
const lockedBefore = [
  'account/delete-account.ts',
  'account/anonymise-appointments.ts',
  'admin/upcoming-customer-mails.ts',
  'contacts/merge-contacts.ts',
  'contacts/own-contacts.ts',
  'customers/guests.ts',
  'shops/people/change-people.ts',
]

/** Statements of the query builder, from its first call to `execute`, and texts of SQL. */
function statementsOf(text: string): string[] {
  const built = text.matchAll(
    /\.(?:selectFrom|updateTable|deleteFrom)\((?:(?!\.execute)[^])*?\.execute\w*\(/g,
  )
  const written = text.matchAll(/sql(?:<[^`]*>)?`[^`]*`/g)
  return [...built, ...written].map(([statement]) => statement)
}

/** The statements of a module that may lock several rows of a shared table in any order. */
function unordered(text: string): string[] {
  return statementsOf(text).filter((statement) => {
    if (ordered.test(statement) || skips.test(statement) || namesRow.test(statement)) return false
    if (new RegExp(`\\.(?:updateTable|deleteFrom)\\('(?:${shared})\\b`).test(statement)) return true
    if (new RegExp(`\\bupdate (?:${shared})\\b`).test(statement)) return true
    return rowLock.test(statement) && !/executeTakeFirst/.test(statement)
  })
}

test('statements that lock several rows do so by id', () => {
  const modules = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const locking = modules.filter((path) => rowLock.test(readFileSync(join(root, path), 'utf8')))
  expect(locking.length).toBeGreaterThan(10)
  for (const path of modules) {
    const found = unordered(readFileSync(join(root, path), 'utf8'))
    const isLocked = lockedBefore.includes(path)
    expect([path, found.filter((statement) => !isLocked || rowLock.test(statement))]).toEqual([path, []])
  }
})

test('control: other orders, none, and updates of several rows are found', () => {
  for (const text of [
    `await tx.selectFrom('appointments').selectAll().orderBy('starts_at').forUpdate().execute()`,
    `await tx.selectFrom('users').select('id').forNoKeyUpdate().execute()`,
    `await tx.updateTable('appointments').set({ sequence }).where('shop_id', '=', shopId).execute()`,
    `await tx.updateTable('appointments').set({ sequence }).where('id', 'in', ids).execute()`,
    'await sql`update shops s set announced_at = now() from users u where u.id = s.owner_id`.execute(tx)',
    'await sql<Row>`select id from shops order by name for update`.execute(tx)',
  ])
    expect(unordered(text)).toHaveLength(1)
  for (const text of [
    `await tx.selectFrom('appointments').selectAll().orderBy('id').forUpdate().execute()`,
    `await tx.selectFrom('shops').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()`,
    `await tx.updateTable('holds').set(seen).where('id', '=', hold.id).execute()`,
    'await sql`select id from outbox order by due_at for update skip locked`.execute(tx)',
  ])
    expect(unordered(text)).toEqual([])
})
