import { expect, test } from 'vitest'
import { formatLongWallTime, formatVehicle } from './appointment-words.ts'

test('the wall time is shown as written, whatever zone this machine is in', () => {
  expect(formatLongWallTime('2026-12-07 16:00:00')).toBe('Monday, December 7, 2026 at 4:00 PM')
  expect(formatLongWallTime('2026-12-07 9:00')).toBe('Monday, December 7, 2026 at 9:00 AM')
})

test('text that is no date is Invalid Date, never today', () => {
  for (const text of ['', 'soon', '2026-02-30 09:00', '2026-12-07 25:00'])
    expect(formatLongWallTime(text)).toBe('Invalid Date')
})

test('missing parts of a vehicle are Unknown', () => {
  expect(formatVehicle({ year: 2021, make: 'Audi', model: 'Q5' })).toBe('2021 Audi Q5')
  expect(formatVehicle({ make: 'Audi' })).toBe('Unknown Audi Unknown')
  expect(formatVehicle(null)).toBe('Unknown Unknown Unknown')
})
