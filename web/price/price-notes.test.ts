import { expect, test } from 'vitest'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { priceNotesOf } from './price-notes.ts'

const card = { brand: 'visa', lastFour: '4242' }
const signed = {
  totalCents: 61_900,
  signerName: 'Casey Rivera',
  agreedAt: '2026-12-03T17:41:00.000Z',
  via: 'shop' as const,
}

type Told = Parameters<typeof priceNotesOf>[0]

function priced(changes: Partial<Told> = {}): Told {
  return {
    totalCents: 49_900,
    agreedCents: 49_900,
    dueCents: 49_900,
    onHoldCents: 49_900,
    needsAgreement: false,
    agreement: null,
    extra: { state: 'none', amountCents: 0, sentence: null },
    card,
    askedAt: null,
    isAsked: false,
    capturedCents: 0,
    ...changes,
  }
}

const agreed = (state: DayPrice['extra']['state'], sentence: string | null = null) =>
  priced({
    totalCents: 61_900,
    agreedCents: 61_900,
    dueCents: 61_900,
    agreement: signed,
    extra: { state, amountCents: 12_000, sentence },
  })

const textsOf = (price: Told) =>
  priceNotesOf(price, 'America/Los_Angeles').map(({ tone, text }) => [tone, text.replaceAll('\u00A0', ' ')])

test('a price of the package alone needs no words', () => {
  expect(textsOf(priced())).toEqual([])
})

test('more on the card than is charged is named', () => {
  expect(textsOf(priced({ onHoldCents: 63_900, dueCents: 61_900 }))).toEqual([
    ['info', '$639 is held on the card. Only $619 of it is charged, and the bank releases the rest.'],
  ])
})

test('a total above the agreed one says what to do, and whether the customer is waited for', () => {
  const over = {
    totalCents: 61_900,
    dueCents: 61_900,
    needsAgreement: true,
    extra: { state: 'none' as const, amountCents: 12_000, sentence: null },
  }
  expect(textsOf(priced(over))).toEqual([
    ['warn', 'The customer agreed to $499. Ask them to agree to $619 before you charge.'],
  ])
  expect(textsOf(priced({ ...over, askedAt: '2026-12-03T17:41:00.000Z', isAsked: true }))).toEqual([
    ['info', 'Waiting for the customer. Sent Dec 3, 9:41 AM.'],
    ['info', 'They agreed to $499 before. The total is $619 now.'],
  ])
})

test.each([
  ['none', 'info', '$120 more isn’t held yet. We hold it when you charge.'],
  ['requested', 'info', 'We’re holding $120 more on the Visa ending in 4242.'],
  ['confirming', 'warn', 'The bank wants the customer to confirm $120 more. It’s held once they do.'],
  ['held', 'good', '$120 more is held on the Visa ending in 4242.'],
  ['ended', 'warn', 'The hold of $120 more has ended. We hold it again when you charge.'],
] as const)('an extra amount that is %s is said in words', (state, tone, text) => {
  expect(textsOf(agreed(state))).toEqual([
    ['good', 'Casey Rivera agreed to $619 at the shop, Dec 3, 9:41 AM.'],
    [tone, text],
  ])
})

test('an extra amount is no more on top once the hold of the price has ended', () => {
  expect(textsOf({ ...agreed('held'), onHoldCents: 12_000 }).at(-1)?.[1]).toBe(
    '$120 is held on the Visa ending in 4242.',
  )
  expect(textsOf({ ...agreed('none'), onHoldCents: 0 }).at(-1)?.[1]).toBe(
    '$120 isn’t held yet. We hold it when you charge.',
  )
})

test('a refused extra amount gives the reason of the bank and the ways on', () => {
  expect(textsOf(agreed('refused', 'The bank declined it.')).at(-1)).toEqual([
    'bad',
    '$120 more isn’t held: The bank declined it. You can send the customer a link, take it at the shop, or remove lines.',
  ])
})

test('a refused rest names the charged amount, and offers neither a link nor other lines', () => {
  const refused = agreed('refused', 'The card has expired.')
  const rest = { ...refused, dueCents: 12_000, capturedCents: 49_900, onHoldCents: 0 }
  expect(textsOf(rest).at(-1)).toEqual([
    'bad',
    'The other $120 isn’t charged: The card has expired. $499 was charged before. Try again, or take it at the shop.',
  ])
})

test('a captured extra amount, and a refused one that is no longer due, need no words', () => {
  expect(textsOf(agreed('captured'))).toHaveLength(1)
  expect(textsOf({ ...agreed('refused'), dueCents: 0 })).toHaveLength(1)
})
