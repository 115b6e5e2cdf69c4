import { expect, test } from 'vitest'
import { tryAgainAt } from './try-again-at.ts'

const at = (hours: number, minutes: number, seconds = 0) => new Date(2026, 10, 27, hours, minutes, seconds)

test.each([
  [1, at(14, 0), 'You can try again in 1 second.'],
  [5, at(14, 0), 'You can try again in 5 seconds.'],
  [89, at(14, 0), 'You can try again in 89 seconds.'],
  [90, at(14, 0), 'You can try again at 2:02 PM.'],
  [3360, at(14, 46), 'You can try again at 3:42 PM.'],
  [3360, at(14, 46, 1), 'You can try again at 3:43 PM.'],
  [3600, at(23, 30), 'You can try again on Saturday, November 28 at 12:30 AM.'],
])('a limit of %i s at %s says: %s', (seconds, now, sentence) => {
  expect(tryAgainAt(seconds, now)).toBe(sentence)
})
