import { expect, test } from 'vitest'
import { decidedFeeOf } from './cancellation-fee.ts'
import type { LedgerEntry } from './payment-state.ts'

const row = (movement: LedgerEntry['movement'], amountCents = 5_000): LedgerEntry => ({
  holdId: movement.startsWith('fee') ? null : 'hold',
  movement,
  amountCents,
})

test.each([
  [[row('hold_placed', 49_900)], null],
  [[row('fee_due')], 'due'],
  [[row('fee_due'), row('capture_requested'), row('captured')], 'charged'],
  // The provider took the whole hold, and the rest goes back.
  [[row('fee_due'), row('captured', 49_900), row('refund_requested', 44_900)], 'charged'],
  [[row('fee_due'), row('captured', 49_900), row('refunded', 44_900)], 'charged'],
  [[row('fee_due'), row('fee_waived')], 'waived'],
  [[row('fee_due'), row('captured'), row('fee_waived'), row('refund_requested')], 'refunding'],
  [[row('fee_due'), row('captured'), row('fee_waived'), row('refunded')], 'refunded'],
] as const)('the ledger %j says that the fee is %s', (entries, outcome) => {
  expect(decidedFeeOf(entries)?.outcome ?? null).toBe(outcome)
})
