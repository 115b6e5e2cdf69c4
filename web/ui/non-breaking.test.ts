import { expect, test } from 'vitest'
import { unbrokenDay, unbrokenHours } from './non-breaking.ts'

test('a date is never broken between the month and its day, and may be anywhere else', () => {
  expect(unbrokenDay('Friday, December 11, 2026 at 9:00 AM')).toBe(
    'Friday, December\u00a011, 2026 at 9:00 AM',
  )
  expect(unbrokenDay('November 29, 2026 – December 5, 2026')).toBe(
    'November\u00a029, 2026 – December\u00a05, 2026',
  )
  expect(unbrokenDay('Invalid Date')).toBe('Invalid Date')
})

test('an hour is never broken from its AM or PM', () => {
  expect(unbrokenHours('9:00 AM - 5:00 PM')).toBe('9:00\u00a0AM - 5:00\u00a0PM')
  expect(unbrokenHours('Closed')).toBe('Closed')
})
