import { expect, test } from 'vitest'
import { checkDraft, isVehicleChosen, withVehicle, type BookingDraft } from './booking-draft.ts'
import { emptyFitment } from './fitment-draft.ts'

const whole: BookingDraft = {
  version: 1,
  owner: 'user-1',
  vehicle: { year: '2021', make: 'Audi', model: 'Q5', vin: '' },
  fitment: {
    answers: { 'audi-control': 'touch-pad' },
    acceptedConditions: ['screen'],
    conditions: [],
    ruleVersion: 1,
    verdict: 'fits_with_condition',
    extraMinutes: 0,
    extraCents: 0,
  },
  packageId: 2,
  shopId: 5,
  day: '2026-12-02',
  time: '9:00',
  note: 'It has an aftermarket amp.',
  agreesToTexts: true,
  contact: { name: 'Pat', email: 'pat@example.com', phone: '(626) 555-0142' },
  attempt: {
    agreed: { feeCents: 5_000, freeHours: 24 },
    key: '0b5a7f5e-8c1e-4a55-9b11-1f4f0b9d7c11',
    order: {
      paymentMethodId: 'pm_1',
      amount: 799,
      capture_method: 'manual',
      name: 'Pat',
      email: 'pat@example.com',
      phone: '6265550142',
      date: '2026-12-02 09:00',
      vehicleInfo: { year: 2021, make: 'Audi', model: 'Q5' },
      productId: 2,
      shopId: 5,
    },
  },
}

test('a stored draft comes back whole', () => {
  expect(checkDraft(JSON.parse(JSON.stringify(whole)))).toEqual(whole)
})

test('a draft of another version or without an owner counts as absent', () => {
  expect(checkDraft({ ...whole, version: 0 })).toBeNull()
  expect(checkDraft({ ...whole, owner: null })).toBeNull()
  for (const stored of [null, [], 'draft', 1]) expect(checkDraft(stored)).toBeNull()
})

test('an invalid part is dropped alone', () => {
  const spoiled = { ...whole, day: '2026-02-30', packageId: 'two', attempt: { key: 1 } }
  expect(checkDraft(spoiled)).toEqual({
    ...whole,
    day: null,
    packageId: null,
    attempt: null,
  })
})

test('a draft from before the questions has no answers', () => {
  const { fitment: _, ...older } = whole
  expect(checkDraft(older)).toEqual({ ...whole, fitment: emptyFitment })
})

test('another car drops the answers and the package; another VIN keeps the answers', () => {
  const nothing = { fitment: emptyFitment, packageId: null }
  expect(withVehicle(whole, { model: 'Q7' })).toEqual({
    ...nothing,
    vehicle: { ...whole.vehicle, model: 'Q7' },
  })
  expect(withVehicle(whole, { vin: 'W' })).toEqual({
    vehicle: { ...whole.vehicle, vin: 'W' },
    fitment: { ...emptyFitment, answers: whole.fitment.answers },
    packageId: null,
  })
  const unchecked = { ...whole, fitment: emptyFitment }
  for (const parts of [{ model: 'Q7' }, { vin: 'W' }])
    expect(withVehicle(unchecked, parts).packageId).toBe(unchecked.packageId)
  const { vehicle, fitment, packageId } = whole
  expect(withVehicle(whole, { year: '2021' })).toEqual({ vehicle, fitment, packageId })
})

test('a vehicle is selected once year, make and model are supported', () => {
  expect(isVehicleChosen(whole.vehicle, 2026)).toBe(true)
  for (const parts of [{ year: '' }, { year: '2009' }, { year: '2027' }, { make: 'Fiat' }, { model: 'X5' }])
    expect(isVehicleChosen({ ...whole.vehicle, ...parts }, 2026)).toBe(false)
})
