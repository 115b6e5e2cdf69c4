import { expect, test } from 'vitest'
import { isOpenOn, shopHoursLines } from './shop-hours.ts'

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

test('only neighbours of equal hours share a line, and the weekend never does', () => {
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

test('a day is open when its weekday is', () => {
  expect(isOpenOn(builtIn, '2026-12-05')).toBe(true)
  expect(isOpenOn(builtIn, '2026-12-06')).toBe(false)
  expect(isOpenOn({ ...builtIn, monday: null }, '2026-12-07')).toBe(false)
})
