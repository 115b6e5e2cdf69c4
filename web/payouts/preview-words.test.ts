import { expect, test } from 'vitest'
import { impossiblePayout } from '../../contract/admin/payout-words.ts'
import { correctionPreview, openAfterwards } from './preview-words.ts'

const balance = { paidCents: 119_850, openCents: 0 }

test.each([
  [-19_850, 'Paid $1,198.50, correction −$198.50, then $1,000.', '$198.50 is open afterwards.'],
  [-119_850, 'Paid $1,198.50, correction −$1,198.50, then $0.', '$1,198.50 is open afterwards.'],
  [10_000, 'Paid $1,198.50, correction $100, then $1,298.50.', 'The shop owes $100 afterwards.'],
])('a correction of %i cents says what is paid after it', (amountCents, paid, open) => {
  expect(correctionPreview({ balance, amountCents })).toBe(paid)
  expect(openAfterwards({ balance, amountCents })).toBe(open)
})

test('a payment of all that is open leaves nothing', () => {
  const before = { paidCents: 0, openCents: 50_000 }
  expect(openAfterwards({ balance: before, amountCents: 50_000 })).toBe('Nothing is open afterwards.')
  expect(openAfterwards({ balance: before, amountCents: 20_000 })).toBe('$300 is open afterwards.')
})

test.each([
  ['payment', 60_001, 'That is more than the $600 that this statement has open.'],
  ['payment', 60_000, null],
  ['correction', -40_001, 'Only $400 was paid of this month, so no more than that can be taken back.'],
  ['correction', -40_000, null],
] as const)('a %s of %i cents is possible, or says why not', (kind, amountCents, sentence) => {
  expect(impossiblePayout({ kind, amountCents }, { openCents: 60_000, paidCents: 40_000 })).toBe(sentence)
})
