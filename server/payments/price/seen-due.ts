import type { PriceDue } from '../../../contract/payments/day-price.ts'
import { formatCents } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusals.ts'

/**
 * Refuses as `price_changed` when another amount is due than the person saw, because somebody changed the
 * price or took a payment meanwhile. `notDone`: the sentence that says so.
 */
export function requireSeenDue({ dueCents }: PriceDue, seenDueCents: number, notDone: string): void {
  if (dueCents === seenDueCents) return
  refuse('price_changed', {
    sentence: `The amount due changed from ${formatCents(seenDueCents)} to ${formatCents(dueCents)}. ${notDone} Look at the price, then try again.`,
  })
}
