import { expect, test } from 'vitest'
import { groupRefunds } from './group-refunds.ts'

const at = '2026-12-03T17:41:00.000Z'
const later = '2026-12-04T17:41:00.000Z'

test('a refund over two holds is one line, on its way until both parts are made', () => {
  const parts = [
    { at, reason: 'A scratch', amountCents: 49_900, isMade: true },
    { at, reason: 'A scratch', amountCents: 5_100, isMade: false },
    { at: later, reason: 'Late', amountCents: 2_000, isMade: true },
  ]
  expect(groupRefunds(parts)).toEqual([
    { at, reason: 'A scratch', amountCents: 55_000, isMade: false },
    { at: later, reason: 'Late', amountCents: 2_000, isMade: true },
  ])
})
