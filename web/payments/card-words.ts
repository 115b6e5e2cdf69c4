import { formatCard } from '../../contract/payments/card-brand.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'

/**
 * The card within a sentence: 'your Visa ending in 4242', or 'your card' when the provider gave no details.
 */
export function yourCard(card: HoldHealth['card']): string {
  return card ? `your ${formatCard(card, 'card')}` : 'your card'
}
