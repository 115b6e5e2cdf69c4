import { expect, test } from 'vitest'
import type { FitmentData, Generation } from '../../../contract/fitment/fitment-data.ts'
import { countKinds, matrixOf } from './fitment-matrix.ts'

const base: Generation = {
  id: 'e70',
  make: 'BMW',
  model: 'X5',
  chassis: 'E70',
  yearFrom: 2010,
  yearTo: 2010,
  notSold: null,
  vinPatterns: [],
  questionIds: ['screen'],
  confidence: 'medium',
  sources: [],
  shopNote: '',
  checkedOn: null,
}
const unit = (value: string) => ({
  id: `e70/${value}`,
  generationId: 'e70',
  name: value,
  yearFrom: 2010,
  yearTo: 2010,
  screenInches: [],
  carPlay: 'none' as const,
  androidAuto: 'none' as const,
  recognizedBy: '',
  answers: { screen: [value] },
})
const rule = (
  headUnitId: string | null,
  packageId: number,
  outcome: 'fits' | 'does_not_fit' | 'needs_review',
) => ({
  id: `${headUnitId ?? 'e70'}/${packageId}`,
  generationId: 'e70',
  headUnitId,
  answer: null,
  packageId,
  outcome,
  customerNote: 'So it is.',
  shopNote: '',
  extraMinutes: 0,
  extraCents: 0,
  confidence: 'medium' as const,
  sources: [],
})
const data: FitmentData = {
  generations: [
    base,
    {
      ...base,
      id: 'never',
      yearFrom: 2011,
      yearTo: 2011,
      notSold: 'It was the X6.',
      checkedOn: '2026-11-02',
    },
  ],
  headUnits: [unit('wide'), unit('small')],
  questions: [
    {
      id: 'screen',
      text: 'Which screen?',
      answers: ['wide', 'small'].map((value) => ({ value, text: value, picture: null })),
    },
  ],
  rules: [
    rule('e70/wide', 1, 'fits'),
    rule('e70/small', 1, 'does_not_fit'),
    rule(null, 2, 'fits'),
    rule(null, 3, 'needs_review'),
  ],
}

test('a cell tells a question that decides from a photo, and a gap from a car that was never sold', () => {
  const rows = matrixOf(data, { years: [2010, 2011, 2012], packageIds: [1, 2, 3] })
  expect(rows).toHaveLength(20)
  const cars = rows.find(({ model }) => model === 'X5')?.cars ?? []
  expect(cars.map(({ kinds }) => [...kinds.values()])).toEqual([
    ['question', 'fits', 'needs_review'],
    ['never_sold', 'never_sold', 'never_sold'],
    ['no_data', 'no_data', 'no_data'],
  ])
  expect(cars.map(({ isChecked }) => isChecked)).toEqual([false, true, false])
  const counts = countKinds(rows, 1)
  expect([counts.get('question'), counts.get('never_sold'), counts.get('no_data')]).toEqual([1, 1, 58])
})
