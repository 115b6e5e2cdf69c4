import { expect, test } from 'vitest'
import { taxExample } from './tax-example.ts'

const essential = { packageId: 1, priceCents: 49_900, percent: 60 }
const premium = { packageId: 2, priceCents: 79_900, percent: 100 }

test('the example is the tax of the first package with a share, by the rate as typed', () => {
  expect(taxExample(10_250, [essential, premium])).toBe(
    'A $499 package with 60% taxable parts at 10.25% includes $27.84 tax.',
  )
  expect(taxExample(9_750, [{ ...essential, percent: null }, premium])).toBe(
    'A $799 package with 100% taxable parts at 9.75% includes $70.98 tax.',
  )
})

test('there is none without a rate or without a share', () => {
  expect(taxExample(null, [essential])).toBeNull()
  expect(taxExample(9_750, [{ ...essential, percent: null }])).toBeNull()
  expect(taxExample(9_750, [])).toBeNull()
})
