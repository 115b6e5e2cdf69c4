import { expect, test } from 'vitest'
import { paymentStateOf, type LedgerEntry, type LedgerMovement } from './payment-state.ts'

/** Ledger entries from lines such as 'hold_placed a 499'. */
function entries(...lines: string[]): LedgerEntry[] {
  return lines.map((line) => {
    const [movement, holdId = '', amount] = line.split(' ')
    return { movement: movement as LedgerMovement, holdId, amountCents: Number(amount) }
  })
}

const booked = ['hold_requested a 499', 'hold_placed a 499']

test.each([
  ['an empty ledger has no payment', [], 'none', [0, 0, 0]],
  ['a requested hold is pending', ['hold_requested a 499'], 'pending', [0, 0, 0]],
  ['a declined hold is no payment', ['hold_requested a 499', 'hold_declined a 499'], 'none', [0, 0, 0]],
  ['a placed hold is authorized', booked, 'authorized', [499, 0, 0]],
  [
    'the payment stays authorized between two holds',
    [...booked, 'hold_lapsed a 499'],
    'authorized',
    [0, 0, 0],
  ],
  [
    'a fresh hold that replaces the old one counts once',
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
    'a declined fresh hold leaves the old one',
    [...booked, 'hold_requested b 499', 'hold_declined b 499'],
    'authorized',
    [499, 0, 0],
  ],
  [
    'a partial capture releases the rest',
    [...booked, 'capture_requested a 299', 'captured a 299'],
    'completed',
    [0, 299, 0],
  ],
  [
    'a charge without a live hold is completed',
    [...booked, 'hold_lapsed a 499', 'capture_requested b 499', 'captured b 499'],
    'completed',
    [0, 499, 0],
  ],
  [
    'a partial refund stays completed',
    [...booked, 'captured a 499', 'refunded a 100'],
    'completed',
    [0, 499, 100],
  ],
  [
    'a cancelled hold is released',
    [...booked, 'release_requested a 499', 'authorization_ended a 499', 'hold_released a 499'],
    'cancelled',
    [0, 0, 0],
  ],
  [
    'a cancellation between two holds',
    [...booked, 'hold_lapsed a 499', 'authorization_ended a 499'],
    'cancelled',
    [0, 0, 0],
  ],
  [
    'a cancellation after the capture with a pending refund',
    [...booked, 'captured a 499', 'refund_requested a 499', 'authorization_ended a 499'],
    'cancelled',
    [0, 499, 0],
  ],
  [
    'a cancellation after the capture with a full refund',
    [...booked, 'captured a 499', 'authorization_ended a 499', 'refunded a 499'],
    'cancelled',
    [0, 499, 499],
  ],
] as const)('%s', (_, lines, status, [heldCents, capturedCents, refundedCents]) => {
  expect(paymentStateOf(entries(...lines))).toEqual({
    status,
    heldCents,
    capturedCents,
    refundedCents,
    disputedCents: 0,
    disputeFeeCents: 0,
    paidOtherwiseCents: 0,
    taxCents: 0,
  })
})

const disputed = [
  ...booked,
  'captured a 499',
  'dispute_opened a 499',
  'dispute_withdrawn a 499',
  'dispute_fee a 15',
]

test.each([
  ['an open dispute has taken the amount and a fee', disputed, 499, 15],
  ['a lost dispute keeps them', [...disputed, 'dispute_lost a 499'], 499, 15],
  [
    'a won dispute gives the amount back',
    [...disputed, 'dispute_won a 499', 'dispute_reinstated a 499'],
    0,
    15,
  ],
  ['a fee that is returned', [...disputed, 'dispute_reinstated a 499', 'dispute_fee_returned a 15'], 0, 0],
  [
    'an inquiry takes nothing',
    [...booked, 'captured a 499', 'dispute_inquired a 499', 'dispute_ended a 499'],
    0,
    0,
  ],
] as const)('%s, and the payment stays completed', (_, lines, disputedCents, disputeFeeCents) => {
  expect(paymentStateOf(entries(...lines))).toEqual({
    status: 'completed',
    heldCents: 0,
    capturedCents: 499,
    refundedCents: 0,
    disputedCents,
    disputeFeeCents,
    paidOtherwiseCents: 0,
    taxCents: 0,
  })
})

test.each([
  ['in part leaves the rest to the card', [...booked, 'paid_otherwise_in_part a 100'], 'authorized', 100, 0],
  [
    'in full completes the payment',
    [...booked, 'hold_released a 499', 'paid_otherwise - 499'],
    'completed',
    499,
    0,
  ],
  [
    'and given back after a cancellation',
    [...booked, 'paid_otherwise_in_part - 100', 'return_due - 100', 'returned_at_shop - 100'],
    'cancelled',
    0,
    0,
  ],
  ['and owed back without a card', ['paid_otherwise - 499', 'return_due - 499'], 'cancelled', 499, 0],
  ['with tax', ['paid_otherwise - 499', 'tax_collected - 31', 'tax_returned - 1'], 'completed', 499, 30],
] as const)('a payment at the shop %s', (_, lines, status, paidOtherwiseCents, taxCents) => {
  expect(paymentStateOf(entries(...lines))).toMatchObject({ status, paidOtherwiseCents, taxCents })
})

test('a hold that was raised holds more', () => {
  expect(paymentStateOf(entries(...booked, 'hold_raised a 100')).heldCents).toBe(599)
})
