import type { HoldHealth } from '../../contract/payments/hold-health.ts'

/** The amount currently on hold, in integer cents; null without an active hold. */
export function heldCentsOf({ heldAmount }: HoldHealth): number | null {
  return heldAmount === null ? null : Math.round(heldAmount * 100)
}
