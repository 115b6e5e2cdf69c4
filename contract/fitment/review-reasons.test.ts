import { expect, test } from 'vitest'
import { fitmentReasons, reasonForShop } from './review-reasons.ts'

test('no reason of the rules speaks to the shop as to the customer', () => {
  for (const reason of Object.values(fitmentReasons))
    expect(reasonForShop(reason)).not.toMatch(/\byours?\b|\byou\b|send us/i)
  expect(reasonForShop(fitmentReasons.vin)).toBe(
    'The VIN belongs to a different car than the one the customer chose.',
  )
})

test('the text of a rule is quoted', () => {
  expect(reasonForShop('Your factory screen is already 10.25 inches.')).toBe(
    'The customer reads: “Your factory screen is already 10.25 inches.”',
  )
})
