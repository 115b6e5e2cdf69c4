import { bookingRefusedHeader } from '../../contract/routes.ts'
import { memoryStore } from '../ui/external-store.ts'

/** Why the latest list of appointments says that its customer may not book now; null when it says nothing. */
export const bookingRefusal = memoryStore<string | null>(null)

/** The refusal in the header of a list as a sentence with the way on. Unknown reasons read as a block. */
export function refusalSentence(reason: string | null): string | null {
  if (reason === null) return null
  const [, upcoming] = /^too_many_appointments; upcoming=(\d+)$/.exec(reason) ?? []
  return upcoming === undefined
    ? 'Booking is paused for your account. Your appointments are still on, and you can cancel them.'
    : `You have ${upcoming} upcoming appointments, the limit for one account. To schedule another, cancel one first.`
}

export function noteBookingRefusal(headers: Headers): void {
  bookingRefusal.write(refusalSentence(headers.get(bookingRefusedHeader)))
}
