import { expect, test } from 'vitest'
import { disputePhases } from './dispute-states.ts'
import { disputeSentence, disputeWords } from './dispute-words.ts'

const timeZone = 'America/Los_Angeles'
const administrator = { timeZone, mayAnswer: true }
const shop = { timeZone, mayAnswer: false }

test('an open dispute names its reason, its effect and the deadline', () => {
  expect(
    disputeSentence(
      { phase: 'open', reason: 'product_not_received', answerBy: '2026-12-05T07:59:00.000Z' },
      administrator,
    ),
  ).toBe(
    'Reason: product not received. The bank has taken the amount back. It can’t be refunded until the bank decides. Please answer in the card provider’s dashboard by Dec 4, 11:59 PM PST.',
  )
})

test('a reader who cannot answer the bank is never asked to, and learns who does', () => {
  for (const phase of disputePhases) {
    const due = disputeSentence({ phase, reason: 'fraudulent', answerBy: '2026-12-05T07:59:00.000Z' }, shop)
    expect(due).not.toMatch(/please answer|dashboard/i)
    expect(due).toContain('by Dec 4, 11:59 PM PST. An administrator answers it. Please send them')
    const over = { phase, reason: 'fraudulent', answerBy: null }
    expect(disputeSentence(over, shop)).toBe(disputeSentence(over, administrator))
  }
})

test('every phase has words and a sentence of its own', () => {
  const sentences = disputePhases.map((phase) =>
    disputeSentence({ phase, reason: 'fraudulent', answerBy: null }, administrator),
  )
  expect(new Set(sentences).size).toBe(disputePhases.length)
  expect(new Set(Object.values(disputeWords)).size).toBe(disputePhases.length)
})
