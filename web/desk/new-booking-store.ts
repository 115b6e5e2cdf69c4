import { memoryStore } from '../ui/external-store.ts'

/** A free place of the board: wall time of the shop. */
export type FreePlace = { day: string; startMinutes: number; bayId: number }

/** The shop of the open dialog, and the place that was clicked; null while it is closed. */
export type OpenBooking = { shopId: number; place: FreePlace | null }

export const openBookingStore = memoryStore<OpenBooking | null>(null)

/** Opens the dialog of a new booking for a caller or a walk-in. */
export function openNewBooking(booking: OpenBooking): void {
  openBookingStore.write(booking)
}
