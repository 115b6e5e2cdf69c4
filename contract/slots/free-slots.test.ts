import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { addDays } from '../time.ts'
import { answerStart, listFreeSlots, startMinutes, type BusyTime, type ShopDay } from './free-slots.ts'

const zones = [
  'America/Los_Angeles',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
]

const hour = 3_600_000

function shopDay(changes: Partial<ShopDay> = {}): ShopDay {
  return {
    day: '2026-12-07',
    zone: 'America/Los_Angeles',
    bookable: true,
    hours: { opens: 540, closes: 1020 },
    bays: [[], []],
    ...changes,
  }
}

/** The days from 2024 to 2035 that are not 24 hours long in the zone, with the days around them. */
function clockChangeDays(zone: string): string[] {
  const days = new Set<string>()
  let day = Temporal.PlainDate.from('2024-01-01')
  const end = Temporal.PlainDate.from('2035-12-31')
  while (Temporal.PlainDate.compare(day, end) <= 0) {
    if (day.toZonedDateTime(zone).hoursInDay !== 24) {
      for (const around of [-1, 0, 1]) days.add(addDays(day.toString(), around))
    }
    day = day.add({ days: 1 })
  }
  return [...days]
}

/** Every time in these tests is on a half hour, including clock changes (30 minutes on Lord Howe). */
const step = 30

/** Reference implementation: counts half hours of elapsed time with Temporal. */
function isFreeByCounting(subject: ShopDay, startMinute: number, duration: number): boolean {
  const { day, zone, hours } = subject
  if (!subject.bookable || !hours) return false
  const wall = Temporal.PlainDate.from(day).toPlainDateTime({
    hour: Math.floor(startMinute / 60),
    minute: startMinute % 60,
  })
  const start = wall.toZonedDateTime(zone)
  if (!start.toPlainDateTime().equals(wall)) return false
  return subject.bays.some((bay) => {
    for (let minute = 0; minute < duration; minute += step) {
      const from = start.add({ minutes: minute })
      const to = start.add({ minutes: minute + step })
      const wallFrom = from.hour * 60 + from.minute
      // Midnight as an end is 24:00 of the same day.
      const wallTo = to.toPlainDate().equals(from.toPlainDate()) ? to.hour * 60 + to.minute : 1440
      if (from.toPlainDate().toString() !== day) return false
      if (wallFrom < hours.opens || wallTo > hours.closes) return false
      const taken = bay.some((busy) => busy.from < to.epochMilliseconds && from.epochMilliseconds < busy.to)
      if (taken) return false
    }
    return true
  })
}

const durations = [180, 240, 300]

test('around every clock change of six zones each start matches the half-hour count', () => {
  let days = 0
  for (const zone of zones) {
    for (const day of clockChangeDays(zone)) {
      days++
      const subject = shopDay({ day, zone })
      for (const duration of durations) {
        const expected = startMinutes.map((start) => isFreeByCounting(subject, start, duration))
        expect(listFreeSlots(subject, duration).map((slot) => slot.available)).toEqual(expected)
      }
    }
  }
  expect(days).toBeGreaterThan(300)
})

test('with any busy bays, hours and duration a start is free exactly when one bay is free for every half hour', () => {
  const busyTime = fc
    .record({ start: fc.integer({ min: 0, max: 47 }), length: fc.integer({ min: 1, max: 10 }) })
    .map(({ start, length }): BusyTime => {
      const midnight = Date.parse('2026-12-07T08:00:00Z')
      return { from: midnight + start * (hour / 2), to: midnight + (start + length) * (hour / 2) }
    })
  fc.assert(
    fc.property(
      fc.array(fc.array(busyTime, { maxLength: 4 }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 24 }),
      fc.integer({ min: 24, max: 47 }),
      fc.constantFrom(...durations),
      (bays, opens, closes, duration) => {
        const subject = shopDay({ bays, hours: { opens: opens * 30, closes: closes * 30 } })
        for (const start of startMinutes) {
          expect(answerStart(subject, start, duration).free).toBe(isFreeByCounting(subject, start, duration))
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('eight hourly starts are always listed, in the words of the screen', () => {
  const slots = listFreeSlots(shopDay(), 180)
  expect(slots.map((slot) => slot.time)).toEqual([
    '9:00',
    '10:00',
    '11:00',
    '12:00',
    '13:00',
    '14:00',
    '15:00',
    '16:00',
  ])
  expect(slots[0]).toEqual({ time: '9:00', displayTime: '9:00 AM', available: true })
  expect(slots[7]).toEqual({
    time: '16:00',
    displayTime: '4:00 PM',
    available: false,
    reason: 'ends after closing',
  })
})

test('the last workable start is closing less the job: 14:00, 13:00 and 12:00 for the three packages', () => {
  const last = durations.map(
    (duration) => listFreeSlots(shopDay(), duration).findLast((slot) => slot.available)?.time,
  )
  expect(last).toEqual(['14:00', '13:00', '12:00'])
})

test('a start is taken only when no bay is free for the whole job', () => {
  const nine = Date.parse('2026-12-07T09:00:00-08:00')
  const morning = { from: nine, to: nine + 3 * hour }
  expect(answerStart(shopDay({ bays: [[morning], []] }), 540, 180).free).toBe(true)
  expect(answerStart(shopDay({ bays: [[morning], [morning]] }), 540, 180)).toEqual({
    free: false,
    reason: 'taken',
  })
  expect(answerStart(shopDay({ bays: [[morning], [morning]] }), 660, 180).free).toBe(false)
  // A job may start in the minute in which another ends.
  expect(answerStart(shopDay({ bays: [[morning], [morning]] }), 720, 180).free).toBe(true)
})

test('nothing starts on a closed day, a day out of the window, before opening, or in a shop without bays', () => {
  const reasons = [
    shopDay({ hours: null }),
    shopDay({ bookable: false }),
    shopDay({ hours: { opens: 600, closes: 1020 } }),
    shopDay({ bays: [] }),
  ].map((subject) => listFreeSlots(subject, 180)[0]?.reason)
  expect(reasons).toEqual(['closed on this day', 'not a bookable day', 'before opening', 'taken'])
})

test('shared slots are frozen', () => {
  const [slot] = listFreeSlots(shopDay(), 180)
  expect(slot).toBe(listFreeSlots(shopDay({ day: '2026-12-08' }), 180)[0])
  expect(Object.isFrozen(slot)).toBe(true)
})
