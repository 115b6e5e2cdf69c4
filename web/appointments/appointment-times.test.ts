import { expect, test } from 'vitest'
import { formatDaysToGo, formatPlannedEnd } from './appointment-times.ts'

const timeZone = 'America/Los_Angeles'
const toGo = (appointmentDate: string, now: string, zone = timeZone) =>
  formatDaysToGo({ appointmentDate, timeZone: zone }, Date.parse(now))

test('the days ahead count midnights of the shop’s calendar', () => {
  const start = '2026-12-07 09:00:00'
  expect(toGo(start, '2026-11-28T12:00:00-08:00')).toBe('In 9 days')
  expect(toGo(start, '2026-12-05T23:59:59-08:00')).toBe('In 2 days')
  expect(toGo(start, '2026-12-06T00:00:00-08:00')).toBe('Tomorrow')
  expect(toGo(start, '2026-12-06T23:59:59-08:00')).toBe('Tomorrow')
  expect(toGo(start, '2026-12-07T00:00:00-08:00')).toBe('Today at 9:00 AM')
  expect(toGo(start, '2026-12-07T08:59:59-08:00')).toBe('Today at 9:00 AM')
  expect(toGo(start, '2026-12-07T09:00:00-08:00')).toBeNull()
})

test('an afternoon in Los Angeles that is the next day in UTC is still today', () => {
  expect(toGo('2026-12-07 16:00:00', '2026-12-07T15:00:00-08:00')).toBe('Today at 4:00 PM')
  expect(toGo('2026-12-07 16:00:00', '2026-12-06T16:30:00-08:00')).toBe('Tomorrow')
})

test('a day of 23 or of 25 hours counts as one', () => {
  // Clocks go forward on 8 March 2026 and back on 1 November.
  expect(toGo('2026-03-09 09:00:00', '2026-03-07T23:30:00-08:00')).toBe('In 2 days')
  expect(toGo('2026-03-09 09:00:00', '2026-03-08T23:30:00-07:00')).toBe('Tomorrow')
  expect(toGo('2026-11-02 09:00:00', '2026-10-31T00:30:00-07:00')).toBe('In 2 days')
  expect(toGo('2026-11-02 09:00:00', '2026-11-01T23:30:00-08:00')).toBe('Tomorrow')
})

test('the same instant can be another day in another shop’s zone', () => {
  const now = '2026-12-06T12:00:00Z'
  expect(toGo('2026-12-08 09:00:00', now, 'Pacific/Auckland')).toBe('Tomorrow')
  expect(toGo('2026-12-08 09:00:00', now, 'Pacific/Honolulu')).toBe('In 2 days')
})

test('an invalid date has no days ahead', () => {
  for (const text of ['', 'soon', '2026-02-30 09:00']) expect(toGo(text, '2026-02-01T00:00:00Z')).toBeNull()
})

test('a job ends at the upper end of its installation time', () => {
  const job = { appointmentDate: '2026-12-07 09:00:00', timeZone, durationMinutes: 240 }
  expect(formatPlannedEnd(job)).toBe('1:00 PM')
  expect(formatPlannedEnd({ ...job, appointmentDate: 'soon' })).toBeNull()
})
