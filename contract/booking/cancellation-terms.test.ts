import { expect, test } from 'vitest'
import { cancellationTerms } from './cancellation-schemas.ts'
import {
  agreedFeeOf,
  feeDueAt,
  feeFromAfterMove,
  feeOf,
  freeHoursOf,
  termsSentence,
} from './cancellation-terms.ts'

const hour = 3_600_000

test.each([
  [{ feeCents: 5_000, feePercent: null }, 49_900, 5_000],
  // Never above the price.
  [{ feeCents: 50_000, feePercent: null }, 49_900, 49_900],
  [{ feeCents: null, feePercent: 10 }, 49_900, 4_990],
  // 7,485 exactly; 7.5 cents are rounded up.
  [{ feeCents: null, feePercent: 15 }, 49_900, 7_485],
  [{ feeCents: null, feePercent: 15 }, 50, 8],
  [{ feeCents: null, feePercent: 1 }, 149, 1],
  [{ feeCents: null, feePercent: 100 }, 49_900, 49_900],
  // A fee is at least a cent.
  [{ feeCents: null, feePercent: 1 }, 10, 1],
])('the fee of %j for a price of %i cents is %i', (terms, priceCents, fee) => {
  expect(feeOf({ freeHours: 24, ...terms }, priceCents)).toBe(fee)
})

test('a cancellation costs the fee from the agreed instant on', () => {
  const startsAt = 1_000 * hour
  const fee = agreedFeeOf(
    { freeHours: 24, feeCents: 5_000, feePercent: null },
    { priceCents: 49_900, startsAt },
  )
  expect(fee).toEqual({ feeCents: 5_000, from: 976 * hour })
  expect(freeHoursOf(fee, startsAt)).toBe(24)
  expect(feeDueAt(fee, fee.from - 1)).toBe(0)
  expect(feeDueAt(fee, fee.from)).toBe(5_000)
  expect(feeDueAt(null, startsAt)).toBe(0)
})

test('a move takes the free time along, and none makes a late cancellation free', () => {
  const move = { startsBefore: 100 * hour, startsAfter: 200 * hour }
  expect(feeFromAfterMove(76 * hour, { ...move, now: 76 * hour - 1 })).toBe(176 * hour)
  expect(feeFromAfterMove(76 * hour, { ...move, now: 76 * hour })).toBe(76 * hour)
})

test('a shop gives an amount or a percentage, within the limits', () => {
  const isValid = (changes: object) =>
    cancellationTerms.safeParse({ freeHours: 24, feeCents: 5_000, feePercent: null, ...changes }).success
  expect(
    [{}, { freeHours: 1 }, { freeHours: 168 }, { feeCents: 100 }, { feeCents: 50_000 }].map(isValid),
  ).toEqual([true, true, true, true, true])
  const wrong = [
    { freeHours: 0 },
    { freeHours: 169 },
    { feeCents: 99 },
    { feeCents: 50_001 },
    { feeCents: 100.5 },
    { feeCents: null },
    { feePercent: 10 },
    { feeCents: null, feePercent: 0 },
    { feeCents: null, feePercent: 101 },
    { feeCents: Number.NaN },
  ]
  expect(wrong.filter(isValid)).toEqual([])
})

test('one hour is named as one', () => {
  expect(termsSentence({ freeHours: 1, feeCents: 5_000 })).toContain('until 1 hour before your appointment')
})
