import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceWithLines, type PricePart } from './day-price.ts'
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

/** Lines of a day, of which the discount is less than the price. */
const pricesWithLines = fc
  .record({
    priceCents: fc.integer({ min: 50, max: 1_000_000 }),
    discountPercent: fc.integer({ min: 0, max: 99 }),
    added: fc.array(
      fc.record({
        kind: fc.constantFrom<PricePart['kind']>('part', 'labor', 'tip'),
        amountCents: fc.integer({ min: 1, max: 500_000 }),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ priceCents, discountPercent, added }) => {
    const discount = {
      kind: 'discount' as const,
      amountCents: Math.floor((priceCents * discountPercent) / 100),
    }
    return { priceCents, lines: discount.amountCents === 0 ? added : [...added, discount] }
  })

test('with random lines the total is their sum, and its tax that of the taxable share, half a cent up', () => {
  fc.assert(
    fc.property(
      fc.record({
        taxRate: fc.integer({ min: 1, max: 30_000 }),
        taxablePercent: fc.integer({ min: 1, max: 100 }),
      }),
      pricesWithLines,
      (terms, { priceCents, lines }) => {
        const sums = { part: 0, labor: 0, tip: 0, discount: 0 }
        for (const { kind, amountCents } of lines) sums[kind] += amountCents
        const total = priceCents + sums.part + sums.labor + sums.tip - sums.discount
        expect(priceWithLines(priceCents, lines)).toBe(total)
        // The discount is spread over the package, parts and labor; a tip stays whole.
        const work = BigInt(priceCents + sums.part + sums.labor)
        const kept = work - BigInt(sums.discount)
        const taxable = BigInt(priceCents) * BigInt(terms.taxablePercent) + BigInt(sums.part) * 100n
        const [rate, whole] = [BigInt(terms.taxRate), 100_000n]
        const [above, below] = [taxable * kept * rate, 100n * work * (whole + rate)]
        const tax = BigInt(taxOfTotal(terms, { priceCents, lines }))
        // At most half a cent above the exact amount, and less than half a cent below it.
        expect(2n * (tax * below - above) <= below).toBe(true)
        expect(2n * (above - tax * below) < below).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('payments in parts include the tax of the total, by the differences that the ledger keeps', () => {
  fc.assert(
    fc.property(
      pricesWithLines,
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
      (price, shares) => {
        const terms = { taxRate: 9_750, taxablePercent: 60 }
        const total = priceWithLines(price.priceCents, price.lines)
        const paid = [
          ...shares.map((share) => Math.floor((total * share) / 100)).toSorted((a, b) => a - b),
          total,
        ]
        const entered: number[] = []
        for (const cents of paid) {
          const before = entered.reduce((sum, each) => sum + each, 0)
          entered.push(taxOfPaid(terms, price, cents) - before)
        }
        expect(Math.min(...entered)).toBeGreaterThanOrEqual(0)
        expect(entered.reduce((sum, each) => sum + each, 0)).toBe(taxOfTotal(terms, price))
      },
    ),
  )
})
