import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { auditMoney } from '../reliability/audit.ts'
import { book, listOwn, orderFor } from '../support/orders.ts'
import { outsideOf } from '../support/outside.ts'
import { signInAdministrator, signUp } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

/** The sharding of each table of the product (docs/scaling.md). */
const places = {
  shop: [
    'appointment_moves',
    'appointments',
    'bay_times',
    'bays',
    'block_series',
    'blocks',
    'calendar_feeds',
    'checklist_marks',
    'contact_changes',
    'contact_merges',
    'contact_notes',
    'contact_vehicles',
    'contacts',
    'fitment_outcomes',
    'fitment_photos',
    'fitment_reviews',
    'fitment_verdicts',
    'guests',
    'hold_increments',
    'holds',
    'ledger',
    'mileage_readings',
    'order_requests',
    'payout_details',
    'payouts',
    'price_agreements',
    'price_lines',
    'receipt_counters',
    'receipts',
    'refunds',
    'sales_taxes',
    'shop_change_requests',
    'shop_changes',
    'shop_closures',
    'shop_day_mails',
    'shop_hours',
    'shop_invitations',
    'shop_members',
    'shop_payments',
    'sign_offs',
    'taxable_shares',
    'text_consents',
    'text_stops',
    'texts',
    'waiting_list',
    'work_events',
    'work_notes',
    'work_photos',
  ],
  everywhere: [
    'shops',
    'packages',
    'users',
    'fitment_versions',
    'fitment_generations',
    'fitment_head_units',
    'fitment_questions',
    'fitment_rules',
  ],
  once: [
    'accounts',
    'card_attempts',
    'claim_networks',
    'clock',
    'customer_addresses',
    'customer_decisions',
    'customer_limit_hits',
    'disputes',
    'email_codes',
    'evidence_downloads',
    'geocoded_addresses',
    'installation',
    'mail_counts',
    'outbox',
    'funnel_counts',
    'passkeys',
    'password_reset_requests',
    'photo_deletions',
    'provider_customers',
    'provider_deletions',
    'provider_events',
    'rate_limits',
    'schema_migrations',
    'sessions',
    'spent_tokens',
    'text_events',
    'two_factors',
    'verifications',
  ],
}

const docs = join(import.meta.dirname, '../../docs')

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

async function rowsOf<Row extends object>(text: string): Promise<Row[]> {
  return (await world.context.database.pool.query<Row>(text)).rows
}

/** PostgreSQL's error when each shop table is partitioned by shop; null without one. */
async function tryPartitions(): Promise<Record<string, string | null>> {
  const said: Record<string, string | null> = {}
  for (const table of places.shop) {
    said[table] = await world.context.database.pool
      .query(
        `create table partitioned (like ${table} including all) partition by hash (shop_id); drop table partitioned`,
      )
      .then(
        () => null,
        (error: unknown) => (error as { code: string }).code,
      )
  }
  return said
}

type ForeignKey = { name: string; of: string; to: string; columns: string[] }

function listForeignKeys(): Promise<ForeignKey[]> {
  return rowsOf<ForeignKey>(
    `select conname::text as name, conrelid::regclass::text as of, confrelid::regclass::text as to,
       (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
}

test('every table is sharded, replicated or global, and a sharded table has the shop id', async () => {
  const tables = await rowsOf<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(Object.values(places).flat().sort())
  const told = await rowsOf<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public' and column_name = 'shop_id' and is_nullable = 'NO' order by 1`,
  )
  expect(told.map(({ name }) => name)).toEqual(places.shop)
  const written = await readFile(join(docs, 'scaling.md'), 'utf8')
  for (const tables of [places.shop, places.everywhere])
    expect(written).toContain(`| ${tables.map((table) => `\`${table}\``).join(', ')} |`)
  // A global or replicated table has no foreign key to a shop table.
  const upwards = (await listForeignKeys()).filter(
    ({ of, to }) => !places.shop.includes(of) && places.shop.includes(to),
  )
  expect(upwards).toEqual([])
})

test('an appointment references an existing shop through its bay', async () => {
  const { pool } = world.context.database
  const customer = await signUp(world)
  const id = await book(world, customer, { date: `${world.bookableDays()[3]} 09:00` })
  const move = pool.query('update appointments set shop_id = 987654 where id = $1', [id])
  await expect(move).rejects.toMatchObject({ code: '23503', constraint: 'appointments_shop_id_bay_id_fkey' })
  const moveBays = pool.query('update bays set shop_id = 987654')
  await expect(moveBays).rejects.toMatchObject({ code: '23503' })
})

test('after the documented step every key of a shop table contains the shop id, and the product works', async () => {
  // In the present schema, keys without the shop prevent partitions.
  expect(await tryPartitions()).toEqual({
    appointment_moves: null,
    appointments: '0A000',
    bay_times: null,
    bays: '0A000',
    block_series: null,
    blocks: null,
    calendar_feeds: null,
    checklist_marks: null,
    contact_changes: null,
    contact_merges: null,
    contact_notes: null,
    contact_vehicles: null,
    contacts: null,
    fitment_outcomes: null,
    fitment_photos: null,
    fitment_reviews: null,
    fitment_verdicts: null,
    guests: null,
    hold_increments: null,
    holds: '0A000',
    ledger: '0A000',
    order_requests: '0A000',
    payout_details: null,
    payouts: null,
    receipt_counters: null,
    receipts: null,
    price_agreements: null,
    price_lines: null,
    refunds: null,
    sales_taxes: null,
    taxable_shares: null,
    shop_change_requests: null,
    shop_changes: null,
    shop_closures: '0A000',
    shop_day_mails: null,
    shop_hours: null,
    shop_invitations: null,
    shop_members: null,
    shop_payments: null,
    sign_offs: null,
    text_consents: null,
    text_stops: null,
    texts: null,
    waiting_list: null,
    mileage_readings: null,
    work_events: null,
    work_notes: null,
    work_photos: null,
  })
  const step = await readFile(join(docs, 'keys-by-shop.sql'), 'utf8')
  await world.context.database.pool.query(step)
  expect(await tryPartitions()).toEqual(Object.fromEntries(places.shop.map((table) => [table, null])))
  const within = (await listForeignKeys()).filter(
    ({ of, to }) => places.shop.includes(of) && places.shop.includes(to),
  )
  expect(within).toHaveLength(18)
  for (const key of within) expect(key.columns).toContain('shop_id')

  const customer = await signUp(world)
  const administrator = await signInAdministrator(world)
  const key = { 'idempotency-key': 'the-same-order-twice' }
  const ordered = await Promise.all(
    [1, 2].map(() => customer.post('/api/appointments', orderFor(world), key)),
  )
  expect(new Set(ordered.map(({ body }) => body.id)).size).toBe(1)
  const first = ordered[0]?.body.id as string
  const second = await book(world, customer, { date: `${world.bookableDays()[1]} 09:00` })
  const third = await book(world, customer, { date: `${world.bookableDays()[1]} 09:00` })
  const taken = await customer.post(
    '/api/appointments',
    orderFor(world, { date: `${world.bookableDays()[1]} 10:00` }),
  )
  expect(taken.status).toBe(409)
  const change = (id: string, body: object) => customer.patch(`/api/appointments/${id}`, body)
  expect((await change(first, { productId: 3 })).status).toBe(200)
  expect((await change(second, { date: world.bookableDays()[2], time: '9:00' })).status).toBe(200)
  expect((await change(third, { status: 'cancelled' })).status).toBe(200)
  expect((await administrator.post(`/api/admin/appointments/${second}/capture`)).status).toBe(200)
  await world.runJobs()
  for (const path of ['appointments?limit=50', 'appointments.csv', 'attention', 'overview'])
    expect([path, (await administrator.get(`/api/admin/${path}`)).status]).toEqual([path, 200])
  expect(await listOwn(customer)).toHaveLength(3)
  expect(await reconcile(world.context)).toMatchObject({ differences: [] })
  const intents = await outsideOf(world.sandboxUrl).intents()
  const now = world.context.clock.now()
  expect(await auditMoney({ pool: world.context.database.pool, intents, now })).toEqual([])
})
