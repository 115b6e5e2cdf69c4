import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { parseWallTime } from '../../contract/time.ts'
import { formatLongWallTime } from './appointment-words.ts'

/** A wall time in the format of the shop's times; null for a text that is none. */
export function startOfWallTime(text: string): { day: string; time: string } | null {
  const wall = parseWallTime(text)
  return (
    wall && {
      day: wall.day,
      time: `${Math.floor(wall.minutes / 60)}:${String(wall.minutes % 60).padStart(2, '0')}`,
    }
  )
}

/** For a chosen start that was taken first, or that has come within the lead time. */
export function takenSentence(
  { appointmentDate, earlierTime }: Pick<CustomerAppointment, 'appointmentDate' | 'earlierTime'>,
  why: 'just taken' | 'too late',
): string {
  const gone = why === 'just taken' ? 'That time was just taken.' : 'That time can no longer be booked.'
  const kept = `${gone} You still have your appointment on ${formatLongWallTime(appointmentDate)}.`
  return earlierTime === 'awaited' ? `${kept} We’ll email you when an earlier time opens.` : kept
}
