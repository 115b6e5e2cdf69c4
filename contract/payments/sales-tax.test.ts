import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxOfPaid, taxOfTotal } from './sales-tax.ts'

const losAngeles = { taxRate: 9_750, taxablePercent: 60 }

test.each([
  [
    'the whole price taxable: 799 / 1.0975 leaves 70.98',
    { ...losAngeles, taxablePercent: 100 },
    79_900,
    [],
    79_900,
    7_098,
  ],
  ['60 % of it', losAngeles, 79_900, [], 79_900, 4_259],
  ['a part is taxable', losAngeles, 79_900, [['part', 12_000]], 91_900, 5_325],
  ['labor is not', losAngeles, 79_900, [['labor', 12_000]], 91_900, 4_259],
  ['a tip is not', losAngeles, 79_900, [['tip', 8_000]], 87_900, 4_259],
  ['a discount of half the price halves it', losAngeles, 80_000, [['discount', 40_000]], 40_000, 2_132],
  ['half a payment includes half of it', losAngeles, 80_000, [], 40_000, 2_132],
  ['half a cent is rounded up', { taxRate: 25_000, taxablePercent: 50 }, 5, [], 5, 1],
  ['nothing paid', losAngeles, 79_900, [], 0, 0],
] as const)('%s', (_, terms, priceCents, lines, paidCents, expected) => {
  const parts = lines.map(([kind, amountCents]) => ({ kind, amountCents }))
  expect(taxOfPaid(terms, { priceCents, lines: parts }, paidCents)).toBe(expected)
})

test('the tax is the nearest cent of the exact amount, and never more than the payment', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30_000 }),
      fc.integer({ min: 1, max: 100 }),
      cents,
      (taxRate, taxablePercent, priceCents) => {
        const tax = taxOfTotal({ taxRate, taxablePercent }, { priceCents, lines: [] })
        const exact = (priceCents * taxablePercent * taxRate) / (100 * (100_000 + taxRate))
        expect(Math.abs(tax - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        expect(tax).toBeLessThanOrEqual(priceCents)
      },
    ),
  )
})
