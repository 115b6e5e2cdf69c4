import { expect, test } from 'vitest'
import { findCardRefusal, type EarlierAttempts } from './card-limits.ts'
import { declineSentence } from './provider/hold-answer.ts'

const now = Date.UTC(2026, 10, 27, 12)
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)
const none: EarlierAttempts = {
  hasOtherCard: false,
  otherCards: [],
  refusalsOfCard: [],
  refusedCards: [],
  openOfCard: 0,
  openOfNetwork: 0,
}
const limits = {
  cards: 3,
  allowsUnprovenCards: false,
  refusedCards: 10,
  refusalsOfCard: 10,
}

function refusalOf(earlier: Partial<EarlierAttempts>, isProven = true) {
  const refusal = findCardRefusal({ ...none, ...earlier }, { isProven, limits, now })
  return refusal && { code: refusal.code, wait: refusal.retryAfterSeconds }
}

const times = (count: number) => Array.from({ length: count }, (_, index) => minutesAgo(index + 1))

test.each([
  ['nothing', {}, null],
  ['two other cards', { hasOtherCard: true, otherCards: times(2) }, null],
  [
    'three other cards: until the oldest of them is an hour old',
    { hasOtherCard: true, otherCards: times(3) },
    { code: 'too_many_requests', wait: 57 * 60 },
  ],
  ['nine refused cards of the network', { refusedCards: times(9) }, null],
  [
    'ten refused cards of the network',
    { refusedCards: times(10) },
    { code: 'too_many_requests', wait: 3000 },
  ],
  ['ten refusals of the card', { refusalsOfCard: times(10) }, { code: 'too_many_requests', wait: 3000 }],
  [
    'nine refused cards and one without an answer',
    { refusedCards: times(9), openOfNetwork: 1 },
    { code: 'too_many_requests', wait: 5 },
  ],
  [
    'nine refusals of the card and one attempt without an answer',
    { refusalsOfCard: times(9), openOfCard: 1 },
    { code: 'too_many_requests', wait: 5 },
  ],
] as const)('after %s one more card is decided', (_, earlier, expected) => {
  expect(refusalOf(earlier as Partial<EarlierAttempts>)).toEqual(expected)
})

test('an unproven account tries one card only, however long ago that was', () => {
  expect(refusalOf({}, false)).toBeNull()
  expect(refusalOf({ hasOtherCard: true }, false)).toEqual({ code: 'email_not_proven', wait: undefined })
  expect(refusalOf({ hasOtherCard: true }, true)).toBeNull()
})

test('the sentence of a decline tells no reason, but an expired card and a call to the bank', () => {
  const sentence = (reason: string) => declineSentence({ code: 'card_declined', decline_code: reason })
  const plain = [
    'generic_decline',
    'insufficient_funds',
    'lost_card',
    'stolen_card',
    'fraudulent',
    'pickup_card',
  ]
  const all = new Set(plain.map(sentence))
  all.add(declineSentence({ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }))
  all.add(declineSentence({ code: 'processing_error', decline_code: 'processing_error' }))
  all.add(declineSentence({}))
  expect(all.size).toBe(1)
  expect(sentence('call_issuer')).toMatch(/Call the number on your card/)
  expect(declineSentence({ code: 'expired_card' })).toMatch(/expired/)
})
