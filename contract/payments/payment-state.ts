/**
 * The ledger's movements of money, requested and done, and the turns of a dispute. `refund_dropped`: a
 * requested refund that is not made, because a dispute has returned the payment.
 */
export const ledgerMovements = [
  'hold_requested',
  'hold_placed',
  'hold_declined',
  'hold_lapsed',
  'release_requested',
  'hold_released',
  'capture_requested',
  'capture_declined',
  'captured',
  'refund_requested',
  'refund_dropped',
  'refunded',
  'authorization_ended',
  'dispute_inquired',
  'dispute_opened',
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_fee',
  'dispute_fee_returned',
  'dispute_won',
  'dispute_lost',
  'dispute_ended',
] as const
export type LedgerMovement = (typeof ledgerMovements)[number]

export type LedgerEntry = { holdId: string; movement: LedgerMovement; amountCents: number }

/**
 * An appointment's payment, from its ledger. `status`: `cancelled` once the customer's permission to hold and
 * charge has ended; else `completed` once captured; `authorized` while the permission stands, also between
 * two holds; `pending` before the first hold; `none` when that never came. Amounts in integer cents.
 */
export type PaymentState = {
  status: 'none' | 'pending' | 'authorized' | 'completed' | 'cancelled'
  /** Held now: placed, and neither released, lapsed nor captured. */
  heldCents: number
  capturedCents: number
  refundedCents: number
  /** Taken by disputes, less what they gave back. */
  disputedCents: number
  /** The card provider's fees for disputes. */
  disputeFeeCents: number
}

/** Derives the state of a payment from its ledger rows, in the order of writing. Pure. */
export function paymentStateOf(entries: readonly LedgerEntry[]): PaymentState {
  const held = new Map<string, number>()
  const asked = new Set<string>()
  let [capturedCents, refundedCents, disputedCents, disputeFeeCents] = [0, 0, 0, 0]
  let [given, ended] = [false, false]
  for (const { holdId, movement, amountCents } of entries) {
    switch (movement) {
      case 'hold_requested':
        asked.add(holdId)
        break
      case 'hold_placed':
        held.set(holdId, amountCents)
        asked.delete(holdId)
        given = true
        break
      case 'hold_declined':
        asked.delete(holdId)
        break
      case 'hold_lapsed':
        held.delete(holdId)
        break
      case 'hold_released':
        held.delete(holdId)
        asked.delete(holdId)
        break
      case 'captured':
        held.delete(holdId)
        asked.delete(holdId)
        capturedCents += amountCents
        break
      case 'refunded':
        refundedCents += amountCents
        break
      case 'authorization_ended':
        ended = true
        break
      case 'dispute_withdrawn':
        disputedCents += amountCents
        break
      case 'dispute_reinstated':
        disputedCents -= amountCents
        break
      case 'dispute_fee':
        disputeFeeCents += amountCents
        break
      case 'dispute_fee_returned':
        disputeFeeCents -= amountCents
        break
      case 'release_requested':
      case 'capture_requested':
      case 'capture_declined':
      case 'refund_requested':
      case 'refund_dropped':
      case 'dispute_inquired':
      case 'dispute_opened':
      case 'dispute_won':
      case 'dispute_lost':
      case 'dispute_ended':
        break
    }
  }
  const heldCents = [...held.values()].reduce((sum, cents) => sum + cents, 0)
  const amounts = { heldCents, capturedCents, refundedCents, disputedCents, disputeFeeCents }
  if (ended) return { ...amounts, status: 'cancelled' }
  if (capturedCents > 0) return { ...amounts, status: 'completed' }
  if (given) return { ...amounts, status: 'authorized' }
  return { ...amounts, status: asked.size > 0 ? 'pending' : 'none' }
}
