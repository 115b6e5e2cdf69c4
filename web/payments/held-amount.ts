import type { HoldHealth } from '../../contract/payments/hold-health.ts'

/** What is held on the card at this moment, in integer cents; null when no hold is live. */
export function heldCentsOf({ heldAmount }: HoldHealth): number | null {
  return heldAmount === null ? null : Math.round(heldAmount * 100)
}
