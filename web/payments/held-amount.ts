import type { HoldHealth } from '../../contract/payments/hold-health.ts'

/** What is held on the card at this moment, in integer cents; null when no hold is live. */
export function heldCentsOf({ state, liveUntil }: HoldHealth, priceCents: number): number | null {
  // A hold that was not renewed may still be the earlier, live one.
  return state === 'live' || liveUntil !== null ? priceCents : null
}
