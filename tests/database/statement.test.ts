import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/database/open-database.ts'
import { rowOf, statement } from '../../server/database/statement.ts'
import { openTestDatabase } from '../support/test-database.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Wanted = { cheapest: number; dearest?: number }

test('a statement is made once for each set of values, and each time has the values of its caller', async () => {
  const made: string[][] = []
  const listPackages = statement((db, { cheapest, dearest, ...rest }: Wanted) => {
    made.push([typeof cheapest, typeof dearest, ...Object.keys(rest)])
    const from = db
      .selectFrom('packages')
      .select(['price_cents', 'name'])
      .where('price_cents', '>=', cheapest)
    return (dearest === undefined ? from : from.where('price_cents', '<=', dearest)).orderBy('price_cents')
  })
  const { db } = database
  const all = await db.selectFrom('packages').select(['price_cents', 'name']).orderBy('price_cents').execute()
  const prices = all.map(({ price_cents }) => price_cents)
  const [first = 0, second = 0, third = 0] = prices
  expect(prices).toHaveLength(3)
  expect(await listPackages(db, { cheapest: first })).toEqual(all)
  expect(await listPackages(db, { cheapest: third })).toEqual([all[2]])
  expect(await listPackages(db, { cheapest: first, dearest: second })).toEqual(all.slice(0, 2))
  expect(await listPackages(db, { cheapest: second, dearest: second })).toEqual([all[1]])
  const within = await database.transaction((tx) => listPackages(tx, { cheapest: second }))
  expect(within).toEqual(all.slice(1))
  expect(made).toEqual([
    ['symbol', 'undefined'],
    ['symbol', 'symbol'],
  ])
})

test('a value may stand in several places, be null, a list or an instant', async () => {
  type Values = { word: string | null; list: readonly number[]; at: Date }
  const say = statement((db, { word, list, at }: Values) =>
    db.selectNoFrom([
      sql<string | null>`${word}::text`.as('word'),
      sql<boolean>`${word}::text is null`.as('isNull'),
      sql<boolean>`2 = any(${list}::integer[])`.as('hasTwo'),
      sql<Date>`${at}::timestamptz`.as('at'),
    ]),
  )
  const at = new Date('2026-11-01T08:30:00.123Z')
  expect(await say(database.db, { word: 'here', list: [1, 2], at })).toEqual([
    { word: 'here', isNull: false, hasTwo: true, at },
  ])
  expect(await say(database.db, { word: null, list: [], at })).toEqual([
    { word: null, isNull: true, hasTwo: false, at },
  ])
})

test('what is made must not look at a value', async () => {
  const nosy = statement((db, { name }: { name: string }) =>
    db.selectFrom('packages').select('id').where('name', '=', name.toLowerCase()),
  )
  await expect(nosy(database.db, { name: 'Any' })).rejects.toThrow(TypeError)
})

test('where there always is a row, none is an error', async () => {
  expect(rowOf(['first'])).toBe('first')
  expect(() => rowOf([])).toThrow('has none')
})

test('one that is written by hand is made once, with the values that its parts bring', async () => {
  let made = 0
  const addUp = statement((_db, { numbers, more }: { numbers: readonly number[]; more: number }) => {
    made += 1
    const from = sql`unnest(${numbers}::integer[])`
    return sql<{ sum: number }>`select (sum(n) + ${more}::integer)::integer as sum from ${from} as n`
  })
  expect(await addUp(database.db, { numbers: [1, 2], more: 4 })).toEqual([{ sum: 7 }])
  expect(await addUp(database.db, { more: 1, numbers: [] })).toEqual([{ sum: null }])
  expect(await addUp(database.db, { numbers: [5], more: 1 })).toEqual([{ sum: 6 }])
  expect(made).toBe(2)
})
