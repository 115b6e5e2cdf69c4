import { bookingRefusedHeader } from '../../contract/routes.ts'
import { memoryStore } from '../ui/external-store.ts'

/** Whether the latest list of appointments said that its customer may not book now. */
export const bookingRefusal = memoryStore(false)

export function noteBookingRefusal(headers: Headers): void {
  bookingRefusal.write(headers.has(bookingRefusedHeader))
}
