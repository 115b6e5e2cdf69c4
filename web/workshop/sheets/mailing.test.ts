import { expect, test } from 'vitest'
import { hasReceipt } from './has-receipt.ts'
import { mailingOf } from './mailing.ts'

const booked = {
  customerEmail: 'pat@example.test',
  paymentStatus: 'completed',
  isMailConfirmed: true,
} as const

test('a sheet is mailed to a confirmed address of an appointment that stands', () => {
  expect(mailingOf(booked)).toBe('possible')
  expect(mailingOf({ ...booked, isMailConfirmed: false })).toBe('not_confirmed')
  expect(mailingOf({ ...booked, customerEmail: '', isMailConfirmed: false })).toBe('none')
  expect(mailingOf({ ...booked, paymentStatus: 'cancelled' })).toBe('none')
})

test('every charge has a receipt, also that of a fee, and cash without a fee', () => {
  const unpaid = { decidedFee: null, capturedCents: 0, paidAtShop: null }
  expect(hasReceipt(unpaid)).toBe(false)
  expect(hasReceipt({ ...unpaid, capturedCents: 49_900 })).toBe(true)
  expect(hasReceipt({ ...unpaid, paidAtShop: 'cash' })).toBe(true)
  for (const outcome of ['charged', 'refunding', 'refunded'] as const)
    expect(hasReceipt({ ...unpaid, capturedCents: 6_000, decidedFee: { cents: 6_000, outcome } })).toBe(true)
  for (const outcome of ['due', 'waived'] as const)
    expect(hasReceipt({ ...unpaid, decidedFee: { cents: 6_000, outcome } })).toBe(false)
})
