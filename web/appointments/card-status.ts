import { canChange } from '../../contract/appointments/appointment-states.ts'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import { instantOfWallTime, parseWallTime } from '../../contract/time.ts'

export type CardStatus = {
  label: string
  tone: 'blue' | 'green' | 'amber' | 'neutral'
  /** Over or cancelled: shown apart, below. */
  isPast: boolean
  /** Why it cannot be changed, as a sentence; null when it can. */
  lockedBecause: string | null
}

type StatusInput = Pick<CustomerAppointment, 'status' | 'appointmentDate' | 'timeZone'>

const tones = { pending: 'amber', scheduled: 'blue', completed: 'green', cancelled: 'neutral' } as const

function startOf({ appointmentDate, timeZone }: StatusInput): number | null {
  const wall = parseWallTime(appointmentDate)
  return wall && instantOfWallTime(wall.day, wall.minutes, timeZone)
}

/** What a card says of its appointment and lets do with it, at the instant `now` of the product's clock. The server decides anyway. */
export function cardStatusOf(appointment: StatusInput, now: number): CardStatus {
  const { status } = appointment
  const start = startOf(appointment)
  const begun = start !== null && now >= start
  const shown = { label: status.charAt(0).toUpperCase() + status.slice(1), tone: tones[status] ?? 'neutral' }
  switch (status) {
    case 'pending':
      return {
        ...shown,
        isPast: begun,
        lockedBecause: 'The card for this appointment is not confirmed yet, so it cannot be changed.',
      }
    case 'completed':
      return { ...shown, isPast: true, lockedBecause: 'The installation is completed.' }
    case 'cancelled':
      return { ...shown, isPast: true, lockedBecause: 'This appointment is cancelled.' }
    case 'scheduled':
      return {
        ...shown,
        isPast: begun,
        lockedBecause:
          start === null || canChange('booked', start, now)
            ? null
            : 'This appointment has begun, so it can no longer be changed.',
      }
  }
}
