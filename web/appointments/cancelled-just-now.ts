let cancelledId: string | null = null

/** Remembers whose cancellation was pressed, for the card that will stand in its place. */
export function expectCancelled(id: string | null): void {
  cancelledId = id
}

/** Whether this is the appointment whose cancellation was pressed; true once. */
export function takeCancelled(id: string): boolean {
  if (cancelledId !== id) return false
  cancelledId = null
  return true
}
