import * as z from 'zod/mini'
import type { LedgerEntry } from './payment-state.ts'

/**
 * The fee of a cancelled appointment. `due`: decided and not charged. `waived`: the shop takes none.
 * `refunding` and `refunded`: charged, and given back.
 */
const feeOutcomes = ['due', 'charged', 'waived', 'refunding', 'refunded'] as const

/** The fee that was decided when an appointment was cancelled, in cents. */
export const decidedFee = z.object({ cents: z.int(), outcome: z.enum(feeOutcomes) })
export type DecidedFee = z.infer<typeof decidedFee>

/** Derives the fee of an appointment from its ledger rows; null when none was decided. Pure. */
export function decidedFeeOf(entries: readonly LedgerEntry[]): DecidedFee | null {
  const sum = (wanted: LedgerEntry['movement']) =>
    entries.reduce((total, { movement, amountCents }) => total + (movement === wanted ? amountCents : 0), 0)
  const cents = sum('fee_due')
  if (cents === 0) return null
  const [capturedCents, refundedCents] = [sum('captured'), sum('refunded')]
  if (sum('fee_waived') === 0) return { cents, outcome: capturedCents > 0 ? 'charged' : 'due' }
  if (capturedCents === 0) return { cents, outcome: 'waived' }
  return { cents, outcome: refundedCents < capturedCents ? 'refunding' : 'refunded' }
}
