import { sql } from 'kysely'
import {
  findConflict,
  findExceededLimit,
  type LimitRefusal,
  type OwnAppointment,
} from '../../contract/booking/customer-limits.ts'
import { claimMinutes, statesWithSlot } from '../../contract/booking/appointment-states.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { releaseUnpaidClaim } from '../holds/release-unpaid-claim.ts'

type Own = OwnAppointment & { id: string; isClaim: boolean }

const customerLock = 7_310_405
const lapsedClaimWindowMs = 3_600_000

/**
 * Serializes the bookings and changes of one customer until the transaction ends, across shops and processes.
 * Lock order: the shop's row, this lock, an appointment's row.
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

/**
 * Releases the customer's oldest claims until one more is within the limit: a new order replaces an unpaid
 * one. Returns the remaining claims and appointments. Call it under the shop's lock.
 */
export async function releaseOlderClaims(
  tx: Queryable,
  context: Context,
  customerId: string,
  own: readonly Own[],
): Promise<Own[]> {
  const claims = own.filter(({ isClaim }) => isClaim)
  const excess = claims.slice(0, Math.max(0, claims.length + 1 - context.config.limits.openClaims))
  const at = new Date(context.clock.now())
  const released = new Set<string>()
  for (const { id } of excess)
    if (await releaseUnpaidClaim(tx, id, { at, actorId: customerId })) released.add(id)
  return own.filter(({ id }) => !released.has(id))
}

/** Refuses one more appointment over a limit, with the field of the order that could be changed. */
export function requireWithinLimits(
  { config }: Context,
  own: readonly OwnAppointment[],
  wanted: OwnAppointment,
): void {
  const exceeded = findExceededLimit(own, wanted, config.limits)
  if (exceeded) refuse(exceeded, { field: fieldOf[exceeded] })
}

/** Refuses a change to a time or length at which the customer has another appointment. */
export async function requireNoConflict(
  tx: Queryable,
  { config, clock }: Context,
  appointment: { id: string; customer_id: string },
  wanted: { startsAt: number; endsAt: number },
): Promise<void> {
  if (config.limits.allowsConflicts) return
  const own = await listOwn(tx, appointment.customer_id, clock.now())
  const others = own.filter(({ id }) => id !== appointment.id)
  // The vehicle was accepted with the order.
  const conflict = findConflict(others, { ...wanted, vin: null })
  if (conflict) refuse(conflict, { field: fieldOf[conflict] })
}

const fieldOf: Record<LimitRefusal, string> = {
  too_many_appointments: 'date',
  own_appointment_then: 'date',
  vehicle_has_appointment: 'vehicleInfo.vin',
}

/**
 * Refuses as `too_many_requests` a customer who let several claims lapse within an hour: each had taken a bay
 * for 15 minutes without a payment. Declined cards and payments that never reached the provider do not count.
 */
export async function requireFewLapsedClaims(
  tx: Queryable,
  { config, clock }: Context,
  customerId: string,
): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ lapsed_at: Date }>`
    select greatest(a.created_at + interval '1 minute' * ${claimMinutes}, h.created_at) as lapsed_at
      from appointments a join holds h on h.appointment_id = a.id and h.purpose = 'booking'
      where a.customer_id = ${customerId}
        and a.created_at > ${new Date(now - lapsedClaimWindowMs - claimMinutes * 60_000)}
        and h.provider_intent_id is not null and h.live_at is null
        and (a.state = 'released' and h.status in ('releasing', 'released', 'lapsed')
            and h.changed_at >= a.created_at + interval '1 minute' * ${claimMinutes}
          or a.state = 'claimed' and a.claim_expires_at <= ${new Date(now)})
      order by lapsed_at desc limit ${config.limits.lapsedClaims}`.execute(tx)
  const oldest = rows.at(-1)
  if (rows.length < config.limits.lapsedClaims || !oldest) return
  const freeAgainAt = oldest.lapsed_at.getTime() + lapsedClaimWindowMs
  refuse('too_many_requests', {
    sentence: 'Several payments were not finished, and their times were kept free for nothing.',
    retryAfterSeconds: Math.max(1, Math.ceil((freeAgainAt - now) / 1000)),
  })
}
