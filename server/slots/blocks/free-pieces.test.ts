import { expect, test } from 'vitest'
import { freePieces } from './free-pieces.ts'

const range = { from: 100, to: 200 }

test.each([
  ['nothing in it', [], [[100, 200]]],
  [
    'a job in the middle',
    [[120, 150]],
    [
      [100, 120],
      [150, 200],
    ],
  ],
  [
    'jobs over both ends',
    [
      [50, 110],
      [190, 300],
    ],
    [[110, 190]],
  ],
  [
    'jobs that overlap, unsorted',
    [
      [150, 180],
      [120, 160],
    ],
    [
      [100, 120],
      [180, 200],
    ],
  ],
  ['a job that covers it', [[0, 500]], []],
  [
    'jobs that touch it from outside',
    [
      [0, 100],
      [200, 300],
    ],
    [[100, 200]],
  ],
] as const)('a range with %s', (_, busy, free) => {
  const times = busy.map(([from, to]) => ({ from, to }))
  expect(freePieces(range, times).map(({ from, to }) => [from, to])).toEqual(free)
})
