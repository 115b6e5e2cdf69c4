import { expect, test } from 'vitest'
import { daysBetween, fullestMonth, isOnPage } from './calendar-month.ts'

test('the days from one through another, over the ends of months and over days of 23 and 25 hours', () => {
  expect(daysBetween('2026-11-29', '2026-12-02')).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
  ])
  expect(daysBetween('2026-12-07', '2026-12-07')).toEqual(['2026-12-07'])
  expect(daysBetween('2026-01-01', '2026-12-31')).toHaveLength(365)
})

test('a window across two months opens on the month with more of it, or the earlier one', () => {
  expect(fullestMonth(daysBetween('2026-11-29', '2026-12-12'))).toBe('2026-12')
  expect(fullestMonth(['2026-11-30', '2026-12-01'])).toBe('2026-11')
  expect(fullestMonth([])).toBeUndefined()
})

test('a page has its month and the days that complete its first and last week', () => {
  const shown = ['2026-11-28', '2026-11-29', '2026-12-01', '2026-12-31', '2027-01-02', '2027-01-03']
  expect(shown.map((day) => isOnPage(day, '2026-12'))).toEqual([false, true, true, true, true, false])
  // February 2026 begins on a Sunday and ends on a Saturday.
  expect(
    ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'].map((day) => isOnPage(day, '2026-02')),
  ).toEqual([false, true, true, false])
})
