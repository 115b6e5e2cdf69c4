/** An upcoming or unpaid appointment of a customer. Instants in epoch milliseconds. */
export type OwnAppointment = { startsAt: number; endsAt: number; vin: string | null }

export type CustomerLimits = {
  /** Upcoming appointments of one customer. */
  upcoming: number
  /** Whether a customer may have two appointments at one time, or two of one vehicle. */
  allowsConflicts: boolean
}

export type LimitRefusal = 'too_many_appointments' | 'own_appointment_then' | 'vehicle_has_appointment'

/** The limit that one more appointment would exceed; null when it is within all of them. */
export function findExceededLimit(
  own: readonly OwnAppointment[],
  wanted: OwnAppointment,
  limits: CustomerLimits,
): LimitRefusal | null {
  if (own.length >= limits.upcoming) return 'too_many_appointments'
  return limits.allowsConflicts ? null : findConflict(own, wanted)
}

/** The conflict of an appointment with the customer's others: the same time, or the same vehicle. */
export function findConflict(
  others: readonly OwnAppointment[],
  wanted: OwnAppointment,
): Exclude<LimitRefusal, 'too_many_appointments'> | null {
  if (others.some(({ startsAt, endsAt }) => startsAt < wanted.endsAt && wanted.startsAt < endsAt))
    return 'own_appointment_then'
  if (wanted.vin !== null && others.some(({ vin }) => vin === wanted.vin)) return 'vehicle_has_appointment'
  return null
}
