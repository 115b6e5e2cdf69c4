import { expect, test } from 'vitest'
import { nonBreakingDate, nonBreakingHours } from './non-breaking.ts'

test('a date never breaks between month and day, and may elsewhere', () => {
  expect(nonBreakingDate('Friday, December 11, 2026 at 9:00 AM')).toBe(
    'Friday, December\u00a011, 2026 at 9:00 AM',
  )
  expect(nonBreakingDate('November 29, 2026 – December 5, 2026')).toBe(
    'November\u00a029, 2026 – December\u00a05, 2026',
  )
  expect(nonBreakingDate('Invalid Date')).toBe('Invalid Date')
})

test('an hour never breaks before its AM or PM', () => {
  expect(nonBreakingHours('9:00 AM - 5:00 PM')).toBe('9:00\u00a0AM - 5:00\u00a0PM')
  expect(nonBreakingHours('Closed')).toBe('Closed')
})
