import { formatCents } from '../../contract/money.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'

/** The effect of a cancellation on the customer's money. `heldCents` is null without a hold. */
export function releaseSentence(heldCents: number | null, card: HoldHealth['card']): string {
  return heldCents === null
    ? 'Nothing is held on your card right now, and you weren’t charged.'
    : `We release the hold of ${formatCents(heldCents)} on ${yourCard(card)} right away. Your bank may take a few days to show it. You weren’t charged.`
}

/** The effect of a late cancellation on the customer's money. `heldCents` is null without a hold. */
export function feeSentence(feeCents: number, heldCents: number | null, card: HoldHealth['card']): string {
  const fee = formatCents(feeCents)
  if (heldCents === null) return `Cancelling now costs ${fee}, charged to ${yourCard(card)}.`
  const rest = heldCents > feeCents ? `, and we release the other ${formatCents(heldCents - feeCents)}` : ''
  return `Cancelling now costs ${fee}, taken from your hold of ${formatCents(heldCents)} on ${yourCard(card)}${rest}.`
}

/** Whether the connection is encrypted; local development does without. */
export function isConnectionEncrypted(): boolean {
  return window.isSecureContext && window.location.protocol === 'https:'
}
