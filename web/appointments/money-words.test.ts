import { expect, test } from 'vitest'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { moneyMovedOf } from '../../contract/payments/money-moved.ts'
import { moneyLineOf } from './money-words.ts'

// 7 December, 17:30 in Los Angeles, which is the 8th in UTC; two days later; and three weeks later.
const capturedAt = '2026-12-08T01:30:00.000Z'
const refundedAt = '2026-12-10T01:30:00.000Z'
const now = Date.parse('2026-12-10T20:00:00Z')
const later = Date.parse('2026-12-28T20:00:00Z')

const nothing = moneyMovedOf([])
const paid = { capturedCents: 79_900, capturedAt }

function lineOf(
  status: CustomerAppointment['status'],
  money: Partial<CustomerAppointment['money']>,
  at = now,
  receipt: CustomerAppointment['receipt'] = { mailedTo: 'pat@example.test', isSent: true },
  atShopCents = 0,
): string | null {
  const card = { brand: 'visa', lastFour: '4242' }
  return moneyLineOf(
    {
      status,
      money: { ...nothing, ...money },
      hold: { state: 'none', liveUntil: null, heldAmount: null, renewsAt: null, awaitsFitment: false, card },
      receipt,
      decidedFee: null,
      workState: 'booked',
      timeZone: 'America/Los_Angeles',
      dayPrice: {
        lines: [],
        refunds: [],
        totalCents: 79_900,
        agreedCents: 79_900,
        dueCents: 0,
        taxCents: null,
        paidOtherwiseCents: atShopCents,
      },
    },
    at,
  )
}

test('while the hold is active there is no word of a charge', () => {
  expect(lineOf('scheduled', { heldCents: 79_900 })).toBeNull()
  expect(lineOf('pending', {})).toBeNull()
})

test('a payment that the bank has taken back is not called paid', () => {
  expect(lineOf('completed', { ...paid, disputedCents: 79_900 })).toBe(
    'You disputed this payment with your bank, which has taken back $799.',
  )
  const part = { ...paid, disputedCents: 20_000 }
  expect(lineOf('cancelled', { ...part, refundingCents: 59_900 })).toBe(
    'You disputed this payment with your bank, which has taken back $200. We’re refunding $599. Banks take 5 to 10 business days to show a refund.',
  )
  expect(lineOf('cancelled', { ...part, refundedCents: 59_900, refundedAt }, later)).toBe(
    'You disputed this payment with your bank, which has taken back $200. We refunded $599 on Dec 9.',
  )
})

test('a payment names the amount, the day in the shop’s zone, the card and the address of the receipt', () => {
  expect(lineOf('completed', paid)).toBe(
    'Paid $799 on Dec 7 with your Visa ending in 4242. We emailed the receipt to pat@example.test.',
  )
  expect(lineOf('completed', { ...paid, capturedCents: 49_950 })).toMatch(/^Paid \$499\.50 on Dec 7 /)
})

test('a refund says how much and when, and how long a bank takes while it may still take that long', () => {
  const refunded = { ...paid, refundedCents: 79_900, refundedAt }
  expect(lineOf('cancelled', refunded)).toBe(
    'Refunded $799 on Dec 9 to your Visa ending in 4242. Banks take 5 to 10 business days to show a refund.',
  )
  expect(lineOf('cancelled', refunded, later)).toBe('Refunded $799 on Dec 9 to your Visa ending in 4242.')
})

test('a refund not yet made by the card provider is on its way', () => {
  expect(lineOf('cancelled', { ...paid, refundingCents: 79_900 })).toBe(
    'Your refund of $799 to your Visa ending in 4242 is on its way. Banks take 5 to 10 business days to show a refund.',
  )
})

test('a partial refund stands beside the payment, and so does the rest once it is on its way', () => {
  const part = { ...paid, refundedCents: 10_000, refundedAt }
  expect(lineOf('completed', part, later)).toBe(
    'Paid $799 on Dec 7 with your Visa ending in 4242. We refunded $100 on Dec 9.',
  )
  expect(lineOf('cancelled', { ...part, refundingCents: 69_900 }, later)).toBe(
    'Paid $799 on Dec 7 with your Visa ending in 4242. We refunded $100 on Dec 9. We’re refunding $699. Banks take 5 to 10 business days to show a refund.',
  )
})

test('a cancellation before the charge states that nothing was charged, and the state of the hold', () => {
  expect(lineOf('cancelled', { releasedAt: refundedAt })).toBe(
    'You weren’t charged. We released the hold on Dec 9.',
  )
  expect(lineOf('cancelled', { heldCents: 79_900 })).toBe('You weren’t charged. We’re releasing the hold.')
  expect(lineOf('cancelled', {})).toBe('You weren’t charged, and nothing is held.')
})

test('the receipt is named with the address of its own mail, and only when there is one', () => {
  const paidLine = 'Paid $799 on Dec 7 with your Visa ending in 4242.'
  expect(lineOf('completed', paid, now, { mailedTo: 'own@example.test', isSent: false })).toBe(
    `${paidLine} Your receipt is on its way to own@example.test.`,
  )
  expect(lineOf('completed', paid, now, null)).toBe(paidLine)
})

test('money that a cancelled appointment left at the shop is owed by the shop', () => {
  const receipt = { mailedTo: 'pat@example.test', isSent: true }
  expect(lineOf('cancelled', {}, now, receipt, 10_000)).toBe(
    'You weren’t charged, and nothing is held. You paid $100 at the shop, which gives it back to you.',
  )
  expect(lineOf('completed', paid, now, receipt, 10_000)).not.toContain('at the shop')
})

test('every state of the money is told in short sentences, and no amount as a part of an unnamed one', () => {
  const cents = [0, 20_000, 79_900]
  for (const disputedCents of cents)
    for (const refundedCents of cents)
      for (const refundingCents of cents) {
        const line = lineOf('completed', {
          ...paid,
          disputedCents,
          refundedCents,
          refundedAt,
          refundingCents,
        })
        expect(line).not.toMatch(/;|of it/)
        for (const sentence of (line ?? '').split(/(?<=\.) /))
          expect(sentence.split(' ').length, sentence).toBeLessThan(20)
      }
})
