import { expect, test } from 'vitest'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import {
  acceptedUnder,
  checkFitment,
  confirmedOf,
  emptyFitment,
  offeredFitmentOf,
  withAnswer,
  withTick,
  withVerdict,
  type FitmentDraft,
} from './fitment-draft.ts'

const fits: PackageFitment = {
  productId: 2,
  verdict: 'fits_with_condition',
  reason: '',
  conditions: [{ id: 'aux', text: 'My car has an AUX socket.' }],
  extraMinutes: 30,
  extraCents: 5000,
}

const whole: FitmentDraft = {
  answers: { 'bmw-screen': 'wide', 'has-carplay': 'not-sure' },
  acceptedConditions: ['aux'],
  conditions: fits.conditions,
  ruleVersion: 3,
  verdict: 'fits_with_condition',
  extraMinutes: 30,
  extraCents: 5000,
}

test('another answer drops the answers after it, the ticks and the verdict', () => {
  expect(withAnswer(whole.answers, 'bmw-screen', 'small')).toEqual({
    ...emptyFitment,
    answers: { 'bmw-screen': 'small' },
  })
  expect(withAnswer(whole.answers, 'has-carplay', 'yes').answers).toEqual({
    'bmw-screen': 'wide',
    'has-carplay': 'yes',
  })
  expect(withAnswer({}, 'bmw-screen', 'wide').answers).toEqual({ 'bmw-screen': 'wide' })
})

test('a tick counts under the version of the rules in which it was made', () => {
  const ticked = withTick(emptyFitment, 3, 'aux', true)
  expect(acceptedUnder(ticked, 3)).toEqual(['aux'])
  expect(acceptedUnder(ticked, 4)).toEqual([])
  expect(acceptedUnder(ticked, undefined)).toEqual([])
  expect(withTick(ticked, 3, 'screen', true).acceptedConditions).toEqual(['aux', 'screen'])
  expect(withTick(ticked, 4, 'screen', true).acceptedConditions).toEqual(['screen'])
  expect(withTick(ticked, 3, 'aux', false).acceptedConditions).toEqual([])
})

test('an order carries the answers, the ticks and the version once a package with a verdict is chosen', () => {
  const ticked = withTick(withAnswer({}, 'bmw-screen', 'wide'), 3, 'aux', true)
  expect(offeredFitmentOf(ticked)).toBeNull()
  expect(offeredFitmentOf(withVerdict(ticked, 3, fits))).toEqual({
    answers: { 'bmw-screen': 'wide' },
    acceptedConditions: ['aux'],
    ruleVersion: 3,
  })
  expect(offeredFitmentOf(withVerdict(ticked, 4, fits))?.acceptedConditions).toEqual([])
})

test('the texts of the confirmed conditions are those of the chosen package', () => {
  const ticked = withTick(withTick(emptyFitment, 3, 'aux', true), 3, 'other-package', true)
  expect(confirmedOf(ticked)).toEqual([])
  const chosen = withVerdict(ticked, 3, fits)
  expect(confirmedOf(chosen)).toEqual(['My car has an AUX socket.'])
  expect(confirmedOf(withTick(chosen, 3, 'aux', false))).toEqual([])
  expect(confirmedOf(withVerdict(chosen, 3, { ...fits, verdict: 'fits', conditions: [] }))).toEqual([])
})

test('a draft of an older version has no conditions', () => {
  const { conditions: _, ...older } = whole
  expect(checkFitment(older)).toEqual({ ...whole, conditions: [] })
})

test('a stored part comes back whole, and a broken one as empty', () => {
  expect(checkFitment(JSON.parse(JSON.stringify(whole)))).toEqual(whole)
  for (const part of [
    { answers: { a: 1 } },
    { acceptedConditions: [1] },
    { acceptedConditions: 'aux' },
    { conditions: [{ id: 'aux' }] },
    { ruleVersion: 'one' },
    { verdict: 'toString' },
    { extraCents: -1 },
    { extraMinutes: 0.5 },
  ])
    expect(checkFitment({ ...whole, ...part })).toEqual(emptyFitment)
  for (const stored of [undefined, null, [], 'draft']) expect(checkFitment(stored)).toEqual(emptyFitment)
})
