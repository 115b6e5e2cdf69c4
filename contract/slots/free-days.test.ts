import { expect, test } from 'vitest'
import { countLeft, findNextFree } from './free-days.ts'
import { listFreeSlots, type ShopDay } from './free-slots.ts'

const nine = Date.parse('2026-12-07T09:00:00-08:00')
const hour = 3_600_000
const monday: ShopDay = {
  day: '2026-12-07',
  zone: 'America/Los_Angeles',
  bookable: true,
  hours: { opens: 540, closes: 1020 },
  bays: [[]],
}
const slotsOf = (changes: Partial<ShopDay>, duration = 180) =>
  listFreeSlots({ ...monday, ...changes }, duration)

test('free starts are counted among the starts that fit the job, not among all eight', () => {
  expect(countLeft(slotsOf({}))).toEqual({ left: 6, of: 6 })
  expect(countLeft(slotsOf({}, 300))).toEqual({ left: 4, of: 4 })
  const morning = { from: nine, to: nine + 3 * hour }
  expect(countLeft(slotsOf({ bays: [[morning]] }))).toEqual({ left: 3, of: 6 })
  expect(countLeft(slotsOf({ bays: [] }))).toEqual({ left: 0, of: 6 })
})

test('a closed or not bookable day counts no starts at all', () => {
  expect(countLeft(slotsOf({ hours: null }))).toEqual({ left: 0, of: 0 })
  expect(countLeft(slotsOf({ bookable: false }))).toEqual({ left: 0, of: 0 })
})

test('the next free start is the first of the first day that has one', () => {
  const full = { date: '2026-12-07', slots: slotsOf({ bays: [] }) }
  const closed = { date: '2026-12-08', slots: slotsOf({ hours: null }) }
  const afternoon = { date: '2026-12-09', slots: slotsOf({ bays: [[{ from: nine, to: nine + 4 * hour }]] }) }
  const free = { date: '2026-12-10', slots: slotsOf({}) }
  expect(findNextFree([full, closed, afternoon, free])).toEqual({
    date: '2026-12-09',
    slot: { time: '13:00', displayTime: '1:00 PM', available: true },
  })
  expect(findNextFree([full, closed])).toBeNull()
  expect(findNextFree([])).toBeNull()
})
