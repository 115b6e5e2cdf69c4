import { expect, test } from 'vitest'
import { cardLimitNames, customerLimitNames } from '../../contract/booking/customer-limits.ts'
import { decisionSentence, hitHeading, hitSentence, momentHere } from './customer-words.ts'

const at = '2026-12-07T17:00:00.000Z'

test('a hit limit names how often, from which network and when', () => {
  const hit = { limit: 'lapsed_claims', network: '198.51.100.7', firstAt: at, lastAt: at } as const
  expect(hitSentence({ ...hit, hits: 1 })).toBe(`Hit once from 198.51.100.7, on ${momentHere(at)}`)
  expect(hitSentence({ ...hit, hits: 3 })).toBe(`Hit 3 times from 198.51.100.7, last on ${momentHere(at)}`)
})

test('a hit limit of cards says that it cannot be lifted, and no other does', () => {
  const says = (limit: Parameters<typeof hitHeading>[0]['limit']) =>
    hitHeading({ limit }).endsWith(' (cannot be lifted)')
  expect(cardLimitNames.map(says)).toEqual(cardLimitNames.map(() => true))
  expect(customerLimitNames.map(says)).toEqual(customerLimitNames.map(() => false))
})

test('a decision names its kind, its limit, its author and when', () => {
  const decided = { reason: 'Called us', decidedBy: 'pat@example.com', decidedAt: at }
  expect(decisionSentence({ ...decided, decision: 'block', limit: null, until: null })).toBe(
    `Blocked on ${momentHere(at)} by pat@example.com`,
  )
  expect(decisionSentence({ ...decided, decision: 'lift', limit: 'too_many_appointments', until: at })).toBe(
    `Limit lifted (Upcoming appointments, until ${momentHere(at)}) on ${momentHere(at)} by pat@example.com`,
  )
})
