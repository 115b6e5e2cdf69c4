import { expect, test } from 'vitest'
import { bookingWindow, isDayInWindow, weekdaysOfWindow } from './booking-window.ts'

const zone = 'America/Los_Angeles'

test('the window runs from seven to twenty days ahead by the shop’s calendar', () => {
  expect(bookingWindow(Date.parse('2026-11-21T12:00:00-08:00'), zone)).toEqual({
    firstDay: '2026-11-28',
    lastDay: '2026-12-11',
  })
})

test('late in the evening the shop’s day counts, though UTC already has the next', () => {
  expect(bookingWindow(Date.parse('2026-11-21T23:59:00-08:00'), zone).firstDay).toBe('2026-11-28')
  expect(bookingWindow(Date.parse('2026-11-22T00:00:00-08:00'), zone).firstDay).toBe('2026-11-29')
})

test('the strip offers the ten weekdays of the window', () => {
  const window = bookingWindow(Date.parse('2026-11-21T12:00:00-08:00'), zone)
  const days = weekdaysOfWindow(window)
  expect(days).toHaveLength(10)
  expect(days[0]).toBe('2026-11-30')
  expect(days.at(-1)).toBe('2026-12-11')
  expect(days.every((day) => isDayInWindow(day, window))).toBe(true)
  expect(['2026-11-28', '2026-11-27', '2026-12-14'].some((day) => isDayInWindow(day, window))).toBe(false)
})
