import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { cardStatusOf, type CardStatus } from './card-status.ts'

export type ListedAppointment = { appointment: CustomerAppointment; status: CardStatus }

/**
 * The sections of My Appointments at the instant `now`: one whose card needs the customer first, then the
 * next one; past and cancelled ones, latest first.
 */
export function listSections(
  appointments: readonly CustomerAppointment[],
  now: number,
): Record<CardStatus['section'], ListedAppointment[]> {
  const known = appointments.map((appointment) => ({ appointment, status: cardStatusOf(appointment, now) }))
  const byDate = (one: ListedAppointment, other: ListedAppointment) =>
    one.appointment.appointmentDate.localeCompare(other.appointment.appointmentDate)
  const inSection = (section: CardStatus['section']) =>
    known.filter(({ status }) => status.section === section).sort(byDate)
  // An appointment whose card needs the customer comes before all others.
  const needsCard = ({ appointment }: ListedAppointment) =>
    appointment.hold.state === 'failed' ||
    appointment.hold.state === 'no_card' ||
    appointment.hold.state === 'unconfirmed'
      ? 0
      : 1
  return {
    upcoming: inSection('upcoming').sort((one, other) => needsCard(one) - needsCard(other)),
    past: inSection('past').toReversed(),
    cancelled: inSection('cancelled').toReversed(),
  }
}
