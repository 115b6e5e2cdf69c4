/**
 * The ledger's movements of money, requested and done, and the turns of a dispute. `hold_raised`: by that
 * amount. `refund_dropped`: a requested refund that is not made, because a dispute has returned the payment.
 * `paid_otherwise`: at the shop, which completes the appointment; `paid_otherwise_in_part` leaves a rest for
 * the card. `return_due`: the shop owes it back after a cancellation; `returned_at_shop`: it gave it back.
 * `tax_collected` and `tax_returned`: the sales tax within a payment and a refund. `fee_due`: the
 * fee for a no-show or a late cancellation was decided; `fee_waived`: it is not taken.
 */
export const ledgerMovements = [
  'hold_requested',
  'hold_placed',
  'hold_raised',
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
  'paid_otherwise',
  'paid_otherwise_in_part',
  'return_due',
  'returned_at_shop',
  'tax_collected',
  'tax_returned',
  'fee_due',
  'fee_waived',
] as const
export type LedgerMovement = (typeof ledgerMovements)[number]

/** `holdId`: null for payments at the shop, sales tax and fees. */
export type LedgerEntry = { holdId: string | null; movement: LedgerMovement; amountCents: number }

/**
 * An appointment's payment, from its ledger. `status`: `cancelled` once the customer's permission to hold and
 * charge has ended; else `completed` once captured or paid otherwise; `authorized` while the permission
 * stands, also between two holds; `pending` before the first hold; `none` when that never came. Amounts in
 * integer cents.
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
  /** Paid at the shop, less what it gave back. */
  paidOtherwiseCents: number
  /** The sales tax within the payments, less that within the refunds. */
  taxCents: number
}

/** Derives the state of a payment from its ledger rows, in the order of writing. Pure. */
export function paymentStateOf(entries: readonly LedgerEntry[]): PaymentState {
  const held = new Map<string | null, number>()
  const asked = new Set<string | null>()
  let [capturedCents, refundedCents, disputedCents, disputeFeeCents] = [0, 0, 0, 0]
  let [paidOtherwiseCents, taxCents] = [0, 0]
  let [given, ended, paid] = [false, false, false]
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
      case 'hold_raised':
        held.set(holdId, (held.get(holdId) ?? 0) + amountCents)
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
        paid = true
        break
      case 'paid_otherwise':
        paidOtherwiseCents += amountCents
        paid = true
        break
      case 'paid_otherwise_in_part':
        paidOtherwiseCents += amountCents
        break
      case 'returned_at_shop':
        paidOtherwiseCents -= amountCents
        break
      case 'return_due':
        ended = true
        break
      case 'tax_collected':
        taxCents += amountCents
        break
      case 'tax_returned':
        taxCents -= amountCents
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
      case 'fee_due':
      case 'fee_waived':
        break
    }
  }
  const heldCents = [...held.values()].reduce((sum, cents) => sum + cents, 0)
  const amounts = {
    heldCents,
    capturedCents,
    refundedCents,
    disputedCents,
    disputeFeeCents,
    paidOtherwiseCents,
    taxCents,
  }
  if (ended) return { ...amounts, status: 'cancelled' }
  if (paid) return { ...amounts, status: 'completed' }
  if (given) return { ...amounts, status: 'authorized' }
  return { ...amounts, status: asked.size > 0 ? 'pending' : 'none' }
}
