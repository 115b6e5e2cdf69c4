import { expect, test } from 'vitest'
import { printable } from './printable-sheet.ts'

test.each([
  ['Zoë Müller, Ελένη, Иван, “x” – ½ €', 'Zoë Müller, Ελένη, Иван, “x” – ½ €'],
  ['a letter and its accent: e\u0301', 'a letter and its accent: é'],
  ['李小龍 Lee', '??? Lee'],
  ['שלום John', '???? John'],
  ['محمد', '????'],
  ['हिन्दी', '?????'],
  ['Done 👍🏽 👨‍👩‍👧 ❤️ 🇺🇸', 'Done    '],
  ['12:04\u202FPM', '12:04 PM'],
  ['🙂', '?'],
  ['', ''],
  ['half \uD800 of \uDC00 a pair', 'half \uFFFD of \uFFFD a pair'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed)
})

test('a word longer than a column has chances to break, and a shorter one has none', () => {
  const whole = 'VIN 1HGCM82633A004352 of a W'.concat('W'.repeat(17))
  expect(printable(whole)).toBe(whole)
  const printed = printable(`before ${'W'.repeat(200)} after`)
  const pieces = printed.split(/[\s\u200B]/u)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(6)
  expect(printed.replaceAll('\u200B', '')).toBe(`before ${'W'.repeat(200)} after`)
})
