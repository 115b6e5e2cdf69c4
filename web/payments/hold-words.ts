import { formatCents } from '../../contract/money.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'

/** The promise about the charge. */
export function chargeSentence(priceCents: number): string {
  return `Your card will only be charged ${formatCents(priceCents)} after the installation is completed and confirmed.`
}

/** The effect of a cancellation on the customer's money. `heldCents` is null without a hold. */
export function releaseSentence(heldCents: number | null, card: HoldHealth['card']): string {
  return heldCents === null
    ? 'Nothing is held on your card right now, and you weren’t charged.'
    : `We release the hold of ${formatCents(heldCents)} on ${yourCard(card)} right away. Your bank may take a few days to show it. You weren’t charged.`
}

/** Whether the connection is encrypted; local development does without. */
export function isConnectionEncrypted(): boolean {
  return window.isSecureContext && window.location.protocol === 'https:'
}
