import { expect, test } from 'vitest'
import { formatCard } from './card-brand.ts'

test('a card is shown by brand and last four digits, with a fallback for unknown brands', () => {
  expect(formatCard({ brand: 'visa', lastFour: '4242' })).toBe('Visa ending in 4242')
  expect(formatCard({ brand: 'amex', lastFour: '0005' })).toBe('American Express ending in 0005')
  const unknown = { brand: 'brandnew', lastFour: '0005' }
  expect([formatCard(unknown), formatCard(unknown, 'the card')]).toEqual([
    'Card ending in 0005',
    'the card ending in 0005',
  ])
})
