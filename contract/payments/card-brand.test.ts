import { expect, test } from 'vitest'
import { formatCard, walletOf, yourCard } from './card-brand.ts'

test('a card is shown by brand and last four digits, with a fallback for unknown brands', () => {
  expect(formatCard({ brand: 'visa', lastFour: '4242' })).toBe('Visa ending in 4242')
  expect(formatCard({ brand: 'amex', lastFour: '0005' })).toBe('American Express ending in 0005')
  const unknown = { brand: 'brandnew', lastFour: '0005' }
  expect([formatCard(unknown), formatCard(unknown, 'the card')]).toEqual([
    'Card ending in 0005',
    'the card ending in 0005',
  ])
})

test('a card from a wallet names it, and other wallets are no wallet of ours', () => {
  expect(formatCard({ brand: 'visa', lastFour: '4242', wallet: 'apple_pay' })).toBe(
    'Visa ending in 4242 (Apple Pay)',
  )
  expect(yourCard({ brand: 'brandnew', lastFour: '0005', wallet: 'google_pay' })).toBe(
    'your card ending in 0005 (Google Pay)',
  )
  expect(['apple_pay', 'google_pay', 'link', null, undefined].map(walletOf)).toEqual([
    'apple_pay',
    'google_pay',
    null,
    null,
    null,
  ])
})
