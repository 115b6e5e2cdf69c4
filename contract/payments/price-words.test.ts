import { expect, test } from 'vitest'
import { agreementWording, surplusWords } from './price-words.ts'

const card = { brand: 'visa', lastFour: '4242' }
const priced = { totalCents: 61_900, dueCents: 61_900, coveredCents: 49_900, onHoldCents: 49_900, card }

test.each([
  [
    'more than the hold',
    priced,
    'I agree to pay a total of $619 for this job. It is charged to my Visa ending in 4242 once the work is done. $120 more is held until then.',
  ],
  [
    'more than a hold that has ended',
    { ...priced, onHoldCents: 0 },
    'I agree to pay a total of $619 for this job. It is charged to my Visa ending in 4242 once the work is done. $120 of it is held until then.',
  ],
  [
    'more than an extra hold of before',
    { ...priced, onHoldCents: 54_400 },
    'I agree to pay a total of $619 for this job. It is charged to my Visa ending in 4242 once the work is done. $75 more is held until then.',
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
    { ...priced, coveredCents: 61_900, onHoldCents: 61_900 },
    'I agree to pay a total of $619 for this job. It is charged to my Visa ending in 4242 once the work is done.',
  ],
  [
    'an extra hold of a larger amount agreed to before',
    { ...priced, onHoldCents: 63_900 },
    'I agree to pay a total of $619 for this job. It is charged to my Visa ending in 4242 once the work is done. $639 is held on my card. Only $619 of it is charged, and my bank releases the rest.',
  ],
  [
    'a raised hold that is above the total by now',
    { ...priced, totalCents: 50_900, dueCents: 50_900, coveredCents: 61_900, onHoldCents: 61_900 },
    'I agree to pay a total of $509 for this job. It is charged to my Visa ending in 4242 once the work is done. $619 is held on my card. Only $509 of it is charged, and my bank releases the rest.',
  ],
  ['no card', { ...priced, card: null }, 'I agree to pay a total of $619 for this job.'],
])('the sentence for %s', (_, facts, expected) => {
  expect(agreementWording(facts)).toBe(expected)
})

test.each([
  [61_900, 61_900, null],
  [49_900, 61_900, null],
  [
    61_901,
    61_900,
    '$619.01 is held on the card. Only $619 of it is charged, and the bank releases the rest.',
  ],
  // Nothing is charged any more.
  [61_900, 0, null],
])('%d cents on hold for %d due', (onHoldCents, dueCents, expected) => {
  expect(surplusWords({ onHoldCents, dueCents }, 'the')).toBe(expected)
})
