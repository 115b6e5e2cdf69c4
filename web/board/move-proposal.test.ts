import { expect, test } from 'vitest'
import type { Board, BoardJob } from '../../contract/admin/board.ts'
import {
  isMisplaced,
  jobInTheWay,
  movedBy,
  nearestFreePlace,
  placeWords,
  resizedBy,
  toQuarter,
  warningFor,
} from './move-proposal.ts'

const hour = 60
const job = (changes: Partial<BoardJob> = {}) =>
  ({
    appointmentId: 'a',
    bayId: 1,
    day: '2026-12-03',
    startMinutes: 9 * hour,
    endMinutes: 12 * hour,
    customerName: 'Mia Chen',
    hoursWaived: false,
    ...changes,
  }) as BoardJob
const board = {
  bays: [
    { id: 1, name: 'Bay 1', inUse: true },
    { id: 2, name: 'Lift', inUse: true },
  ],
  days: [
    { day: '2026-12-03', opens: 9 * hour, closes: 17 * hour, closure: null },
    { day: '2026-12-05', opens: null, closes: null, closure: null },
  ],
  jobs: [
    job(),
    job({ appointmentId: 'b', startMinutes: 13 * hour, endMinutes: 15 * hour, customerName: 'Bo' }),
  ],
  blocks: [
    {
      id: 'k',
      bayId: 2,
      day: '2026-12-03',
      startMinutes: 15 * hour,
      endMinutes: 16 * hour,
      reason: 'Training',
      isWeekly: false,
      by: null,
    },
  ],
} satisfies Pick<Board, 'bays' | 'days' | 'jobs' | 'blocks'>

test('a dragged job stays on quarters of an hour and within its day', () => {
  expect(toQuarter(9 * hour + 8)).toBe(9 * hour + 15)
  expect(toQuarter(-40)).toBe(0)
  expect(movedBy(job(), 67, 2)).toMatchObject({ startMinutes: 10 * hour, endMinutes: 13 * hour, bayId: 2 })
  expect(movedBy(job(), 5000, 1).startMinutes).toBe(23 * hour + 45)
  expect(movedBy(job({ startMinutes: 9 * hour + 5 }), 0, 2).startMinutes).toBe(9 * hour + 5)
})

test('a job keeps at least a quarter of an hour', () => {
  expect(resizedBy(job(), 50).endMinutes).toBe(12 * hour + 45)
  expect(resizedBy(job(), -5000).endMinutes).toBe(9 * hour + 15)
})

test('another job in the bay stands in the way, its neighbors do not', () => {
  const place = { day: '2026-12-03', startMinutes: 12 * hour, endMinutes: 13 * hour, bayId: 1 }
  expect(jobInTheWay(place, 'c', board.jobs)).toBeUndefined()
  expect(jobInTheWay({ ...place, endMinutes: 13 * hour + 15 }, 'c', board.jobs)?.customerName).toBe('Bo')
  expect(jobInTheWay(job(), 'a', board.jobs)).toBeUndefined()
})

test('a place is told with what speaks against it', () => {
  expect(placeWords(movedBy(job(), hour, 2), board.bays)).toBe('Thu, Dec 3, 10:00 AM to 1:00 PM, Lift')
  expect(warningFor(movedBy(job(), 3 * hour, 1), 'a', board)).toEqual({
    isTaken: true,
    sentence: 'Bay 1 has Bo from 1:00 PM to 3:00 PM.',
  })
  expect(warningFor(movedBy(job(), 7 * hour, 2), 'a', board)).toEqual({
    isTaken: false,
    sentence: 'That’s outside your hours, 9:00 AM to 5:00 PM.',
  })
  expect(warningFor({ ...job(), day: '2026-12-05' }, 'a', board)).toEqual({
    isTaken: false,
    sentence: 'The shop is closed on that day.',
  })
  expect(warningFor(movedBy(job(), hour, 2), 'a', board)).toBeNull()
  expect(warningFor(movedBy(job(), 4 * hour, 2), 'a', board)).toEqual({
    isTaken: true,
    sentence: 'Lift is blocked then: Training.',
  })
})

test('a job in a bay out of use, or outside hours that the shop did not choose, is misplaced', () => {
  expect(isMisplaced(job(), board)).toBe(false)
  expect(isMisplaced(job(), { ...board, bays: [{ id: 1, name: 'Bay 1', inUse: false }] })).toBe(true)
  const early = job({ startMinutes: 8 * hour })
  expect(isMisplaced(early, board)).toBe(true)
  expect(isMisplaced({ ...early, hoursWaived: true }, board)).toBe(false)
})

test('the nearest free place is within the hours, in the own bay first, and never in the past', () => {
  const spot = (
    changes: Partial<BoardJob>,
    given = {},
    now: Parameters<typeof nearestFreePlace>[2] = null,
  ) => {
    const place = nearestFreePlace(job(changes), { ...board, ...given }, now)
    return place && placeWords(place, board.bays)
  }
  expect(spot({ startMinutes: 7 * hour, endMinutes: 10 * hour })).toBe(
    'Thu, Dec 3, 9:00 AM to 12:00 PM, Bay 1',
  )
  const bays = [{ id: 1, name: 'Bay 1', inUse: false }, ...board.bays.slice(1)]
  expect(spot({}, { bays })).toBe('Thu, Dec 3, 9:00 AM to 12:00 PM, Lift')
  // The block from 3:00 PM on is in the way of a later one.
  expect(spot({ startMinutes: 13 * hour, endMinutes: 16 * hour }, { bays })).toBe(
    'Thu, Dec 3, 12:00 PM to 3:00 PM, Lift',
  )
  const now = { day: '2026-12-03', minutes: 9 * hour + 5 }
  expect(spot({}, { bays }, now)).toBe('Thu, Dec 3, 9:15 AM to 12:15 PM, Lift')
  expect(spot({}, { bays }, { day: '2026-12-04', minutes: 0 })).toBeNull()
  expect(spot({ endMinutes: 18 * hour })).toBeNull()
  const days = [
    { ...board.days[0], closes: null, opens: null },
    { ...board.days[1], opens: 600, closes: 1020 },
  ]
  expect(spot({}, { days })).toBe('Sat, Dec 5, 10:00 AM to 1:00 PM, Bay 1')
})
