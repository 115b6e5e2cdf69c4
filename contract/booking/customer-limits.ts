/**
 * The limits of a customer's bookings. `lapsed_claims`: claims that ended unpaid within an hour, by any end
 * (`server/booking/lapsed-claims.ts`).
 */
export const customerLimitNames = [
  'too_many_appointments',
  'own_appointment_then',
  'vehicle_has_appointment',
  'lapsed_claims',
] as const
export type CustomerLimitName = (typeof customerLimitNames)[number]

/**
 * The limits against card testing, which cannot be lifted: cards of an account, and declines of a card and of
 * a network.
 */
export const cardLimitNames = ['cards_of_account', 'declines_of_card', 'declines_of_network'] as const
export type CardLimitName = (typeof cardLimitNames)[number]

/** A limit whose hits are recorded for administrators. */
export type RecordedLimitName = CustomerLimitName | CardLimitName

/** Whether an administrator may lift a limit for a customer. */
export function isLiftable(name: RecordedLimitName): name is CustomerLimitName {
  return customerLimitNames.some((liftable) => liftable === name)
}

/** An upcoming or unpaid appointment of a customer. Instants in epoch milliseconds. */
export type OwnAppointment = { startsAt: number; endsAt: number; vin: string | null }

export type CustomerLimits = {
  /** Upcoming appointments of one customer. */
  upcoming: number
  /** Whether a customer may have two appointments at one time, or two of one vehicle. */
  allowsConflicts: boolean
}

export type LimitRefusal = Exclude<CustomerLimitName, 'lapsed_claims'>

/** The limits that an administrator has lifted for a customer. */
type Lifted = Pick<ReadonlySet<CustomerLimitName>, 'has'>

/** The limit that one more appointment would exceed; null when it is within all of them. */
export function findExceededLimit(
  own: readonly OwnAppointment[],
  wanted: OwnAppointment,
  limits: CustomerLimits,
  lifted: Lifted = new Set(),
): LimitRefusal | null {
  if (own.length >= limits.upcoming && !lifted.has('too_many_appointments')) return 'too_many_appointments'
  return limits.allowsConflicts ? null : findConflict(own, wanted, lifted)
}

/** The conflict of an appointment with the customer's others: the same time, or the same vehicle. */
export function findConflict(
  others: readonly OwnAppointment[],
  wanted: OwnAppointment,
  lifted: Lifted = new Set(),
): Exclude<LimitRefusal, 'too_many_appointments'> | null {
  const overlaps = others.some(({ startsAt, endsAt }) => startsAt < wanted.endsAt && wanted.startsAt < endsAt)
  if (overlaps && !lifted.has('own_appointment_then')) return 'own_appointment_then'
  const hasVehicle = wanted.vin !== null && others.some(({ vin }) => vin === wanted.vin)
  return hasVehicle && !lifted.has('vehicle_has_appointment') ? 'vehicle_has_appointment' : null
}
