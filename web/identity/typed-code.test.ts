import { expect, test } from 'vitest'
import { digitsOf, isWholeCode, secondsToWait } from './typed-code.ts'

test.each([
  ['482913', '482913'],
  ['482 913', '482913'],
  [' 482-913\n', '482913'],
  ['482913 is your Dashfit code', '482913'],
  ['48291', '48291'],
  ['4829134', '482913'],
  ['code', ''],
])('%j has the digits %j', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits)
  expect(isWholeCode(digits)).toBe(digits.length === 6)
})

test.each([
  [0, 30],
  [999, 30],
  [1000, 29],
  [29_999, 1],
  [30_000, 0],
  [86_400_000, 0],
  [-3_600_000, 30],
])('%i milliseconds after a code, a new one has to wait %i seconds', (elapsed, seconds) => {
  expect(secondsToWait(1_000_000_000, 1_000_000_000 + elapsed)).toBe(seconds)
})
