import { expect, test } from 'vitest'
import { emptyDraft } from './booking-draft.ts'
import { buildOrder } from './build-order.ts'

const contact = { name: ' Pat Customer ', email: 'pat@example.com', phone: '(626) 555-0142' }
const premium = {
  id: 2,
  name: 'Smart Connect Premium',
  price: 799,
  priceCents: 79_900,
  installationTime: '3-4 hours',
  durationMinutes: 240,
  mainFeature: 'Upgrade existing screen to 10 inch screen',
  features: [],
}
const draft = {
  ...emptyDraft('user-1'),
  vehicle: { year: '2021', make: 'Audi', model: 'Q5', vin: '' },
  packageId: 2,
  shopId: 5,
  day: '2026-12-02',
  time: '9:00',
}

test('a finished draft becomes an order that the contract accepts', () => {
  expect(buildOrder(draft, contact, premium, { paymentMethodId: 'pm_1' })).toEqual({
    paymentMethodId: 'pm_1',
    amount: 799,
    capture_method: 'manual',
    name: 'Pat Customer',
    email: 'pat@example.com',
    phone: '(626) 555-0142',
    date: '2026-12-02 09:00',
    vehicleInfo: { year: 2021, make: 'Audi', model: 'Q5' },
    productId: 2,
    shopId: 5,
  })
})

test('an order carries the verdict that the customer saw', () => {
  const fitment = {
    answers: { 'audi-control': 'touch-pad' },
    acceptedConditions: ['screen'],
    conditions: [],
    ruleVersion: 3,
    verdict: 'fits_with_condition',
    extraMinutes: 30,
    extraCents: 5000,
  } as const
  expect(buildOrder({ ...draft, fitment }, contact, premium, { paymentMethodId: 'pm_1' })).toMatchObject({
    fitment: { answers: { 'audi-control': 'touch-pad' }, acceptedConditions: ['screen'], ruleVersion: 3 },
  })
})

test('a draft without a time or with invalid contact details gives no order', () => {
  expect(buildOrder({ ...draft, time: null }, contact, premium, { paymentMethodId: 'pm_1' })).toBeNull()
  expect(buildOrder(draft, { ...contact, phone: '555' }, premium, { paymentMethodId: 'pm_1' })).toBeNull()
})
