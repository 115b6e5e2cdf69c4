import { expect, test } from 'vitest'
import { dueWords } from './due-words.ts'

const paid = { dueCents: 0, capturedCents: 49_900, refundedCents: 0, disputedCents: 0, leftAtShopCents: 0 }

test.each([
  [{ dueCents: 49_900, capturedCents: 0 }, '$499 due'],
  [{}, 'Paid'],
  [{ capturedCents: 0, leftAtShopCents: 49_900 }, 'Paid'],
  [{ refundedCents: 7_000 }, 'Paid, $70 refunded'],
  [{ refundedCents: 49_900 }, 'Refunded'],
  [{ refundedCents: 49_900, leftAtShopCents: 6_000 }, 'Paid, $499 refunded'],
  [{ disputedCents: 49_900 }, '$499 taken back by the bank'],
  [{ disputedCents: 42_900, refundedCents: 7_000 }, '$429 taken back by the bank'],
])('the head of the details, of %o', (money, words) => {
  expect(dueWords({ ...paid, ...money })).toBe(words)
})

test('an amount that left the shop is never headed as paid alone', () => {
  for (const refundedCents of [0, 7_000, 49_900])
    for (const disputedCents of [0, 20_000, 49_900])
      expect(dueWords({ ...paid, refundedCents, disputedCents }) === 'Paid').toBe(
        refundedCents + disputedCents === 0,
      )
})
