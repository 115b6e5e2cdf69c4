import { expect, test } from 'vitest'
import { askedMoveOf } from './asked-move.ts'

test('a mailed link proposes a start for its own appointment alone', () => {
  const search = '?reschedule=a1&at=2026-12-03T10%3A00'
  expect(askedMoveOf('a1', search)).toBe('2026-12-03T10:00')
  for (const [id, other] of [
    ['a2', search],
    ['a1', '?reschedule=a1'],
    ['a1', '?at=2026-12-03T10:00'],
    ['a1', ''],
  ] as const)
    expect(askedMoveOf(id, other)).toBeNull()
})
