import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { freeHoursOf } from '../../contract/booking/cancellation-terms.ts'
import type { LateFee } from '../../contract/payments/consent.ts'
import { startOf } from './appointment-times.ts'

/** The agreed fee of an appointment for the consent of another card or package; null for none. */
export function lateFeeOf(
  appointment: Pick<CustomerAppointment, 'cancelFee' | 'appointmentDate' | 'timeZone'>,
): LateFee | null {
  const { cancelFee } = appointment
  const startsAt = startOf(appointment)
  if (cancelFee === null || startsAt === null) return null
  return {
    feeCents: cancelFee.feeCents,
    freeHours: freeHoursOf({ from: Date.parse(cancelFee.from) }, startsAt),
  }
}
