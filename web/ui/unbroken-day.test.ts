import { expect, test } from 'vitest'
import { unbrokenDay } from './unbroken-day.ts'

test('a date is never broken between the month and its day, and may be anywhere else', () => {
  expect(unbrokenDay('Friday, December 11, 2026 at 9:00 AM')).toBe(
    'Friday, December\u00a011, 2026 at 9:00 AM',
  )
  expect(unbrokenDay('November 29, 2026 – December 5, 2026')).toBe(
    'November\u00a029, 2026 – December\u00a05, 2026',
  )
  expect(unbrokenDay('Invalid Date')).toBe('Invalid Date')
})
