import { expect, test } from 'vitest'
import { agreementWording } from './price-words.ts'

const card = { brand: 'visa', lastFour: '4242' }
const priced = { totalCents: 61_900, dueCents: 61_900, heldCents: 49_900, card }

test.each([
  [
    'more than the hold',
    priced,
    'I agree to pay a total of $619 for this job. It is charged to my Visa ending in 4242 once the work is done. $120 more is held until then.',
  ],
  [
    'a part of it paid in cash',
    { ...priced, dueCents: 55_900 },
    'I agree to pay a total of $619 for this job. $60 of it is paid. The other $559 is charged to my Visa ending in 4242 once the work is done. $60 more is held until then.',
  ],
  [
    'the extra amount paid in cash',
    { ...priced, dueCents: 49_900 },
    'I agree to pay a total of $619 for this job. $120 of it is paid. The other $499 is charged to my Visa ending in 4242 once the work is done.',
  ],
  [
    'a hold that covers it',
    { ...priced, heldCents: 61_900 },
    'I agree to pay a total of $619 for this job. It is charged to my Visa ending in 4242 once the work is done.',
  ],
  ['no card', { ...priced, card: null }, 'I agree to pay a total of $619 for this job.'],
])('the sentence for %s', (_, facts, expected) => {
  expect(agreementWording(facts)).toBe(expected)
})
