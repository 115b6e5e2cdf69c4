import { expect, test } from 'vitest'
import { declineForStaff, declineSentences } from './decline-words.ts'

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
