import { textConsentWording } from '../../contract/texts/consent.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookAs, deleteOnceOver, finish, newKnown, type Known } from '../support/leaving.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop } from '../support/people.ts'
import { personalTables, type PersonalTable } from '../support/personal-data.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

type Column = { table: string; column: string }

/** Columns that may say something about a person: every reference to an account, and every text. */
async function listTextColumns(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.relname::text as table, a.attname::text as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
        and a.attnum > 0 and not a.attisdropped
        and (format_type(a.atttypid, null) in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'text[]', 'inet', 'cidr')
          or exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
            and k.confrelid = 'users'::regclass and a.attnum = any (k.conkey)))
      order by 1, 2`)
  return rows
}

const columnsOf = ({ forgotten = [], kept = {}, impersonal = [] }: PersonalTable) => [
  ...forgotten,
  ...Object.keys(kept),
  ...impersonal,
]

const declared = Object.entries(personalTables).flatMap(([table, each]) =>
  columnsOf(each).map((column) => `${table}.${column}`),
)

async function listUndeclared(pool: Pool): Promise<string[]> {
  const known = new Set(declared)
  return (await listTextColumns(pool))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !known.has(name))
}

/** The columns that contain one of the texts. */
async function placesOf(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const places: string[] = []
  const patterns = texts.map((text) => `%${text}%`)
  for (const { table, column } of await listTextColumns(pool)) {
    const { rowCount } = await pool.query(
      `select 1 from "${table}" where "${column}"::text ilike any ($1::text[]) limit 1`,
      [patterns],
    )
    if (rowCount) places.push(`${table}.${column}`)
  }
  return places
}

const keptColumns = Object.entries(personalTables).flatMap(([table, { kept = {} }]) =>
  Object.keys(kept).map((column) => `${table}.${column}`),
)

test('every reference to an account and every text of every table is declared', async () => {
  const { pool } = world.context.database
  expect(await listUndeclared(pool)).toEqual([])
  const existing = new Set((await listTextColumns(pool)).map(({ table, column }) => `${table}.${column}`))
  expect(declared.filter((name) => !existing.has(name))).toEqual([])
  expect(new Set(declared).size).toBe(declared.length)
})

test('control: a new table, a new text and a new reference to an account are found', async () => {
  const { pool } = world.context.database
  await pool.query(`create table favorites (user_id text references users, shop_id integer);
    alter table appointments add column nickname text; alter table bays add column mechanic text`)
  const found = await listUndeclared(pool)
  await pool.query(`drop table favorites; alter table appointments drop column nickname;
    alter table bays drop column mechanic`)
  expect(found).toEqual(['appointments.nickname', 'bays.mechanic', 'favorites.user_id'])
})

let days = 0

/** A customer with data in the tables that customers fill, and an appointment that was paid. */
async function newRichCustomer(): Promise<{ known: Known; done: string }> {
  const known = await newKnown(world)
  const [name, reason] = [`Quincy Unmistakable ${known.number}`, `Unmistakable reason ${known.number}`]
  const textConsent = { wording: textConsentWording }
  const done = await bookAs(world, known, { date: `${world.day(days++)} 09:00`, textConsent })
  await known.person.patch(`/api/appointments/${done}`, { contact: { name } })
  known.traces.push(name, reason)
  const lift = { decision: 'lift', limit: 'own_appointment_then', hours: 1, reason }
  const decided = await world.administrator.post(`/api/admin/customers/${known.id}/decisions`, lift)
  expect(decided.status, JSON.stringify(decided.body)).toBe(201)
  await finish(world, done)
  await world.runJobs()
  return { known, done }
}

test('every reference to the record of a shop about a person is known to the deletion of an account', async () => {
  const { rows } = await world.context.database.pool.query<{ name: string }>(
    `select conrelid::regclass::text as name from pg_constraint
      where confrelid = 'contacts'::regclass and contype = 'f' group by 1 order by 1`,
  )
  // deleteContacts deletes or empties each of them.
  expect(rows.map(({ name }) => name)).toEqual([
    'appointments',
    'contact_merges',
    'contact_notes',
    'contact_vehicles',
    'contacts',
    'guests',
    'text_consents',
  ])
})

test('the file of own data has a place for every table that is declared as exported', async () => {
  const { known } = await newRichCustomer()
  const { shop } = await openShop(world, world.administrator)
  const customer = (await known.person.get('/api/account/data')).body
  const owner = (await shop.get('/api/account/data')).body
  for (const { exported } of Object.values(personalTables)) {
    if (!exported.startsWith('data:')) continue
    const path = exported.slice('data:'.length)
    expect(path.startsWith('shop') ? owner : customer).toHaveProperty(path)
  }
  expect(customer.againstAbuse.cardAttempts).toEqual([
    {
      network: expect.any(String),
      triedAt: expect.any(String),
      outcome: 'accepted',
      answeredAt: expect.any(String),
    },
  ])
})

test('a deleted account is named by declared columns alone, and its card attempts stay those of one account', async () => {
  const { pool } = world.context.database
  const { known, done } = await newRichCustomer()
  const texts = [known.id, ...known.traces]
  const before = await placesOf(pool, texts)
  expect(before).toEqual(expect.arrayContaining(['card_attempts.account_id', 'customer_decisions.reason']))
  const attempts = async (id: string) =>
    (
      await pool.query<{ account_id: string }>(
        `select account_id from card_attempts where hold_id in (select id from holds where appointment_id = $1)`,
        [id],
      )
    ).rows.map(({ account_id: account }) => account)
  await deleteOnceOver(world, done, known.person)
  await world.runJobs()
  expect((await placesOf(pool, texts)).filter((place) => !keptColumns.includes(place))).toEqual([])
  expect(await attempts(done)).toEqual([expect.stringMatching(/^deleted-[0-9a-f-]{36}$/)])

  const second = await newRichCustomer()
  await deleteOnceOver(world, second.done, second.known.person)
  expect((await attempts(second.done))[0]).not.toBe((await attempts(done))[0])

  // Control: an attempt that still names the account is found.
  await pool.query(
    `update card_attempts set account_id = $1 where hold_id in (select id from holds where appointment_id = $2)`,
    [known.id, done],
  )
  const found = (await placesOf(pool, texts)).filter((place) => !keptColumns.includes(place))
  expect(found).toEqual(['card_attempts.account_id'])
})
