import { expect, test } from 'vitest'
import { canOpenEarlier, listOpened, listStartsBefore } from './earlier-starts.ts'
import type { ShopDay } from './free-slots.ts'

const zone = 'America/Los_Angeles'
const at = (wall: string) => Date.parse(`${wall}:00-08:00`)
const dayOf = (day: string, changes: Partial<ShopDay> = {}): ShopDay => ({
  day,
  zone,
  bookable: true,
  hours: { opens: 540, closes: 1020 },
  bays: [[]],
  ...changes,
})
const own = at('2026-12-08T11:00')

test('the starts before the own one are those of the rule that sells', () => {
  const days = [dayOf('2026-12-07'), dayOf('2026-12-08')]
  expect(listStartsBefore(days, 300, own)).toEqual([
    at('2026-12-07T09:00'),
    at('2026-12-07T10:00'),
    at('2026-12-07T11:00'),
    at('2026-12-07T12:00'),
    at('2026-12-08T09:00'),
    at('2026-12-08T10:00'),
  ])
})

test('a gap that is too short for the whole job opens no start', () => {
  const busy = [
    { from: at('2026-12-07T09:00'), to: at('2026-12-07T10:00') },
    { from: at('2026-12-07T13:00'), to: at('2026-12-07T17:00') },
  ]
  const days = [dayOf('2026-12-07', { bays: [busy] })]
  expect(listStartsBefore(days, 180, own)).toEqual([at('2026-12-07T10:00')])
  expect(listStartsBefore(days, 240, own)).toEqual([])
})

test.each([
  ['a closed day', { hours: null }],
  ['a day within the lead time', { bookable: false }],
  ['a shop without bays', { bays: [] }],
])('%s has no start', (_, changes) => {
  expect(listStartsBefore([dayOf('2026-12-07', changes)], 180, own)).toEqual([])
})

test('an earlier start can open while the window begins before the own one', () => {
  const now = at('2026-11-30T12:00')
  // The window begins on Monday, December 7.
  expect(canOpenEarlier(at('2026-12-07T09:00'), now, zone)).toBe(false)
  expect(canOpenEarlier(at('2026-12-07T10:00'), now, zone)).toBe(true)
  expect(canOpenEarlier(at('2026-12-03T09:00'), now, zone)).toBe(false)
  // From Saturday on it begins on the next Monday.
  expect(canOpenEarlier(at('2026-12-14T09:00'), at('2026-12-05T12:00'), zone)).toBe(false)
})

test('a start is news once, and again after it was taken meanwhile', () => {
  const [nine, ten] = [at('2026-12-07T09:00'), at('2026-12-07T10:00')]
  expect(listOpened([nine, ten], { starts: [nine], before: own })).toEqual([ten])
  expect(listOpened([nine, ten], { starts: [nine, ten], before: own })).toEqual([])
  expect(listOpened([nine], { starts: [], before: own })).toEqual([nine])
})

test('a move to a later time makes no news of the starts that were free then', () => {
  const between = at('2026-12-08T12:00')
  expect(listOpened([between], { starts: [], before: own })).toEqual([])
})
