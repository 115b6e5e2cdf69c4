import { expect, test } from 'vitest'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { workStates } from '../../contract/workshop/work-states.ts'
import { isAwaitingCustomer, priceActionsOf } from './price-actions.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 11, 3, 17, minutes)).toISOString()
const bracket = {
  id: 'bracket',
  kind: 'part' as const,
  description: 'Mounting bracket',
  amountCents: 12_000,
  addedAt: at(5),
  by: 'Dana',
}
const signed = { totalCents: 61_900, signerName: 'Casey Rivera', agreedAt: at(20), via: 'shop' as const }

function priced(changes: Partial<DayPrice> = {}): DayPrice {
  return {
    packageName: 'Smart Connect Essential',
    priceCents: 49_900,
    lines: [],
    totalCents: 49_900,
    agreedCents: 49_900,
    dueCents: 49_900,
    needsAgreement: false,
    coveredCents: 49_900,
    onHoldCents: 49_900,
    card: { brand: 'visa', lastFour: '4242' },
    agreement: null,
    extra: { state: 'none', amountCents: 0, sentence: null },
    capturedCents: 0,
    refundedCents: 0,
    refundingCents: 0,
    payments: [],
    refunds: [],
    refundableCents: 0,
    taxCents: null,
    takesTips: false,
    canChange: true,
    canAsk: true,
    awaitsArrival: false,
    askedAt: null,
    isAsked: false,
    ...changes,
  }
}

const above = (changes: Partial<DayPrice> = {}) =>
  priced({ lines: [bracket], totalCents: 61_900, dueCents: 61_900, needsAgreement: true, ...changes })

const agreed = (state: DayPrice['extra']['state'], changes: Partial<DayPrice> = {}) =>
  above({
    agreedCents: 61_900,
    needsAgreement: false,
    agreement: signed,
    extra: { state, amountCents: 12_000, sentence: null },
    ...changes,
  })

const inBay = { workState: 'in_bay', paymentStatus: 'authorized', isAtDesk: false } as const
const none = {
  changes: false,
  signs: false,
  tips: false,
  asks: null,
  chargesRest: false,
  takes: false,
  refunds: false,
}

test('a price to which nothing was added asks nothing of the customer', () => {
  expect(priceActionsOf(priced(), inBay)).toEqual({ ...none, changes: true, takes: true })
  const cheaper = priced({
    lines: [{ ...bracket, kind: 'discount' }],
    totalCents: 37_900,
    isAsked: true,
  })
  expect(priceActionsOf(cheaper, inBay)).toMatchObject({ signs: false, asks: null })
})

test('a total above the agreed one is signed here or by a link', () => {
  expect(priceActionsOf(above(), inBay)).toMatchObject({ signs: true, asks: 'first', tips: false })
})

test('after the agreement neither a signature nor a link is offered', () => {
  for (const state of ['none', 'requested', 'held', 'ended', 'captured'] as const)
    expect(priceActionsOf(agreed(state), inBay), state).toMatchObject({ signs: false, asks: null })
})

test('an extra amount that the bank refused or wants confirmed is asked for by a link', () => {
  for (const state of ['refused', 'confirming'] as const)
    expect(priceActionsOf(agreed(state), inBay), state).toMatchObject({ signs: false, asks: 'first' })
})

test('a job whose car has not arrived, a no-show and a cancelled one take no action', () => {
  for (const workState of ['booked', 'no_show'] as const)
    expect(priceActionsOf(above(), { ...inBay, workState }), workState).toEqual(none)
  for (const workState of workStates)
    expect(
      priceActionsOf(above({ refundableCents: 5_000 }), { ...inBay, workState, paymentStatus: 'cancelled' }),
    ).toEqual(none)
})

test('a tip is the customer’s: it is added with a signature, once, where the shop takes tips', () => {
  const tip = { ...bracket, kind: 'tip' as const }
  expect(priceActionsOf(priced({ takesTips: true }), inBay).tips).toBe(true)
  expect(priceActionsOf(agreed('held', { takesTips: true }), inBay).tips).toBe(true)
  expect(priceActionsOf(priced({ takesTips: true, lines: [tip] }), inBay).tips).toBe(false)
  // The sheet for the higher total asks for the tip too.
  expect(priceActionsOf(above({ takesTips: true }), inBay).tips).toBe(false)
})

test('the rest of a payment is charged or taken at the shop, and a part refunded, when the job is paid', () => {
  const paid = { ...inBay, workState: 'handed_over', paymentStatus: 'completed' } as const
  const rest = agreed('ended', { canChange: false, dueCents: 12_000, capturedCents: 49_900 })
  expect(priceActionsOf({ ...rest, refundableCents: 20_000 }, paid)).toEqual({
    ...none,
    chargesRest: true,
    takes: true,
    refunds: true,
  })
})

test('a job that pays at the shop has its own button for the payment', () => {
  expect(priceActionsOf(priced({ card: null }), { ...inBay, isAtDesk: true }).takes).toBe(false)
})

test('the customer is waited for until the price changes or they agree', () => {
  expect(isAwaitingCustomer(above())).toBe(false)
  expect(isAwaitingCustomer(above({ isAsked: true }))).toBe(true)
  expect(priceActionsOf(above({ isAsked: true }), inBay).asks).toBe('again')
  expect(isAwaitingCustomer(agreed('held', { isAsked: true }))).toBe(false)
  expect(isAwaitingCustomer(agreed('refused'))).toBe(false)
  expect(isAwaitingCustomer(agreed('refused', { isAsked: true }))).toBe(true)
})
