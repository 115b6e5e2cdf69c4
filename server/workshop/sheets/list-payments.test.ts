import { expect, test } from 'vitest'
import { paidWords, type Payment } from './list-payments.ts'

const at = new Date('2026-12-07T18:00:00Z')
const charge = (cents: number, card = 'Visa ending in 4242'): Payment => ({
  at,
  with: card,
  cents,
  isCharge: true,
})
const cash = (cents: number): Payment => ({ at, with: 'Cash', cents, isCharge: false })

test.each([
  ['one charge', [charge(49_900)], ['Visa ending in 4242']],
  ['two charges to one card', [charge(49_900), charge(12_000)], ['Visa ending in 4242, in 2 charges']],
  [
    'cash, and two charges to one card',
    [cash(4_000), charge(49_900), charge(5_550)],
    ['Cash: $40', 'Visa ending in 4242: $554.50, in 2 charges'],
  ],
  [
    'two cards, the second one twice',
    [charge(100), charge(200, 'Mastercard ending in 4444'), charge(300)],
    ['Visa ending in 4242: $4, in 2 charges', 'Mastercard ending in 4444: $2'],
  ],
  ['cash twice', [cash(4_000), cash(1_000)], ['Cash']],
])('a receipt names each way of payment once: %s', (_, payments, words) => {
  expect(paidWords(payments)).toEqual(words)
})
