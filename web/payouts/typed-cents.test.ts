import { expect, test } from 'vitest'
import { centsOfText, textOfCents } from './typed-cents.ts'

test.each([
  ['1136.62', 113_662],
  ['1,136.62', 113_662],
  ['$900', 90_000],
  [' 0.5 ', 50],
  ['-50', -5000],
  ['−50.05', -5005],
  ['0', 0],
  ['-0', 0],
])('%s is read', (text, cents) => {
  expect(centsOfText(text)).toBe(cents)
})

test.each(['', '0.005', '1e3', '1,13.62', 'ten', '--5', '1.', '5-', '1 000', 'NaN', '1234567890'])(
  '%s is no amount',
  (text) => {
    expect(centsOfText(text)).toBeNull()
  },
)

test('an amount is shown as it is read', () => {
  for (const cents of [0, 5, 50, 113_662, -5005]) expect(centsOfText(textOfCents(cents))).toBe(cents)
})
