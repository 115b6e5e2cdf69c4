import { expect, test } from 'vitest'
import { countWords, emptyWords, resultWords, sameWords, shownPhone, visitCounts } from './contact-words.ts'

test('counts, phones and common values are told in plain words', () => {
  expect(shownPhone('6265550142')).toBe('(626) 555-0142')
  expect([0, 1, 3].map(countWords)).toEqual(['No appointments', '1 appointment', '3 appointments'])
  expect([1, 2].map(resultWords)).toEqual(['1 result', '2 results'])
  expect(visitCounts({ upcoming: 1, completed: 0, cancelled: 2 })).toBe('1 upcoming, 2 cancelled')
  expect(visitCounts({ upcoming: 0, completed: 0, cancelled: 0 })).toBe('No appointments yet')
  expect(sameWords(['phone'])).toBe('Same phone')
  expect(sameWords(['phone', 'name'])).toBe('Same phone and name')
  expect(sameWords(['phone', 'name', 'email'])).toBe('Same phone, name and email')
})

test('an empty result says why, and repeats at most 40 characters', () => {
  const none = { appointments: [], contacts: [] }
  expect(emptyWords('op', { ...none, hint: 'too_short' })).toBe('Type at least 3 characters.')
  expect(emptyWords('x'.repeat(300), { ...none, hint: 'too_long' })).toMatch(/^That’s too long to search/)
  expect(emptyWords('zorro', { ...none, hint: null })).toMatch(
    /^No match for “zorro”\. You can search by name/,
  )
  expect(emptyWords('z'.repeat(99), { ...none, hint: null })).toContain(`“${'z'.repeat(40)}…”`)
})
