let cancelledId: string | null = null

/** Marks the appointment that is being cancelled, so that its new card can take the focus. */
export function expectCancelled(id: string | null): void {
  cancelledId = id
}

/** Whether this appointment was marked; true only once. */
export function takeCancelled(id: string): boolean {
  if (cancelledId !== id) return false
  cancelledId = null
  return true
}
