import { expect, test } from 'vitest'
import { daysToGo } from './shop-appointment-mail.ts'

const facts = { startsAt: '2026-11-02T17:00:00Z', timeZone: 'America/Los_Angeles' }

// The clocks of the zone go back on November 1, 2026.
test.each([
  ['2026-11-03T08:00:00Z', null],
  ['2026-11-03T07:59:00Z', 'today'],
  ['2026-11-02T08:00:00Z', 'today'],
  ['2026-11-02T07:59:00Z', 'tomorrow'],
  ['2026-11-01T07:00:00Z', 'tomorrow'],
  ['2026-11-01T06:59:00Z', 'in 2 days'],
  ['2026-10-25T17:00:00Z', 'in 8 days'],
])('at %s an appointment on November 2 is %s', (at, words) => {
  expect(daysToGo({ ...facts, createdAt: at })).toBe(words)
  expect(daysToGo({ ...facts, createdAt: '2026-10-01T00:00:00Z', sentAt: at })).toBe(words)
})
