import { randomUUID } from 'node:crypto'
import type { World } from './start-world.ts'

/** An appointment that a test inserts directly, each of a customer of its own unless `customer` names one. */
export type Visit = {
  shopId: number
  name: string
  email?: string
  /** Ten digits. */
  phone?: string
  vin?: string
  car?: readonly [year: number, make: string, model: string]
  packageId?: number
  /** Hours from now to the start. */
  inHours?: number
  state?: 'booked' | 'completed' | 'cancelled' | 'released'
  /** The id of an account. */
  customer?: string
}

/**
 * Inserts an appointment in a bay of its own, as the version before does: without a contact. Returns its id.
 */
export async function addVisit({ context }: Pick<World, 'context'>, visit: Visit): Promise<string> {
  const { pool } = context.database
  const id = randomUUID()
  const customer = visit.customer ?? `visitor-${id}`
  const [year, make, model] = visit.car ?? [2013, 'BMW', 'X5']
  const email = visit.email ?? `${id}@example.test`
  if (visit.customer === undefined)
    await pool.query(`insert into users (id, name, email, email_verified) values ($1, $2, $3, true)`, [
      customer,
      visit.name,
      email.toLowerCase(),
    ])
  await pool.query(
    `with bay as (insert into bays (shop_id, name) values ($2, 'Bay ' || $1) returning id)
    insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
        customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, vehicle_vin, created_at)
      select $1::uuid, $2, bay.id, $3, $4, 49900, $5::timestamptz, $5::timestamptz + interval '3 hours', $6, $7, $8, $9,
        $10, $11, $12, $13, $14 from bay`,
    [
      id,
      visit.shopId,
      customer,
      visit.packageId ?? 1,
      new Date(context.clock.now() + (visit.inHours ?? 48) * 3_600_000),
      visit.state ?? 'booked',
      visit.name,
      email,
      visit.phone ?? '6265550100',
      year,
      make,
      model,
      visit.vin ?? null,
      new Date(context.clock.now()),
    ],
  )
  return id
}

/** The contact of an appointment. */
export async function contactOf({ context }: Pick<World, 'context'>, appointmentId: string): Promise<string> {
  const { rows } = await context.database.pool.query<{ contact_id: string | null }>(
    'select contact_id from appointments where id = $1',
    [appointmentId],
  )
  return rows[0]?.contact_id ?? ''
}
