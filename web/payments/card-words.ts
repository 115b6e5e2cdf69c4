import type { HoldHealth } from '../../contract/payments/hold-health.ts'

type CardOfHold = NonNullable<HoldHealth['card']>

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** 'Visa ending in 4242'; a brand that nobody knows is a 'Card'. */
export function formatCard({ brand, lastFour }: CardOfHold): string {
  return `${brandNames[brand] ?? 'Card'} ending in ${lastFour}`
}

/** The same within a sentence: 'your Visa ending in 4242', or 'your card' when the provider showed nothing of it. */
export function yourCard(card: HoldHealth['card']): string {
  if (!card) return 'your card'
  return `your ${brandNames[card.brand] ?? 'card'} ending in ${card.lastFour}`
}
