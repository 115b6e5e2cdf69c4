import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { parseWallTime } from '../../contract/time.ts'
import type { BookingDraft } from './booking-draft.ts'

/** The slot that the user's unfinished payment keeps until an instant. `start` is the shop's wall time. */
export type OwnClaim = { id: string; shopId: number; start: string; until: string; timeZone: string }

/** The slot that an appointment with an unfinished payment keeps; null for every other one. */
export function claimOf(appointment: CustomerAppointment): OwnClaim | null {
  const { id, shopId, appointmentDate: start, claimedUntil: until, timeZone } = appointment
  return until === null ? null : { id, shopId, start, until, timeZone }
}

/** Whether a claim keeps this start of its shop. */
export function isStartOf(
  { shopId, start }: OwnClaim,
  slot: { shopId: number | null; day: string | null; time: string | null },
): boolean {
  const [claimed, chosen] = [parseWallTime(start), parseWallTime(`${slot.day} ${slot.time}`)]
  return shopId === slot.shopId && claimed?.day === chosen?.day && claimed?.minutes === chosen?.minutes
}

/** Whether the sent order of a draft is the one that waits in a claim. */
export function isOrderOf(claim: OwnClaim, { attempt }: BookingDraft): boolean {
  if (attempt === null) return false
  const [day = '', time = ''] = attempt.order.date.split(' ')
  return isStartOf(claim, { shopId: Number(attempt.order.shopId), day, time })
}
