import { expect, test } from 'vitest'
import { feeReasons } from '../payments/cancellation-fee.ts'
import {
  addsToNet,
  figuresOfMovement,
  movementWords,
  newestDueMonth,
  signedCents,
  statementMovements,
} from './payout-statement.ts'

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

test('a movement adds to the net exactly where its line of the statement has a net', () => {
  for (const movement of statementMovements) {
    const { netCents } = figuresOfMovement(movement, signedCents(movement, 100))
    expect(addsToNet(movement), movement).toBe(netCents !== 0)
  }
  expect(statementMovements.filter((movement) => !addsToNet(movement))).toEqual([
    'paid_otherwise',
    'paid_otherwise_in_part',
    'returned_at_shop',
    'tax_collected',
    'tax_returned',
  ])
})

const month = (name: string, netCents: number, paidCents = 0) => ({ month: name, netCents, paidCents })

test.each([
  ['nothing at all', [], null],
  ['all paid', [month('2026-08', 100, 100), month('2026-09', 50, 50)], null],
  ['the newest of two', [month('2026-08', 100), month('2026-09', 50)], '2026-09'],
  ['an older one alone', [month('2026-08', 100, 40), month('2026-09', 50, 50)], '2026-08'],
  ['a month that is not over', [month('2026-08', 100), month('2026-11', 50)], '2026-08'],
  ['a debt that the next month settles', [month('2026-08', -100), month('2026-09', 100)], null],
  ['more than the debt', [month('2026-08', -100), month('2026-09', 101)], '2026-09'],
  ['a payment that was too high', [month('2026-08', 100, 150), month('2026-09', 50)], null],
])('the newest month with something to pay, of %s', (_, months, due) => {
  expect(newestDueMonth(months, '2026-10')).toBe(due)
})
