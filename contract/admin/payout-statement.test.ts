import { expect, test } from 'vitest'
import { feeReasons } from '../payments/cancellation-fee.ts'
import { movementWords, statementMovements } from './payout-statement.ts'

test('a row of a fee names the fee, whatever moved, and no other row does', () => {
  for (const movement of statementMovements) {
    expect(movementWords({ movement, fee: null })).not.toMatch(/cancellation|No-show/)
    for (const fee of feeReasons)
      expect(movementWords({ movement, fee })).toContain(
        { late_cancellation: 'Late cancellation fee', no_show: 'No-show fee' }[fee],
      )
  }
  expect(movementWords({ movement: 'captured', fee: 'no_show' })).toBe('No-show fee')
  expect(movementWords({ movement: 'refunded', fee: 'no_show' })).toBe('Refunded: No-show fee')
})
