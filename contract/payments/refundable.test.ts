import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DisputePhase } from './dispute-states.ts'
import { refundableOf } from './refundable.ts'

const captured = 79_900
const one = (phase: DisputePhase, amountCents: number, takenCents: number) => [
  { phase, amountCents, takenCents },
]

test.each([
  ['without a dispute', 0, [], false, captured],
  ['after a refund of a part', 10_000, [], false, 69_900],
  ['while a part is disputed', 0, one('open', 20_000, 20_000), true, 0],
  ['after the loss of a part', 0, one('lost', 20_000, 20_000), false, 59_900],
  ['after the loss of a part and a refund', 10_000, one('lost', 20_000, 20_000), false, 49_900],
  ['after the loss of all', 0, one('lost', captured, captured), false, 0],
  ['after a refund, and the loss of all', 10_000, one('lost', captured, captured), false, 0],
  ['after a loss of which the bank returned a part', 0, one('lost', captured, 59_900), false, 20_000],
  ['after a won dispute', 0, one('won', captured, 0), false, captured],
  ['during an inquiry', 0, one('inquiry', captured, 0), false, captured],
  ['after a prevented dispute that nothing lists', 0, one('prevented', 20_000, 0), false, 59_900],
  ['after a prevented dispute listed as a refund', 20_000, one('prevented', 20_000, 0), false, 59_900],
  ['after a prevented dispute with its movement', 0, one('prevented', 20_000, 20_000), false, 59_900],
  [
    'after a loss while another dispute is open',
    0,
    [...one('lost', 10_000, 10_000), ...one('open', 10_000, 10_000)],
    true,
    0,
  ],
] as const)('%s', (_, refundedCents, disputes, isBlocked, refundableCents) => {
  const found = refundableOf({ capturedCents: captured, refundedCents, disputes })
  expect([found.isBlocked, found.refundableCents]).toEqual([isBlocked, refundableCents])
})

test('the cardholder never gets more than the payment, and never less than nothing', () => {
  const cents = fc.integer({ min: 0, max: captured })
  const phase = fc.constantFrom('lost', 'won', 'prevented', 'ended') as fc.Arbitrary<DisputePhase>
  const dispute = fc.record({ phase, amountCents: cents, takenCents: cents })
  fc.assert(
    fc.property(cents, fc.array(dispute, { maxLength: 4 }), (refundedCents, disputes) => {
      const { refundableCents } = refundableOf({ capturedCents: captured, refundedCents, disputes })
      const taken = disputes.reduce((sum, { takenCents }) => sum + takenCents, 0)
      expect(refundableCents).toBeGreaterThanOrEqual(0)
      expect(refundableCents === 0 || refundableCents + refundedCents + taken <= captured).toBe(true)
    }),
  )
})
