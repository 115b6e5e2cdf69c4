import * as z from 'zod/mini'
import type { WorkState } from '../workshop/work-states.ts'
import type { LedgerEntry } from './payment-state.ts'

/**
 * The fee of a cancelled appointment. `due`: decided and not charged. `waived`: the shop takes none.
 * `refunding` and `refunded`: charged, and given back.
 */
const feeOutcomes = ['due', 'charged', 'waived', 'refunding', 'refunded'] as const

/** The reason of a fee. */
export const feeReasons = ['late_cancellation', 'no_show'] as const
export type FeeReason = (typeof feeReasons)[number]

/** The names of a fee on statements and receipts. */
export const feeReasonWords: Record<FeeReason, string> = {
  late_cancellation: 'Late cancellation fee',
  no_show: 'No-show fee',
}

/** The reason of the fee of a cancelled appointment, by the state of its work. */
export function feeReasonOf(workState: WorkState): FeeReason {
  return workState === 'no_show' ? 'no_show' : 'late_cancellation'
}

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
