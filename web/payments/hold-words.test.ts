import { expect, test } from 'vitest'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { releaseSentence } from './hold-words.ts'

const visa = { brand: 'visa', lastFour: '4242' }

test('a card within a sentence has its known details', () => {
  expect([yourCard(visa), yourCard({ brand: 'brandnew', lastFour: '0005' }), yourCard(null)]).toEqual([
    'your Visa ending in 4242',
    'your card ending in 0005',
    'your card',
  ])
})

test('a cancellation states the released amount, or that nothing is held', () => {
  expect(releaseSentence(49_900, visa)).toBe(
    'We release the hold of $499 on your Visa ending in 4242 right away. Your bank may take a few days to show it. You weren’t charged.',
  )
  expect(releaseSentence(null, visa)).toBe('Nothing is held on your card right now, and you weren’t charged.')
})
