import type { Pool, PoolClient } from 'pg'
import { bookingWindow, weekdaysOfWindow } from '../contract/slots/booking-window.ts'
import { modelsByMake } from '../contract/catalog/vehicles.ts'
import { addDays, weekdayOf } from '../contract/time.ts'
import { firstNames, lastNames } from './seed-names.ts'

/** The customer whom the searches look for: three appointments at every size, one of them for this vehicle. */
export const wanted = { name: 'Marguerite Thistlewood', vin: 'WBAJU7C51KB104729', appointments: 3 }

const appointmentsOfShop = 1000
const jobsOfDay = 4
const zones = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'Europe/Berlin',
]

/** What stands first in the VINs of each make, its maker's three characters and a body. */
const vinStarts: Record<keyof typeof modelsByMake, string[]> = {
  BMW: ['WBAJU7C5', 'WBA8E9G5', 'WBSJF0C5', '5UXCR6C0', '5UXTY5C0', '5YMTS0C0'],
  Mercedes: ['WDDZF4JB', 'W1KZF8DB', 'WDDUG8CB', '4JGFB4KB', '4JGFF5KE', '55SWF8DB'],
  Audi: ['WAUENAF4', 'WAUC2AF2', 'WAUL2AF2', 'WA1ANAFY', 'WA1LHAF7', 'WA1VXAF7'],
  Lexus: ['JTHBZ1BL', '58ABZ1B1', 'JTHDL5EF', '2T2ZZMCA', 'JTJAARBZ', 'JTJAM7BX'],
}

const vehicles = Object.entries(modelsByMake).flatMap(([make, models]) =>
  models.map((model, index) => ({
    make,
    model,
    vin: vinStarts[make as keyof typeof modelsByMake][index] ?? '',
  })),
)

/** The weekdays up to the last bookable one, latest last. */
function listWorkdays(now: number): string[] {
  const days: string[] = []
  let day = weekdaysOfWindow(bookingWindow(now, zones[0] ?? 'UTC')).at(-1) ?? ''
  while (days.length < appointmentsOfShop / jobsOfDay) {
    if (weekdayOf(day) < 6) days.unshift(day)
    day = addDays(day, -1)
  }
  return days
}

/** Chance by number: every run seeds the same. Below `below`, small numbers more often where it is skewed. */
const chance = `
  create function pg_temp.chance(n bigint, salt bigint, below integer, skew float8 default 1) returns integer
  language sql immutable as $$
    select floor(power((hashint8extended(n, salt) & 2147483647) / 2147483648.0, skew) * below)::integer $$`

const shops = `
  insert into shops (id, business_name, address, time_zone, status)
    select 100 + n, 'Auto Sports ' || n, n || ' Main St, Alhambra, CA 91801',
      ($2::text[])[1 + n % cardinality($2::text[])], 'approved'
    from generate_series(1, $1::integer - 1) n`
const bays = `
  insert into bays (shop_id, name) select s.id, 'Bay ' || bay from shops s, generate_series(1, 2) bay where s.id > 5`

const people = `
  create temp table people as
    select n, first_name || ' ' || last_name as name,
      lower(regexp_replace(first_name || '.' || last_name, '[^A-Za-z.]', '', 'g')) || n ||
        (array['@example.com', '@mail.example', '@post.example', '@example.net'])[1 + pg_temp.chance(n, 3, 4, 2)] as email,
      lpad((2130000000 + n::bigint * 37)::text, 10, '0') as phone
    from generate_series(0, $1::integer - 1) n
    cross join lateral (select
      ($2::text[])[1 + pg_temp.chance(n, 1, cardinality($2::text[]), 1.4)] as first_name,
      ($3::text[])[1 + pg_temp.chance(n, 2, cardinality($3::text[]), 1.4)] as last_name) names`
const addWanted = `insert into people values (-1, $1, 'm.thistlewood@example.org', '6265550142')`
const users = `insert into users (id, name, email, email_verified) select 'seed-' || n, name, email, true from people`

/** One after another as time goes by, as appointments come. */
const appointments = `
  insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
    customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, vehicle_vin, created_at)
  select gen_random_uuid(), s.id, b.id, 'seed-' || p.n, k.id, k.price_cents, starts_at, starts_at + make_interval(mins => k.duration_minutes),
    case when case when slot < 900 then pg_temp.chance(g, 4, 100) < 8 else slot % 4 = 3 end then 'cancelled' when starts_at < $4::timestamptz then 'completed' else 'booked' end,
    p.name, p.email, p.phone, 2010 + pg_temp.chance(g, 5, 17), v ->> 'make', v ->> 'model',
    case when shop = 0 and slot = 990 then $5
      when pg_temp.chance(g, 6, 10) > 0 then (v ->> 'vin') || pg_temp.chance(g, 7, 10) || substr('ABCDEFGHJKLMNPRST', 1 + pg_temp.chance(g, 5, 17), 1)
        || substr('ABCGKLNPR', 1 + pg_temp.chance(g, 8, 9), 1) || lpad(pg_temp.chance(g, 9, 1000000)::text, 6, '0') end,
    starts_at - interval '12 days'
  from generate_series(0, $1::integer * ${appointmentsOfShop} - 1) g
  cross join lateral (select g % $1 as shop, g / $1 as slot) place
  cross join lateral (select case when shop = 0 and slot in (100, 500, 990) then -1 else pg_temp.chance(g, 10, $2) end as n) who
  join people p on p.n = who.n
  join shops s on s.id = case when shop = 0 then 5 else 100 + shop end
  join lateral (select id from bays where shop_id = s.id order by id offset (slot / 2) % 2 limit 1) b on true
  join packages k on k.id = 1 + slot % 2
  cross join lateral (select (($3::date[])[1 + slot / ${jobsOfDay}] + make_time(case slot % 2 when 0 then 9 else 13 end, 0, 0))
    at time zone s.time_zone as starts_at) at
  cross join lateral (select $6::jsonb -> pg_temp.chance(g, 11, $7) as v) car`

const holds = `
  insert into holds (id, appointment_id, shop_id, amount_cents, payment_method_id, provider_intent_id, status, capture_before, captured_cents,
    capture_cents, card_brand, card_last_four, live_at, looked_at, changed_at, created_at)
  select gen_random_uuid(), id, shop_id, price_cents, 'pm_seed', 'pi_' || id,
    case state when 'booked' then 'live' when 'completed' then 'captured' else 'released' end, ends_at + interval '2 days',
    case state when 'completed' then price_cents end, case state when 'completed' then price_cents end, 'visa', '4242',
    created_at, $1::timestamptz, created_at, created_at
  from appointments`
const ledger = `
  insert into ledger (appointment_id, shop_id, hold_id, movement, amount_cents, recorded_at)
  select h.appointment_id, h.shop_id, h.id, movement, h.amount_cents, h.created_at + after
  from holds h join (values ('hold_requested', interval '0'), ('hold_placed', '1 second'), ('captured', '13 days')) m (movement, after)
    on movement <> 'captured' or h.status = 'captured'
  where h.created_at > $1::timestamptz - interval '30 days'`

const tables = `'appointments'::regclass, 'holds'::regclass, 'ledger'::regclass`

/**
 * What checks and finds rows is taken off while they are written and put back after, which checks them all at once. Gives the
 * statements that put it back.
 */
async function takeOff(client: PoolClient): Promise<string[]> {
  const constraints = await client.query<{ name: string; relation: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as relation, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('f', 'x') and conrelid in (${tables})`,
  )
  for (const { name, relation } of constraints.rows)
    await client.query(`alter table ${relation} drop constraint ${name}`)
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in (${tables}) and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  return [
    ...indexes.rows.map(({ definition }) => definition),
    ...constraints.rows.map(
      ({ name, relation, definition }) => `alter table ${relation} add constraint ${name} ${definition}`,
    ),
  ]
}

/**
 * Fills a migrated, empty database with so many appointments, a multiple of 1,000: each thousand is one more shop with two bays and
 * two jobs a bay on 250 weekdays up to the last bookable one, so that a shop's day is as full at every size. On the last 25 of them
 * the afternoon of the second bay was cancelled.
 */
export async function seedAppointments(pool: Pool, count: number, now: number): Promise<void> {
  const shopCount = count / appointmentsOfShop
  const client = await pool.connect()
  try {
    await client.query(
      `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set max_parallel_maintenance_workers = 1`,
    )
    await client.query(chance)
    await client.query(shops, [shopCount, zones])
    await client.query(bays)
    const putBack = await takeOff(client)
    const personCount = count / 2
    await client.query(people, [personCount, firstNames, lastNames])
    await client.query(addWanted, [wanted.name])
    await client.query(users)
    await client.query('analyze people')
    await client.query(appointments, [
      shopCount,
      personCount,
      listWorkdays(now),
      new Date(now),
      wanted.vin,
      JSON.stringify(vehicles),
      vehicles.length,
    ])
    await client.query(holds, [new Date(now)])
    await client.query(ledger, [new Date(now)])
    for (const statement of putBack) await client.query(statement)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}
