import { expect, test } from 'vitest'
import { nextTryOf, nextTrySentence } from './next-try.ts'

const day = 86_400_000
const now = Date.parse('2026-12-07T20:00:00Z')
const ago = (...hours: number[]) => hours.map((each) => now - each * 3_600_000)

test.each([
  ['no decline', [], false, 'now'],
  ['two within a day', ago(1, 2), false, 'now'],
  ['three, the first a day ago', ago(1, 2, 24), false, 'now'],
  ['three within a day', ago(1, 2, 23), false, now + 3_600_000],
  ['five, of which the third counts', ago(1, 2, 3, 4, 30), false, now + day - 3 * 3_600_000],
  ['one that is final', ago(1), true, 'never'],
  ['one that is final, long ago', ago(900), true, 'never'],
])('after %s', (_, times, isFinal, expected) => {
  const next = nextTryOf({ times, isFinal }, now)
  expect(next.kind === 'later' ? next.at : next.kind).toBe(expected)
})

test('the next try is a time of the shop', () => {
  const words = nextTrySentence({ kind: 'later', at: now + 1 }, 'America/Los_Angeles')
  expect(words).toBe('Another try is possible from 12:01 PM on Monday, December 7, 2026.')
})
