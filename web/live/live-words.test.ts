import { expect, test } from 'vitest'
import { formatTimeOfDay, newRowsWords } from './live-words.ts'

test('the time is the shop’s', () => {
  const at = Date.parse('2026-11-27T18:42:31Z')
  expect(formatTimeOfDay(at, 'America/Los_Angeles')).toBe('10:42 AM')
  expect(formatTimeOfDay(at, 'America/New_York')).toBe('1:42 PM')
})

test('the bar counts new rows, and says when rows only moved', () => {
  expect(newRowsWords(3, '10:40 AM')).toBe('3 new since 10:40 AM')
  expect(newRowsWords(0, '10:40 AM')).toBe('The list changed since 10:40 AM')
})
