import { expect, test } from 'vitest'
import { instantsOf } from './wall-range.ts'

const zone = 'America/Los_Angeles'
const hoursOf = (from: string, to: string) => {
  const range = instantsOf({ from, to }, zone)
  return range && [new Date(range.from).toISOString(), (range.to - range.from) / 3_600_000]
}

test('a block keeps its wall time over both changes of clocks', () => {
  expect(hoursOf('2027-03-07 12:00', '2027-03-07 13:00')).toEqual(['2027-03-07T20:00:00.000Z', 1])
  expect(hoursOf('2027-03-14 12:00', '2027-03-14 13:00')).toEqual(['2027-03-14T19:00:00.000Z', 1])
  expect(hoursOf('2026-11-01 12:00', '2026-11-01 13:00')).toEqual(['2026-11-01T20:00:00.000Z', 1])
})

test('an hour that clocks skip takes nothing, and a block around it is an hour shorter', () => {
  expect(hoursOf('2027-03-14 02:15', '2027-03-14 02:45')).toBeNull()
  expect(hoursOf('2027-03-14 01:00', '2027-03-14 04:00')).toEqual(['2027-03-14T09:00:00.000Z', 2])
})

test('a time within the skipped hour counts as the end of the hour', () => {
  expect(hoursOf('2027-03-14 02:05', '2027-03-14 02:10')).toBeNull()
  expect(hoursOf('2027-03-14 01:00', '2027-03-14 02:10')).toEqual(['2027-03-14T09:00:00.000Z', 1])
  expect(hoursOf('2027-03-14 02:50', '2027-03-14 04:00')).toEqual(['2027-03-14T10:00:00.000Z', 1])
})

test('a block around the hour that clocks repeat is an hour longer', () => {
  expect(hoursOf('2026-11-01 01:00', '2026-11-01 02:00')).toEqual(['2026-11-01T08:00:00.000Z', 2])
  expect(hoursOf('2026-11-01 00:00', '2026-11-01 03:00')).toEqual(['2026-11-01T07:00:00.000Z', 4])
})

test('a block that ends at midnight ends with the day', () => {
  expect(hoursOf('2026-12-01 20:00', '2026-12-02 00:00')).toEqual(['2026-12-02T04:00:00.000Z', 4])
})
