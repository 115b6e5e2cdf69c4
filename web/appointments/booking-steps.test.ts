import { expect, test } from 'vitest'
import { emptyDraft } from './booking-draft.ts'
import { firstUnfinishedStep, isStepBefore, placeAllowed, placeOf } from './booking-steps.ts'

const nothing = emptyDraft('user-1')
const withVehicle = { ...nothing, vehicle: { year: '2021', make: 'Audi', model: 'Q5', vin: '' } }
const withPackage = { ...withVehicle, packageId: 2 }
const withTime = { ...withPackage, shopId: 5, day: '2026-12-02', time: '9:00' }

test('an address names its place, and an unknown one means the list', () => {
  expect(placeOf('step=schedule')).toBe('schedule')
  expect(placeOf('?step=confirmed')).toBe('confirmed')
  for (const search of ['', 'step=', 'step=list', 'step=constructor', 'other=vehicle'])
    expect(placeOf(search)).toBe('list')
})

test('the first unfinished step is the first with missing input', () => {
  expect(firstUnfinishedStep(nothing)).toBe('vehicle')
  expect(firstUnfinishedStep(withVehicle)).toBe('package')
  expect(firstUnfinishedStep(withPackage)).toBe('schedule')
  expect(firstUnfinishedStep({ ...withTime, time: null })).toBe('schedule')
  expect(firstUnfinishedStep(withTime)).toBe('payment')
  expect(firstUnfinishedStep({ ...withTime, vehicle: { ...withTime.vehicle, vin: 'SHORT' } })).toBe('vehicle')
})

test('no address leads past the first unfinished step, and going back is always allowed', () => {
  expect(placeAllowed('payment', nothing, false)).toBe('vehicle')
  expect(placeAllowed('payment', withPackage, false)).toBe('schedule')
  expect(placeAllowed('vehicle', withTime, false)).toBe('vehicle')
  expect(placeAllowed('payment', withTime, false)).toBe('payment')
  expect(placeAllowed('list', nothing, false)).toBe('list')
})

test('a confirmation is shown only while there is one', () => {
  expect(placeAllowed('confirmed', nothing, true)).toBe('confirmed')
  expect(placeAllowed('confirmed', withTime, false)).toBe('list')
})

test('a step is before another; the list and the confirmation are before nothing', () => {
  expect(isStepBefore('vehicle', 'package')).toBe(true)
  expect(isStepBefore('package', 'payment')).toBe(true)
  expect(isStepBefore('package', 'package')).toBe(false)
  expect(isStepBefore('payment', 'vehicle')).toBe(false)
  expect(isStepBefore('list', 'vehicle')).toBe(false)
  expect(isStepBefore('payment', 'confirmed')).toBe(false)
})
