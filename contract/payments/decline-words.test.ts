import { expect, test } from 'vitest'
import { declineForStaff, declineOfSavedCard, declineSentences } from './decline-words.ts'

test.each(Object.entries(declineSentences))('staff read of the card and its customer: %s', (_, sentence) => {
  const words = declineForStaff(sentence)
  expect(words).toMatch(/^The .*\.$/)
  expect(words).not.toMatch(/\byour?\b/i)
})

test('another sentence stays', () => {
  expect(declineForStaff('Your card does not support this type of purchase.')).toBe(
    'Your card does not support this type of purchase.',
  )
})

test.each(Object.entries(declineSentences))(
  'a customer without a way to enter a card is asked for none: %s',
  (decline, sentence) => {
    for (const isFinal of [false, true]) {
      const words = declineOfSavedCard(sentence, isFinal)
      expect(words).not.toMatch(/its details|(use|choose|enter) (another|a different|it)|different payment/i)
      expect(words).toMatch(/Nothing more is held\. .*pay at the shop\.$/)
      const canTryAgain = !isFinal && decline !== 'expired' && decline !== 'unusable'
      expect(words.includes('Try again')).toBe(canTryAgain)
    }
  },
)
