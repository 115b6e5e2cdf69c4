import { expect, test } from 'vitest'
import { moneyMovedOf, type DatedEntry } from './money-moved.ts'
import type { LedgerMovement } from './payment-state.ts'

const day = (number: number): string => `2026-12-0${number}T18:00:00.000Z`

/** '2 hold_placed a 499': on 2 December. */
function entries(...lines: string[]): DatedEntry[] {
  return lines.map((line) => {
    const [on, movement, holdId = '', amount] = line.split(' ')
    return {
      holdId,
      movement: movement as LedgerMovement,
      amountCents: Number(amount),
      at: Date.parse(day(Number(on))),
    }
  })
}

const nothing = {
  heldCents: 0,
  releasedAt: null,
  capturedCents: 0,
  capturedAt: null,
  refundedCents: 0,
  refundedAt: null,
  refundingCents: 0,
}
const held = ['1 hold_requested a 499', '1 hold_placed a 499']
const cancelled = [...held, '2 release_requested a 499', '2 authorization_ended a 499']
const paid = [...held, '3 capture_requested a 499', '3 captured a 499']

test.each([
  ['nothing was asked for', [], {}],
  ['it is held', held, { heldCents: 499 }],
  ['it was cancelled and the provider has not answered yet', cancelled, { heldCents: 499 }],
  ['the hold was given back', [...cancelled, '3 hold_released a 499'], { releasedAt: day(3) }],
  ['it lapsed before the cancellation', [...held, '2 hold_lapsed a 499', '3 authorization_ended a 499'], {}],
  [
    'the bank’s question was never answered',
    ['1 hold_requested a 499', '1 release_requested a 499', '1 hold_released a 499'],
    {},
  ],
  [
    'a fresh hold took the place of the old one and lapsed',
    [...held, '2 hold_placed b 499', '2 hold_released a 499', '5 hold_lapsed b 499'],
    {},
  ],
  [
    'less was captured than was held',
    [...held, '3 captured a 299'],
    { capturedCents: 299, capturedAt: day(3) },
  ],
  [
    'part of it went back',
    [...paid, '4 refunded a 100'],
    { capturedCents: 499, capturedAt: day(3), refundedCents: 100, refundedAt: day(4) },
  ],
  [
    'it was cancelled after that, and the rest is under way',
    [...paid, '4 refunded a 100', '5 refund_requested a 399', '5 authorization_ended a 499'],
    {
      capturedCents: 499,
      capturedAt: day(3),
      refundedCents: 100,
      refundedAt: day(4),
      refundingCents: 399,
    },
  ],
  [
    'all went back',
    [...paid, '4 refunded a 100', '5 refund_requested a 399', '6 refunded a 399'],
    { capturedCents: 499, capturedAt: day(3), refundedCents: 499, refundedAt: day(6) },
  ],
] as const)('%s', (_, lines, told) => {
  expect(moneyMovedOf(entries(...lines))).toEqual({ ...nothing, ...told })
})
