import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import {
  addDays,
  countDays,
  dayOf,
  formatInstantWithOffset,
  formatTwelveHour,
  formatWallTime,
  instantOfWallTime,
  isDay,
  parseTimeOfDay,
  parseWallTime,
  wallTimeOf,
  weekdayOf,
} from './time.ts'

const zones = [
  'America/Los_Angeles',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
]

const anyDay = fc.integer({ min: 0, max: 4382 }).map((offset) => addDays('2024-01-01', offset))

test('days are counted on the calendar, back and forth', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -800, max: 800 }), (day, count) => {
      expect(countDays(day, addDays(day, count))).toBe(count)
    }),
  )
  expect(countDays('2026-03-07', '2026-03-09')).toBe(2)
})

test('a wall time is the same instant as in Temporal, and null exactly where clocks skip it', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 0, max: 1439 }),
      fc.constantFrom(...zones),
      (day, minutes, zone) => {
        const wall = Temporal.PlainDate.from(day).toPlainDateTime({
          hour: Math.floor(minutes / 60),
          minute: minutes % 60,
        })
        const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
        const exists = earlier.toPlainDateTime().equals(wall)
        expect(instantOfWallTime(day, minutes, zone)).toBe(exists ? earlier.epochMilliseconds : null)
      },
    ),
    { numRuns: 3000 },
  )
})

test('an instant has the same wall time and offset as in Temporal', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2035, 11, 31) }),
      fc.constantFrom(...zones),
      (instant, zone) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
        expect(wallTimeOf(instant, zone)).toEqual({
          day: zoned.toPlainDate().toString(),
          minutes: zoned.hour * 60 + zoned.minute,
        })
        expect(formatInstantWithOffset(instant, zone).slice(16)).toBe(`:00${zoned.offset}`)
      },
    ),
    { numRuns: 2000 },
  )
})

test('on clock-change days each quarter hour and the minute before it match Temporal', () => {
  const shows = (instant: number, zone: string) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offset
  let changes = 0
  for (const zone of zones) {
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
      if (shows(day, zone) === shows(day + 86_400_000, zone)) continue
      changes += 1
      for (let quarter = 0; quarter <= 96; quarter++) {
        const instant = day + quarter * 900_000
        for (const at of [instant - 60_000, instant])
          expect(formatInstantWithOffset(at, zone).slice(19)).toBe(shows(at, zone))
      }
    }
  }
  // Two a year in five of these zones.
  expect(changes).toBe(20)
})

test('every hour of every day on which a zone changes its clocks reads back as itself', () => {
  for (const zone of zones) {
    for (let offset = 0; offset < 4383; offset++) {
      const day = addDays('2024-01-01', offset)
      const midnight = instantOfWallTime(day, 0, zone)
      const next = instantOfWallTime(addDays(day, 1), 0, zone)
      if (midnight !== null && next !== null && next - midnight === 86_400_000) continue
      for (let minutes = 0; minutes < 1440; minutes += 30) {
        const instant = instantOfWallTime(day, minutes, zone)
        if (instant !== null) expect(wallTimeOf(instant, zone)).toEqual({ day, minutes })
      }
    }
  }
})

test('days are counted on the calendar, never in hours', () => {
  // 168 hours after this instant it is still Sunday in Los Angeles, because clocks go back in between.
  const monday = Date.parse('2026-10-26T00:30:00-07:00')
  expect(addDays(dayOf(monday, 'America/Los_Angeles'), 7)).toBe('2026-11-02')
  expect(dayOf(monday + 168 * 3_600_000, 'America/Los_Angeles')).toBe('2026-11-01')
})

test('the afternoon of a winter day in Los Angeles is still that day though UTC has the next', () => {
  expect(dayOf(Date.parse('2026-12-08T00:00:00Z'), 'America/Los_Angeles')).toBe('2026-12-07')
  expect(formatWallTime(Date.parse('2026-12-08T00:00:00Z'), 'America/Los_Angeles')).toBe(
    '2026-12-07 16:00:00',
  )
})

test('texts that are no day, time or wall time are refused', () => {
  expect(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''].map(isDay)).toEqual(Array(5).fill(false))
  expect(isDay('2028-02-29')).toBe(true)
  expect(['24:01', '9', '09:60', '-1:00', ''].map(parseTimeOfDay)).toEqual(Array(5).fill(null))
  expect(parseTimeOfDay('9:00')).toBe(540)
  expect(parseWallTime('2026-12-07 09:00')).toEqual({ day: '2026-12-07', minutes: 540 })
  expect(parseWallTime('2026-12-07T16:00:00')).toEqual({ day: '2026-12-07', minutes: 960 })
  expect(
    ['2026-12-07T16:00:00Z', '2026-12-07T16:00:00-08:00', '2026-02-30 09:00'].map(parseWallTime),
  ).toEqual(Array(3).fill(null))
})

test('weekdays are counted from Monday and hours on the twelve-hour clock', () => {
  expect(weekdayOf('2026-12-07')).toBe(1)
  expect(weekdayOf('2026-12-06')).toBe(7)
  expect([0, 540, 720, 960].map(formatTwelveHour)).toEqual(['12:00 AM', '9:00 AM', '12:00 PM', '4:00 PM'])
})
