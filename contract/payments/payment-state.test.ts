import { expect, test } from 'vitest'
import { paymentStateOf, type LedgerEntry, type LedgerMovement } from './payment-state.ts'

/** 'hold_placed a 499' as an entry. */
function entries(...lines: string[]): LedgerEntry[] {
  return lines.map((line) => {
    const [movement, holdId = '', amount] = line.split(' ')
    return { movement: movement as LedgerMovement, holdId, amountCents: Number(amount) }
  })
}

const booked = ['hold_requested a 499', 'hold_placed a 499']

test.each([
  ['nothing was asked for', [], 'none', [0, 0, 0]],
  ['a hold is asked for', ['hold_requested a 499'], 'pending', [0, 0, 0]],
  ['it was declined', ['hold_requested a 499', 'hold_declined a 499'], 'none', [0, 0, 0]],
  ['it is held', booked, 'authorized', [499, 0, 0]],
  ['it lapsed before the next one', [...booked, 'hold_lapsed a 499'], 'authorized', [0, 0, 0]],
  [
    'a fresh hold took the place of the old one',
    [
      ...booked,
      'hold_requested b 499',
      'release_requested a 499',
      'hold_placed b 499',
      'hold_released a 499',
    ],
    'authorized',
    [499, 0, 0],
  ],
  [
    'a fresh hold was declined',
    [...booked, 'hold_requested b 499', 'hold_declined b 499'],
    'authorized',
    [499, 0, 0],
  ],
  [
    'less was captured than was held',
    [...booked, 'capture_requested a 299', 'captured a 299'],
    'completed',
    [0, 299, 0],
  ],
  [
    'it was charged in one step',
    [...booked, 'hold_lapsed a 499', 'capture_requested b 499', 'captured b 499'],
    'completed',
    [0, 499, 0],
  ],
  ['part of it went back', [...booked, 'captured a 499', 'refunded a 100'], 'completed', [0, 499, 100]],
  [
    'it was cancelled while held',
    [...booked, 'release_requested a 499', 'authorization_ended a 499', 'hold_released a 499'],
    'cancelled',
    [0, 0, 0],
  ],
  [
    'it was cancelled between two holds',
    [...booked, 'hold_lapsed a 499', 'authorization_ended a 499'],
    'cancelled',
    [0, 0, 0],
  ],
  [
    'it was cancelled after the capture, the refund under way',
    [...booked, 'captured a 499', 'refund_requested a 499', 'authorization_ended a 499'],
    'cancelled',
    [0, 499, 0],
  ],
  [
    'it was cancelled after the capture, and all went back',
    [...booked, 'captured a 499', 'authorization_ended a 499', 'refunded a 499'],
    'cancelled',
    [0, 499, 499],
  ],
] as const)('%s', (_, lines, status, [heldCents, capturedCents, refundedCents]) => {
  expect(paymentStateOf(entries(...lines))).toEqual({ status, heldCents, capturedCents, refundedCents })
})
