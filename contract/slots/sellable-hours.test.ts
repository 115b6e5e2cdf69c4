import { expect, test } from 'vitest'
import { dayOf, weekdayOf, addDays } from '../time.ts'
import { bookingWindow, isDayInWindow, isSoldWeekday } from './booking-window.ts'
import { answerStart, startMinutes } from './free-slots.ts'
import { sellableSpan, sellableStarts } from './sellable-hours.ts'

const hour = 60
const [essential, premium, ultra] = [3 * hour, 4 * hour, 5 * hour] as const
const timesOf = (weekday: number, opens: number, closes: number, duration: number) =>
  sellableStarts(weekday, { opens, closes }, duration).map(({ time }) => time)

test('a Friday from 9:30 to 1:00 sells the shortest package at 10 only', () => {
  expect(timesOf(5, 9.5 * hour, 13 * hour, essential)).toEqual(['10:00'])
  expect(timesOf(5, 9.5 * hour, 13 * hour, premium)).toEqual([])
  expect(timesOf(5, 9.5 * hour, 13 * hour, ultra)).toEqual([])
})

test('weekends and closed days sell nothing', () => {
  for (const weekday of [6, 7]) expect(timesOf(weekday, 0, 24 * hour - 1, essential)).toEqual([])
  expect(sellableStarts(1, null, essential)).toEqual([])
})

test('the starts are those of the rule that sells, for every hour of opening and closing', () => {
  const zone = 'America/Los_Angeles'
  const now = Date.parse('2026-06-01T18:00:00Z')
  const window = bookingWindow(now, zone)
  for (let day = window.firstDay; day <= window.lastDay; day = addDays(day, 1)) {
    for (let opens = 7 * hour; opens <= 16 * hour; opens += 30) {
      const hours = { opens, closes: 17 * hour }
      const shopDay = { day, zone, bookable: isDayInWindow(day, window), hours, bays: [[]] }
      for (const duration of [essential, premium, ultra]) {
        const sold = startMinutes.filter((start) => answerStart(shopDay, start, duration).free)
        const shown = sellableStarts(weekdayOf(day), hours, duration).map(
          ({ time }) => Number(time.split(':')[0]) * 60,
        )
        expect(shown, `${day} ${opens}`).toEqual(sold)
      }
    }
  }
  expect(isSoldWeekday(dayOf(now, zone))).toBe(true)
})

test.each([
  [7, 19, { from: 9, to: 19 }],
  [9, 17, { from: 9, to: 17 }],
  [9.5, 13, { from: 10, to: 13 }],
  [8, 18.5, { from: 9, to: 18 }],
  [9, 11, null],
])('of a day from %d to %d the hours %j can be sold', (opens, closes, span) => {
  expect(
    sellableSpan(2, { opens: opens * hour, closes: closes * hour }, [essential, premium, ultra]),
  ).toEqual(span && { from: span.from * hour, to: span.to * hour })
})
