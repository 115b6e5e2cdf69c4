import { expect, test } from 'vitest'
import { isQuiet, reminderTime, textTime } from './quiet-hours.ts'

const zone = 'America/Los_Angeles'
const at = (text: string) => Date.parse(text)

test.each([
  ['2026-12-07T07:59:00-08:00', true],
  ['2026-12-07T08:00:00-08:00', false],
  ['2026-12-07T20:59:00-08:00', false],
  ['2026-12-07T21:00:00-08:00', true],
])('at %s the hours are quiet: %s', (instant, quiet) => {
  expect(isQuiet(at(instant), zone)).toBe(quiet)
})

test.each([
  ['2026-12-07T12:00:00-08:00', '2026-12-07T12:00:00-08:00'],
  ['2026-12-07T06:00:00-08:00', '2026-12-06T20:00:00-08:00'],
  ['2026-12-07T21:30:00-08:00', '2026-12-07T20:00:00-08:00'],
  // The clocks go forward on March 8 and back on November 1, 2026.
  ['2026-03-08T06:00:00-07:00', '2026-03-07T20:00:00-08:00'],
  ['2026-11-01T06:00:00-08:00', '2026-10-31T20:00:00-07:00'],
])('a reminder due at %s leaves at %s', (due, leaves) => {
  expect(reminderTime(at(due), zone)).toBe(at(leaves))
  expect(isQuiet(reminderTime(at(due), zone), zone)).toBe(false)
})

test.each([
  ['2026-12-07T12:00:00-08:00', '2026-12-07T12:00:00-08:00'],
  ['2026-12-07T06:00:00-08:00', '2026-12-07T08:00:00-08:00'],
  ['2026-12-07T23:00:00-08:00', '2026-12-08T08:00:00-08:00'],
  ['2026-03-07T23:00:00-08:00', '2026-03-08T08:00:00-07:00'],
  ['2026-10-31T23:00:00-07:00', '2026-11-01T08:00:00-08:00'],
])('any other text of %s leaves at %s', (due, leaves) => {
  expect(textTime(at(due), zone)).toBe(at(leaves))
})

test('the zone of the shop counts, not that of the server', () => {
  const instant = at('2026-12-07T21:30:00-08:00')
  expect(isQuiet(instant, zone)).toBe(true)
  expect(isQuiet(instant, 'Pacific/Honolulu')).toBe(false)
})
