import * as z from 'zod/mini'
import { paymentStateOf, type LedgerEntry } from './payment-state.ts'

/**
 * An appointment's money for its customer. Integer cents; instants are ISO, null for an event that has not
 * happened.
 */
export const moneyMoved = z.object({
  /** Held now, from the ledger. */
  heldCents: z.int(),
  /** Release of the latest hold; null when there was none, or it lapsed. */
  releasedAt: z.nullable(z.string()),
  capturedCents: z.int(),
  capturedAt: z.nullable(z.string()),
  /** Refunded; `refundedAt` is the instant of the last refund. */
  refundedCents: z.int(),
  refundedAt: z.nullable(z.string()),
  /** Refunds that the card provider has not made yet. */
  refundingCents: z.int(),
  /** The sales tax within what was paid and not refunded; 0 without sales tax, and for a fee. */
  taxCents: z.int(),
  /** Taken back by the customer's bank after a dispute. */
  disputedCents: z.int(),
})
export type MoneyMoved = z.infer<typeof moneyMoved>

/** A row of the ledger; `at` in epoch milliseconds. */
export type DatedEntry = LedgerEntry & { at: number }

/** Derives an appointment's money from its ledger rows, in the order of writing. Pure. */
export function moneyMovedOf(entries: readonly DatedEntry[]): MoneyMoved {
  const placed = new Set<string | null>()
  const owed = new Map<string | null, number>()
  let releasedAt: number | null = null
  for (const { holdId, movement, amountCents, at } of entries) {
    if (movement === 'hold_placed') {
      placed.add(holdId)
      releasedAt = null
    }
    // A declined or unconfirmed payment is released too, but held nothing.
    if (movement === 'hold_released' && placed.has(holdId)) releasedAt = at
    if (movement === 'hold_lapsed') releasedAt = null
    if (movement === 'refund_requested') owed.set(holdId, (owed.get(holdId) ?? 0) + amountCents)
    if (movement === 'refunded' || movement === 'refund_dropped')
      owed.set(holdId, Math.max(0, (owed.get(holdId) ?? 0) - amountCents))
  }
  const last = (wanted: LedgerEntry['movement']) =>
    iso(entries.findLast(({ movement }) => movement === wanted)?.at ?? null)
  const { heldCents, capturedCents, refundedCents, disputedCents, taxCents } = paymentStateOf(entries)
  return {
    heldCents,
    releasedAt: iso(releasedAt),
    capturedCents,
    capturedAt: last('captured'),
    refundedCents,
    refundedAt: last('refunded'),
    refundingCents: [...owed.values()].reduce((sum, cents) => sum + cents, 0),
    taxCents,
    disputedCents,
  }
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
