import { expect, test } from 'vitest'
import { segmentsOf, toGsm } from './segments.ts'
import { textKinds, writeKeywordAnswer, writeText } from './text-words.ts'

const facts = {
  shopName: 'Señor Müller’s Très Long Car Audio & Touchscreen Installation Workshop of Alhambra',
  startsAt: Date.parse('2026-09-30T12:00:00-07:00'),
  zone: 'America/Los_Angeles',
  link: `https://a-rather-long-domain-name.dashfit.example/appointments/${'0'.repeat(36)}`,
  isFirst: true,
}
const languages = ['en', 'es'] as const
const kinds = ['stop', 'start', 'help'] as const

test.each(textKinds)('the text %s is in GSM-7 and takes at most 2 segments', (kind) => {
  const text = writeText(kind, facts)
  expect(toGsm(text)).toBe(text)
  // The car of a text that it is ready, or of its price, has come.
  // An amount may have changed when a text is read: its page says it.
  expect(text).not.toContain('$')
  expect(text.includes('Wed, Sep 30 at 12:00 PM')).toBe(kind !== 'ready' && kind !== 'price')
  expect(segmentsOf(text)).toBeLessThanOrEqual(2)
})

test('an answer to a keyword is in GSM-7 and takes one segment', () => {
  for (const kind of kinds)
    for (const language of languages) {
      const text = writeKeywordAnswer({ kind, language }, facts.shopName, '(626) 555-0199')
      expect(toGsm(text)).toBe(text)
      expect(segmentsOf(text)).toBe(1)
    }
})

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['ó'.repeat(70), 1],
  ['ó'.repeat(71), 2],
  ['👍'.repeat(36), 2],
])('%j takes %i segments', (text, count) => {
  expect(segmentsOf(text)).toBe(count)
})

test('characters outside GSM-7 become plain ones', () => {
  expect(toGsm('José’s “shop” – 24 h… 👍')).toBe('José\'s "shop" - 24 h... ?')
  expect(toGsm('Perú')).toBe('Peru')
})
