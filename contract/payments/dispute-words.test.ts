import { expect, test } from 'vitest'
import { disputePhases } from './dispute-states.ts'
import { disputeSentence, disputeWords } from './dispute-words.ts'

const zone = 'America/Los_Angeles'

test('an open dispute names its reason, its effect and the deadline', () => {
  expect(
    disputeSentence(
      { phase: 'open', reason: 'product_not_received', answerBy: '2026-12-05T07:59:00.000Z' },
      zone,
    ),
  ).toBe(
    'Reason: product not received. The bank has taken the amount back. The card provider refunds no part of the payment until the bank decides. Please answer in the card provider’s dashboard by Dec 4, 11:59 PM PST.',
  )
})

test('every phase has words and a sentence of its own', () => {
  const sentences = disputePhases.map((phase) =>
    disputeSentence({ phase, reason: 'fraudulent', answerBy: null }, zone),
  )
  expect(new Set(sentences).size).toBe(disputePhases.length)
  expect(new Set(Object.values(disputeWords)).size).toBe(disputePhases.length)
})
