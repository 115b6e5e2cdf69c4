import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../server/database/migrations')

/** The last migration before the first release. */
const lastBeforeRelease = '010'

/** Exempt migrations, with the reason that the previous version still works. */
const exemptions: Record<string, string> = {
  '011-shop-of-everything.sql': 'a trigger fills in what the version before leaves out',
}

const breakingPatterns: [RegExp, string][] = [
  [/\bdrop\s+(table|column|function|view)\b/i, 'takes something away'],
  [/\brename\s+(to|column)\b/i, 'renames something'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\bset\s+not\s+null\b/i, 'wants a value that the version before may leave out'],
  [
    /\badd\s+column\s+(?!.*\b(default|generated)\b).*\bnot\s+null\b/i,
    'wants a value that the version before leaves out',
  ],
  [/\b(truncate|drop\s+schema)\b/i, 'takes rows away'],
]

/** Statements that would break the previous version, except those with an `unused since` comment. */
function findBreaking(sql: string): string[] {
  return sql.split(';').flatMap((statement) => {
    if (/--\s*unused since\s+\S+/i.test(statement)) return []
    const code = statement.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ')
    return breakingPatterns.flatMap(([pattern, words]) =>
      pattern.test(code) ? [`${words}: ${code.trim()}`] : [],
    )
  })
}

test('no migration breaks the previous version, which may run beside the new one', () => {
  const files = readdirSync(folder).filter(
    (file) =>
      file > lastBeforeRelease && !file.startsWith(lastBeforeRelease) && exemptions[file] === undefined,
  )
  const found = files.flatMap((file) =>
    findBreaking(readFileSync(join(folder, file), 'utf8')).map((problem) => `${file} ${problem}`),
  )
  expect(found).toEqual([])
})

test('breaking statements are found, except those with an "unused since" comment', () => {
  for (const sql of [
    'alter table shops drop column address;',
    'alter table shops rename column address to street;',
    'alter table shops alter column address type integer;',
    'alter table shops alter column address set not null;',
    'alter table shops add column street text not null;',
    'drop table shops;',
  ])
    expect(findBreaking(sql)).toHaveLength(1)
  for (const sql of [
    'alter table shops add column street text;',
    "alter table shops add column street text not null default '';",
    'create table streets (id integer primary key, name text not null);',
    'create index shops_by_street on shops (street) where street is not null;',
    'alter table shops\n  -- unused since 0.3.0\n  drop column address;',
  ])
    expect(findBreaking(sql)).toEqual([])
})
