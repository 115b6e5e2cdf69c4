import { sql } from 'kysely'
import { findConflict, type OwnAppointment } from '../../contract/booking/customer-limits.ts'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { findRestrictions } from './restrictions.ts'

export type Own = OwnAppointment & { id: string; isClaim: boolean }

const customerLock = 7_310_405

/**
 * Serializes the bookings and changes of one customer until the transaction ends, across shops and processes.
 * The lock order is in ARCHITECTURE.md.
 */
export async function lockCustomer(tx: Queryable, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${customerLock}, hashtext(${customerId}))`.execute(tx)
}

/** The claims and upcoming appointments of a customer, oldest order first. Call it under `lockCustomer`. */
export async function listOwn(tx: Queryable, customerId: string, now: number): Promise<Own[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select(['id', 'state', 'starts_at', 'ends_at', 'vehicle_vin'])
    .where('customer_id', '=', customerId)
    .where('state', 'in', statesWithSlot)
    .where('ends_at', '>', new Date(now))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isClaim: row.state === 'claimed',
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at.getTime(),
    vin: row.vehicle_vin,
  }))
}

type Times = { startsAt: number; endsAt: number }

/**
 * Reads the customer's other appointments. The result tells of other times of this one why they conflict with
 * those; null when they do not.
 */
export async function findOwnConflict(
  tx: Queryable,
  { config, clock }: Context,
  appointment: { id: string; customer_id: string },
): Promise<(wanted: Times) => ReturnType<typeof findConflict>> {
  if (config.limits.allowsConflicts) return () => null
  const own = await listOwn(tx, appointment.customer_id, clock.now())
  const others = own.filter(({ id }) => id !== appointment.id)
  const { lifted } = await findRestrictions(tx, appointment.customer_id, clock.now())
  // The vehicle was accepted with the order.
  return (wanted) => findConflict(others, { ...wanted, vin: null }, lifted)
}

/** Refuses a change to a time or length at which the customer has another appointment. */
export async function requireNoConflict(
  tx: Queryable,
  context: Context,
  appointment: { id: string; customer_id: string },
  wanted: Times,
): Promise<void> {
  const conflict = (await findOwnConflict(tx, context, appointment))(wanted)
  if (conflict) refuse(conflict, { field: 'date' })
}
