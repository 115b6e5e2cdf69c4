import { randomUUID } from 'node:crypto'
import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import type { World } from './start-world.ts'

/** An appointment that a test inserts directly, in any state and at any time. */
export type Written = {
  id: string
  shopId: number
  zone: string
  startsAt: number
  state: AppointmentState
  name: string
  email: string
  vin: string | null
}

export type SampleShop = { id: number; zone: string }

/** Adds a shop in a time zone, with an optional owner. */
export async function addSampleShop(
  { context }: World,
  zone: string,
  ownerEmail: string | null = null,
): Promise<SampleShop> {
  const { rows } = await context.database.pool.query<{ id: number }>(
    `insert into shops (owner_id, business_name, address, time_zone, status)
     values ((select id from users where email = $2), 'Shop in ' || $1, '1 Main St', $1, 'approved') returning id`,
    [zone, ownerEmail],
  )
  return { id: rows[0]?.id ?? 0, zone }
}

/** Adds the customer of all inserted appointments. */
export async function addSampleCustomer({ context }: World): Promise<void> {
  await context.database.pool.query(
    `insert into users (id, name, email) values ('fixture', 'Fixture', 'fixture@example.test') on conflict do nothing`,
  )
}

/** Inserts appointments, each in a bay of its own. */
export async function writeAppointments({ context }: World, written: readonly Written[]): Promise<void> {
  await context.database.pool.query(
    `with given as (select *, row_number() over () as place from json_to_recordset($1) as g
        (id uuid, "shopId" integer, "startsAt" float8, state text, name text, email text, vin text)),
      bays as (insert into bays (shop_id, name) select "shopId", 'Bay ' || id from given returning id, shop_id, name)
    insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state, claim_expires_at,
      customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, vehicle_vin, created_at)
    select g.id, g."shopId", b.id, 'fixture', 1, 49900, to_timestamp("startsAt" / 1000), to_timestamp("startsAt" / 1000) + interval '3 hours',
      g.state, case g.state when 'claimed' then to_timestamp("startsAt" / 1000) end,
      g.name, g.email, '6265550142', 2013, 'BMW', 'X5', g.vin, to_timestamp("startsAt" / 1000) - interval '9 days'
    from given g join bays b on b.shop_id = g."shopId" and b.name = 'Bay ' || g.id`,
    [JSON.stringify(written)],
  )
}

/** An appointment to insert, with defaults for all other fields. */
export function written(shop: SampleShop, changes: Partial<Written> & { startsAt: number }): Written {
  return {
    id: randomUUID(),
    shopId: shop.id,
    zone: shop.zone,
    state: 'booked',
    name: 'Casey Rivera',
    email: 'casey@example.test',
    vin: null,
    ...changes,
  }
}
