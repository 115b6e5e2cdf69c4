import { isAllowed } from '../../../contract/identity/permissions.ts'
import type { AppointmentState } from '../../../contract/booking/appointment-states.ts'
import { canOpenEarlier } from '../../../contract/slots/earlier-starts.ts'

type Facts = { state: AppointmentState; startsAt: number; timeZone: string }

/** Whether an appointment can wait for an earlier start: it can move, and a bookable day comes before it. */
export function canWait({ state, startsAt, timeZone }: Facts, now: number): boolean {
  return (
    isAllowed('customer', 'ownAppointment.change', { state, startsAt, now }) &&
    canOpenEarlier(startsAt, now, timeZone)
  )
}
