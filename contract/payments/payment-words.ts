import type { DisputePhase } from './dispute-states.ts'
import { disputeWords } from './dispute-words.ts'
import type { HoldHealth } from './hold-health.ts'

/** What the badge of an appointment's payment says. */
export const paymentLabels = [
  'pending',
  'authorized',
  'card_saved',
  'card_unconfirmed',
  'hold_failed',
  'no_card',
  'at_shop',
  'completed',
  'cancelled',
] as const
export type PaymentLabel = (typeof paymentLabels)[number]

/** A second fact beside the badge, about money that moved or a card that needs a person. */
export const paymentNotes = [
  'hold_not_renewed',
  'refunding',
  'refunded',
  'partly_refunded',
  'inquiry',
  'disputed',
  'dispute_lost',
  'dispute_prevented',
  'paid_at_shop',
  'fee_charged',
] as const
export type PaymentNote = (typeof paymentNotes)[number]

/** The one table of words for the state of a payment: list, details, board, jobs of the day and export. */
export const paymentWords: Record<PaymentLabel, string> = {
  pending: 'Pending',
  authorized: 'Authorized',
  card_saved: 'Card saved',
  card_unconfirmed: 'Card not confirmed',
  hold_failed: 'Hold failed',
  no_card: 'No card yet',
  at_shop: 'Pays at the shop',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const paymentNoteWords: Record<PaymentNote, string> = {
  hold_not_renewed: 'Hold not renewed',
  refunding: 'Refund under way',
  refunded: 'Refunded',
  partly_refunded: 'Refunded in part',
  inquiry: disputeWords.inquiry,
  disputed: disputeWords.open,
  dispute_lost: disputeWords.lost,
  dispute_prevented: disputeWords.prevented,
  paid_at_shop: 'Paid at the shop',
  fee_charged: 'Fee charged',
}

/** Money in cents. `dispute` is the phase of the dispute that counts most: an open one, else a lost one. */
export type PaymentFacts = {
  status: 'pending' | 'authorized' | 'completed' | 'cancelled'
  hold: Pick<HoldHealth, 'state' | 'heldAmount'>
  capturedCents: number
  refundedCents: number
  /** The part of the captured amount that is the fee of a cancelled appointment. */
  feeCents: number
  dispute: DisputePhase | null
}

/**
 * The badge of a payment and the fact beside it. 'Authorized' is said only while an amount is held. Pure.
 */
export function paymentShownOf(facts: PaymentFacts): { label: PaymentLabel; note: PaymentNote | null } {
  const { status, hold } = facts
  if (hold.state === 'no_card' || hold.state === 'at_shop') return { label: hold.state, note: null }
  if (status !== 'authorized') return { label: status, note: noteOf(facts) }
  const isHeld = hold.state === 'live' || hold.heldAmount !== null
  if (isHeld) {
    const isRenewed = hold.state === 'live' || hold.state === 'saved'
    return { label: 'authorized', note: isRenewed ? null : 'hold_not_renewed' }
  }
  if (hold.state === 'failed') return { label: 'hold_failed', note: null }
  return { label: hold.state === 'unconfirmed' ? 'card_unconfirmed' : 'card_saved', note: null }
}

function noteOf({
  status,
  capturedCents,
  refundedCents,
  feeCents,
  dispute,
}: PaymentFacts): PaymentNote | null {
  if (capturedCents === 0) return status === 'completed' ? 'paid_at_shop' : null
  if (dispute === 'open') return 'disputed'
  if (dispute === 'lost') return 'dispute_lost'
  if (dispute === 'prevented') return 'dispute_prevented'
  if (dispute === 'inquiry') return 'inquiry'
  if (refundedCents >= capturedCents) return 'refunded'
  if (feeCents > 0 && capturedCents - refundedCents <= feeCents) return 'fee_charged'
  if (status === 'cancelled') return 'refunding'
  return refundedCents > 0 ? 'partly_refunded' : null
}
