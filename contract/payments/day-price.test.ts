import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { extraCentsOf, priceDueOf, priceWithLines, type PriceFacts } from './day-price.ts'

const plain: PriceFacts = {
  priceCents: 49_900,
  lines: [],
  agreement: null,
  paidOtherwiseCents: 0,
  capturedCents: 0,
}
const part = { kind: 'part', amountCents: 12_000 } as const
const discount = { kind: 'discount', amountCents: 5_000 } as const
const agreement = { totalCents: 61_900, priceCents: 49_900, tipCents: 0 }
const tipped = { totalCents: 65_900, priceCents: 49_900, tipCents: 4_000 }
const tip = { kind: 'tip', amountCents: 4_000 } as const

test.each([
  ['the price of the package', {}, [49_900, 49_900, 49_900, false]],
  ['a discount', { lines: [discount] }, [44_900, 49_900, 44_900, false]],
  ['a part', { lines: [part] }, [61_900, 49_900, 61_900, true]],
  [
    'a part and a larger discount',
    { lines: [part, { ...discount, amountCents: 13_000 }] },
    [48_900, 49_900, 48_900, false],
  ],
  ['a part that was agreed to', { lines: [part], agreement }, [61_900, 61_900, 61_900, false]],
  [
    'an agreement that covers a smaller total',
    { lines: [discount], agreement },
    [44_900, 61_900, 44_900, false],
  ],
  [
    'a discount that was removed after the agreement to less',
    { agreement: { ...agreement, totalCents: 44_900 } },
    [49_900, 44_900, 49_900, true],
  ],
  ['a tip that was agreed to', { lines: [part, tip], agreement: tipped }, [65_900, 65_900, 65_900, false]],
  [
    'labor in the place of a tip',
    { lines: [part, { kind: 'labor', amountCents: 4_000 }], agreement: tipped },
    [65_900, 61_900, 65_900, true],
  ],
  ['a tip that was taken out', { lines: [part], agreement: tipped }, [61_900, 61_900, 61_900, false]],
  [
    'an agreement from before another package',
    { lines: [part], agreement: { ...agreement, priceCents: 39_900 } },
    [61_900, 49_900, 61_900, true],
  ],
  [
    'a part in cash before the agreement',
    { lines: [part], paidOtherwiseCents: 6_000 },
    [61_900, 49_900, 55_900, true],
  ],
  [
    'a captured price with a rest',
    { lines: [part], agreement, capturedCents: 49_900 },
    [61_900, 61_900, 12_000, false],
  ],
  ['all paid', { capturedCents: 40_000, paidOtherwiseCents: 9_900 }, [49_900, 49_900, 0, false]],
] as const)('%s', (_, changes, expected) => {
  const { totalCents, agreedCents, dueCents, isAboveAgreed } = priceDueOf({ ...plain, ...changes })
  expect([totalCents, agreedCents, dueCents, isAboveAgreed]).toEqual(expected)
})

test('the extra amount is what the hold does not cover of the due amount', () => {
  const due = priceDueOf({ ...plain, lines: [part], paidOtherwiseCents: 6_000 })
  expect([49_900, 55_900, 0].map((held) => extraCentsOf(due, held))).toEqual([6_000, 0, 55_900])
})

test('no order of the lines changes a total, and nothing due is negative', () => {
  const line = fc.record({
    kind: fc.constantFrom('part', 'labor', 'discount', 'tip'),
    amountCents: fc.integer({ min: 1, max: 100_000 }),
  })
  fc.assert(
    fc.property(
      fc.array(line),
      fc.nat(200_000),
      fc.nat(200_000),
      (lines, capturedCents, paidOtherwiseCents) => {
        expect(priceWithLines(49_900, lines.toReversed())).toBe(priceWithLines(49_900, lines))
        expect(
          priceDueOf({ ...plain, lines, capturedCents, paidOtherwiseCents }).dueCents,
        ).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
