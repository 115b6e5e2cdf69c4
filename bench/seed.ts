import type { Pool } from 'pg'

export const zone = 'America/Los_Angeles'

/** A customer with three appointments, one of them for this vehicle, whatever the size of the database. */
export const wanted = { name: 'Marguerite Thistlewood', vin: 'WBAJU7C51KB104729', appointments: 3 }

const dayMs = 86_400_000

/** The weekdays between two days, as YYYY-MM-DD; both are counted from today. */
export function listWeekdays(first: number, last: number): string[] {
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format())
  return Array.from({ length: last - first + 1 }, (_, index) => new Date(today + (first + index) * dayMs))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date) => date.toISOString().slice(0, 10))
}

/** The ten days that can be booked: 7 to 20 days from today. */
export const listBookableDays = (): string[] => listWeekdays(7, 20)

/**
 * Adds shops with so many bays each, open on weekdays from 9 to 17. A bay's number is its shop's with one
 * digit more.
 */
export async function seedShops(pool: Pool, shopIds: readonly number[], bays: number): Promise<void> {
  await pool.query(
    `insert into shops (id, business_name, address, time_zone, status)
      select id, 'Garage ' || id, id || ' Main St', $2, 'approved' from unnest($1::integer[]) id`,
    [shopIds, zone],
  )
  await pool.query(
    `insert into shop_hours (shop_id, weekday, is_open, opens_at, closes_at)
      select id, weekday, weekday < 6, '09:00', '17:00' from unnest($1::integer[]) id, generate_series(1, 7) weekday`,
    [shopIds],
  )
  await pool.query(
    `insert into bays (id, shop_id, name)
      select id * 10 + bay, id, 'Bay ' || bay from unnest($1::integer[]) id, generate_series(0, $2::integer - 1) bay`,
    [shopIds, bays],
  )
}

const names =
  'James Mary Linda Ana David José Karen Zoë Søren Olivia Anna Smith Garcia Miller Lopez Chen Lee Torres Nguyen Müller'

const appointments = `
  insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
      customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, vehicle_vin, created_at)
    select gen_random_uuid(), shop_id, shop_id * 10 + slot / 2, 'seed-' || customer, k.id, k.price_cents, starts_at,
      starts_at + make_interval(mins => k.duration_minutes),
      case when slot = 3 then 'cancelled' when starts_at < now() then 'completed' else 'booked' end,
      names[1 + mod(customer, 11)] || ' ' || names[12 + mod(customer / 11, 9)], 'driver-' || customer || '@example.test',
      (2130000000 + customer)::text, 2010 + mod(number, 15), 'BMW', 'X5',
      'WBAJU7C5' || mod(number, 10) || 'KB' || lpad(mod(number * 7919, 1000000)::text, 6, '0'), starts_at - interval '12 days'
    from (select shop_id, day, slot, row_number() over (order by day, shop_id, slot) as number
        from unnest($1::integer[]) shop_id, unnest($2::date[]) day, generate_series(0, 3) slot) jobs
      cross join lateral (select mod(number * 31, $4::integer) as customer, string_to_array($5, ' ') as names,
        (day + make_time(9 + 4 * (slot % 2), 0, 0)) at time zone $3 as starts_at) own
      join packages k on k.id = 1 + slot % 2
    order by number`

const holds = `
  insert into holds (id, appointment_id, shop_id, amount_cents, payment_method_id, provider_intent_id, status,
      capture_before, captured_cents, capture_cents, card_brand, card_last_four, live_at, looked_at, changed_at, created_at)
    select gen_random_uuid(), id, shop_id, price_cents, 'pm_seed', 'pi_' || id,
      case state when 'booked' then 'live' when 'completed' then 'captured' else 'released' end,
      ends_at + interval '2 days', charged, charged, 'visa', '4242', created_at, now(), created_at, created_at
    from appointments, lateral (select case state when 'completed' then price_cents end as charged) c`

/** As the triggers do, which are off while the rows are written. */
const bayTimes = `
  insert into bay_times (shop_id, bay_id, during, appointment_id)
    select shop_id, bay_id, tstzrange(starts_at, ends_at), id from appointments
      where state in ('claimed', 'booked', 'completed')`

const nameWanted = `
  with chosen as (select id, row_number() over (order by starts_at) as number from appointments
    where shop_id = $1 and state <> 'cancelled' limit ${wanted.appointments})
  update appointments a set customer_name = $2, vehicle_vin = case number when 1 then $3 else vehicle_vin end
  from chosen where chosen.id = a.id`

/** As migration 031 does; the triggers are off while the rows are written. */
const contacts = `
  with people as (
    insert into contacts (id, shop_id, name, phone, email, user_id, created_at)
      select gen_random_uuid(), shop_id, customer_name, customer_phone, customer_email, customer_id, created_at
        from (select distinct on (shop_id, customer_id) * from appointments order by shop_id, customer_id, created_at desc) a
      returning id, shop_id, user_id)
  update appointments a set contact_id = people.id from people
    where people.shop_id = a.shop_id and people.user_id = a.customer_id`

/**
 * Fills each day of each shop: two jobs in each of two bays, of which the afternoon of the second bay was
 * cancelled.
 */
export async function seedAppointments(pool: Pool, shopIds: readonly number[], days: readonly string[]) {
  const customers = Math.max(1, shopIds.length * days.length * 2)
  const client = await pool.connect()
  try {
    // Foreign keys hold by construction; checking each row of a million would take minutes.
    await client.query('set synchronous_commit = off; set session_replication_role = replica')
    await client.query(
      `insert into users (id, name, email) select 'seed-' || n, 'Driver', 'driver-' || n || '@example.test'
        from generate_series(0, $1::integer - 1) n`,
      [customers],
    )
    await client.query(appointments, [shopIds, days, zone, customers, names])
    await client.query(holds)
    await client.query(bayTimes)
    await client.query(nameWanted, [shopIds[0], wanted.name, wanted.vin])
    await client.query(contacts)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
