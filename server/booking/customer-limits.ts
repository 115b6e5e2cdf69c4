import {
  findExceededLimit,
  type LimitRefusal,
  type OwnAppointment,
} from '../../contract/booking/customer-limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { releaseUnpaidClaim } from '../holds/release-unpaid-claim.ts'
import type { CustomerRestrictions } from '../customers/restrictions.ts'
import type { Own } from '../customers/own-appointments.ts'

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
  const excess = claims
    .slice(0, Math.max(0, claims.length + 1 - context.config.limits.openClaims))
    // Lock order.
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const at = new Date(context.clock.now())
  const released = new Set<string>()
  for (const { id } of excess)
    if (await releaseUnpaidClaim(tx, id, { at, actorId: customerId })) released.add(id)
  return own.filter(({ id }) => !released.has(id))
}

/** Refuses one more appointment over a limit, with the field of the order that could be changed. */
export function requireWithinLimits(
  { config }: Context,
  { lifted }: CustomerRestrictions,
  own: readonly OwnAppointment[],
  wanted: OwnAppointment,
): void {
  const exceeded = findExceededLimit(own, wanted, config.limits, lifted)
  if (exceeded) refuse(exceeded, { field: fieldOf[exceeded] })
}

const fieldOf: Record<LimitRefusal, string> = {
  too_many_appointments: 'date',
  own_appointment_then: 'date',
  vehicle_has_appointment: 'vehicleInfo.vin',
}
