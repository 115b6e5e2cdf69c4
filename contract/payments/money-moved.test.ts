import { expect, test } from 'vitest'
import { moneyMovedOf, type DatedEntry } from './money-moved.ts'
import type { LedgerMovement } from './payment-state.ts'

const day = (number: number): string => `2026-12-0${number}T18:00:00.000Z`

/** Ledger entries from lines such as '2 hold_placed a 499', dated 2 December. */
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
  taxCents: 0,
  disputedCents: 0,
}
const held = ['1 hold_requested a 499', '1 hold_placed a 499']
const cancelled = [...held, '2 release_requested a 499', '2 authorization_ended a 499']
const paid = [...held, '3 capture_requested a 499', '3 captured a 499']

test.each([
  ['an empty ledger moved no money', [], {}],
  ['a placed hold', held, { heldCents: 499 }],
  ['a cancelled hold stays held until the provider releases it', cancelled, { heldCents: 499 }],
  ['a released hold', [...cancelled, '3 hold_released a 499'], { releasedAt: day(3) }],
  [
    'a hold that lapsed before the cancellation was not released',
    [...held, '2 hold_lapsed a 499', '3 authorization_ended a 499'],
    {},
  ],
  [
    'an unconfirmed hold was not released',
    ['1 hold_requested a 499', '1 release_requested a 499', '1 hold_released a 499'],
    {},
  ],
  [
    'a fresh hold that replaced the old one and lapsed',
    [...held, '2 hold_placed b 499', '2 hold_released a 499', '5 hold_lapsed b 499'],
    {},
  ],
  ['a partial capture', [...held, '3 captured a 299'], { capturedCents: 299, capturedAt: day(3) }],
  [
    'a partial refund',
    [...paid, '4 refunded a 100'],
    { capturedCents: 499, capturedAt: day(3), refundedCents: 100, refundedAt: day(4) },
  ],
  [
    'a cancellation with a pending refund of the rest',
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
    'a refund of which a part was dropped after a dispute',
    [...paid, '4 refund_requested a 499', '5 dispute_withdrawn a 200', '6 refund_dropped a 200'],
    { capturedCents: 499, capturedAt: day(3), refundingCents: 299, disputedCents: 200 },
  ],
  [
    'a full refund',
    [...paid, '4 refunded a 100', '5 refund_requested a 399', '6 refunded a 399'],
    { capturedCents: 499, capturedAt: day(3), refundedCents: 499, refundedAt: day(6) },
  ],
] as const)('%s', (_, lines, expected) => {
  expect(moneyMovedOf(entries(...lines))).toEqual({ ...nothing, ...expected })
})
