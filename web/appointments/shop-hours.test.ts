import { expect, test } from 'vitest'
import { canStillBook, closureLines, isOpenOn, shopHoursLines } from './shop-hours.ts'

const nine = { open: '09:00', close: '17:00' }
const builtIn = {
  monday: nine,
  tuesday: nine,
  wednesday: nine,
  thursday: nine,
  friday: nine,
  saturday: nine,
  sunday: null,
}

test('the built-in shop reads Monday-Friday, Saturday, Sunday', () => {
  expect(shopHoursLines(builtIn)).toEqual([
    { days: 'Monday-Friday', hours: '9:00 AM - 5:00 PM' },
    { days: 'Saturday', hours: '9:00 AM - 5:00 PM' },
    { days: 'Sunday', hours: 'Closed' },
  ])
})

test('only adjacent weekdays with equal hours share a line, and the weekend never does', () => {
  const week = { ...builtIn, wednesday: null, friday: { open: '12:00', close: '24:00' }, sunday: nine }
  expect(shopHoursLines(week)).toEqual([
    { days: 'Monday-Tuesday', hours: '9:00 AM - 5:00 PM' },
    { days: 'Wednesday', hours: 'Closed' },
    { days: 'Thursday', hours: '9:00 AM - 5:00 PM' },
    { days: 'Friday', hours: '12:00 PM - 12:00 AM' },
    { days: 'Saturday', hours: '9:00 AM - 5:00 PM' },
    { days: 'Sunday', hours: '9:00 AM - 5:00 PM' },
  ])
})

test('a day is open when its weekday is open and no closure covers it', () => {
  const shop = { businessHours: builtIn, closures: [] }
  expect(isOpenOn(shop, '2026-12-05')).toBe(true)
  expect(isOpenOn(shop, '2026-12-06')).toBe(false)
  expect(isOpenOn({ ...shop, businessHours: { ...builtIn, monday: null } }, '2026-12-07')).toBe(false)
  const closed = { ...shop, closures: [{ firstDay: '2026-12-08', lastDay: '2026-12-10' }] }
  expect(['07', '08', '09', '10', '11'].map((day) => isOpenOn(closed, `2026-12-${day}`))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
})

test('closures are described if they overlap the days', () => {
  const closures = [
    { firstDay: '2026-11-26', lastDay: '2026-11-26' },
    { firstDay: '2026-12-03', lastDay: '2026-12-04' },
    { firstDay: '2026-12-11', lastDay: '2027-01-02' },
    { firstDay: '2027-02-01', lastDay: '2027-02-02' },
  ]
  expect(closureLines(closures, '2026-11-26', '2026-12-11')).toEqual([
    'November 26',
    'December 3 - 4',
    'December 11 - January 2',
  ])
  expect(closureLines(closures, '2026-12-05', '2026-12-10')).toEqual([])
})

test('a day is bookable while it is in the booking window and the shop is open', () => {
  const shop = { businessHours: builtIn, timeZone: 'America/Los_Angeles' }
  const closures = [{ firstDay: '2026-12-08', lastDay: '2026-12-08' }]
  // Still the 21st in Los Angeles: the window is the 28th through December 11.
  const now = Date.parse('2026-11-22T07:59:00Z')
  const bookable = [
    '2026-11-27',
    '2026-11-30',
    '2026-12-05',
    '2026-12-08',
    '2026-12-11',
    '2026-12-14',
  ].filter((day) => canStillBook({ ...shop, closures }, day, now))
  expect(bookable).toEqual(['2026-11-30', '2026-12-11'])
})
