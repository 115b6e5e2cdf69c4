import * as z from 'zod/mini'
import { paymentStateOf, type LedgerEntry } from './payment-state.ts'

/** What became of the money of an appointment, as its customer reads it. Integer cents; instants are ISO, null where it never happened. */
export const moneyMoved = z.object({
  /** Held at this moment, as the ledger has it. */
  heldCents: z.int(),
  /** When the latest hold was given back; null when there was none, or it lapsed. */
  releasedAt: z.nullable(z.string()),
  capturedCents: z.int(),
  capturedAt: z.nullable(z.string()),
  /** Gone back; `refundedAt` is when the last of it went. */
  refundedCents: z.int(),
  refundedAt: z.nullable(z.string()),
  /** To go back, which the card provider has not done yet. */
  refundingCents: z.int(),
})
export type MoneyMoved = z.infer<typeof moneyMoved>

/** A row of the ledger; `at` in epoch milliseconds. */
export type DatedEntry = LedgerEntry & { at: number }

/** Derives what became of the money of one appointment from its ledger, the rows in the order in which they were written. Pure. */
export function moneyMovedOf(entries: readonly DatedEntry[]): MoneyMoved {
  const placed = new Set<string>()
  const owed = new Map<string, number>()
  let releasedAt: number | null = null
  for (const { holdId, movement, amountCents, at } of entries) {
    if (movement === 'hold_placed') {
      placed.add(holdId)
      releasedAt = null
    }
    // What was declined or never confirmed is let go too, and held nothing.
    if (movement === 'hold_released' && placed.has(holdId)) releasedAt = at
    if (movement === 'hold_lapsed') releasedAt = null
    if (movement === 'refund_requested') owed.set(holdId, amountCents)
    if (movement === 'refunded') owed.set(holdId, Math.max(0, (owed.get(holdId) ?? 0) - amountCents))
  }
  const last = (wanted: LedgerEntry['movement']) =>
    iso(entries.findLast(({ movement }) => movement === wanted)?.at ?? null)
  const { heldCents, capturedCents, refundedCents } = paymentStateOf(entries)
  return {
    heldCents,
    releasedAt: iso(releasedAt),
    capturedCents,
    capturedAt: last('captured'),
    refundedCents,
    refundedAt: last('refunded'),
    refundingCents: [...owed.values()].reduce((sum, cents) => sum + cents, 0),
  }
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
