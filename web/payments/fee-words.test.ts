import { expect, test } from 'vitest'
import { decidedFeeLine, termsLine } from './fee-words.ts'

const timeZone = 'America/Los_Angeles'
const from = '2026-12-03T17:00:00.000Z'
const fee = { feeCents: 5_000, from }

test('the terms name the last free minute on the shop’s clock, and what it costs from then on', () => {
  const before = Date.parse(from) - 1
  expect(termsLine({ fee, timeZone, now: before })).toBe(
    'Cancel for free until Thu, Dec 3, 9:00 AM. After that, or if you don’t come, you pay $50.',
  )
  expect(termsLine({ fee, timeZone, now: before + 1 })).toBe(
    'It’s too late to cancel for free. Cancelling, or not coming, costs $50.',
  )
})

test.each([
  ['due', 'A $50 late cancellation fee is due. We couldn’t charge it to your Visa ending in 4242 yet.'],
  ['charged', 'A $50 late cancellation fee was charged to your Visa ending in 4242.'],
  ['waived', 'The shop waived the $50 late cancellation fee. You weren’t charged.'],
  ['refunded', 'The $50 late cancellation fee was refunded to your Visa ending in 4242.'],
] as const)('a fee that is %s', (outcome, sentence) => {
  const card = 'your Visa ending in 4242'
  expect(decidedFeeLine({ cents: 5_000, outcome }, { isNoShow: false, card })).toBe(sentence)
  expect(decidedFeeLine({ cents: 5_000, outcome }, { isNoShow: true, card })).toContain('$50 no-show fee')
  expect(decidedFeeLine(null, { isNoShow: false, card })).toBeNull()
})
