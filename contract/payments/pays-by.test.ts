import { expect, test } from 'vitest'
import { cardDueAt } from './pays-by.ts'

const hour = 3_600_000
const now = Date.parse('2026-12-01T17:00:00Z')

test.each([
  ['in ten days: 24 hours from now', 240, 24],
  ['26 hours ahead: both limits at once', 26, 24],
  ['in 20 hours: 2 hours before the start', 20, 18],
  ['in 90 minutes: the start', 1.5, 1.5],
  ['a walk-in that has begun: now', -0.5, 0],
])('the card of a job %s', (_, startsIn, dueIn) => {
  expect((cardDueAt(now + startsIn * hour, now) - now) / hour).toBe(dueIn)
})
