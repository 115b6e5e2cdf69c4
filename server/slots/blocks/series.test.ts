import { expect, test } from 'vitest'
import { daysOf, rangeOnDay } from './series.ts'

test('the days of a series go on where they were written to, without one twice', () => {
  expect(daysOf('2026-12-01', null, '2026-12-20')).toEqual(['2026-12-01', '2026-12-08', '2026-12-15'])
  expect(daysOf('2026-12-01', '2026-12-20', '2026-12-30')).toEqual(['2026-12-22', '2026-12-29'])
  expect(daysOf('2026-12-01', '2026-12-22', '2026-12-30')).toEqual(['2026-12-29'])
  expect(daysOf('2026-12-01', '2026-11-20', '2026-12-02')).toEqual(['2026-12-01'])
  expect(daysOf('2026-12-01', null, '2026-11-30')).toEqual([])
})

test('a series keeps its wall time over a change of clocks, and may last until midnight', () => {
  const lunch = { from_time: '12:00:00', until_time: '13:00:00' }
  const startsOn = (day: string) =>
    new Date(rangeOnDay(lunch, day, 'America/Los_Angeles')?.from ?? 0).toISOString()
  expect(startsOn('2027-03-07')).toBe('2027-03-07T20:00:00.000Z')
  expect(startsOn('2027-03-14')).toBe('2027-03-14T19:00:00.000Z')
  const evening = rangeOnDay({ from_time: '20:00', until_time: '24:00:00' }, '2026-12-01', 'America/New_York')
  expect(new Date(evening?.to ?? 0).toISOString()).toBe('2026-12-02T05:00:00.000Z')
})
