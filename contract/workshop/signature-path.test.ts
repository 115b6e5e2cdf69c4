import { expect, test } from 'vitest'
import { pathOf } from './signature-path.ts'

test('lines and dots become one path', () => {
  expect(
    pathOf([
      [
        [1, 2],
        [3, 4],
      ],
      [[5, 6]],
    ]),
  ).toBe('M1 2L3 4M5 6L5 6')
  expect(pathOf([])).toBe('')
})
