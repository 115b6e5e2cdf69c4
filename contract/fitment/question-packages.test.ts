import { expect, test } from 'vitest'
import type { FitmentData, FitmentRule } from './fitment-data.ts'
import { questionPackages } from './question-packages.ts'
import { resolveFitment } from './resolve-fitment.ts'

const generation: FitmentData['generations'][number] = {
  id: 'b8',
  make: 'Audi',
  model: 'A4',
  chassis: 'B8',
  yearFrom: 2010,
  yearTo: 2016,
  notSold: null,
  vinPatterns: [],
  questionIds: ['knob'],
  confidence: 'medium',
  sources: [],
  shopNote: '',
  checkedOn: null,
}

function rule(packageId: number, outcome: FitmentRule['outcome'], value: string | null): FitmentRule {
  return {
    id: `b8/${packageId}/${value}`,
    generationId: 'b8',
    headUnitId: null,
    answer: value === null ? null : { questionId: 'knob', value },
    packageId,
    outcome,
    customerNote: '',
    shopNote: '',
    extraMinutes: 0,
    extraCents: 0,
    confidence: 'medium',
    sources: [],
  }
}

const data: FitmentData = {
  generations: [generation],
  headUnits: [],
  questions: [
    {
      id: 'knob',
      text: 'Which knob?',
      answers: [
        { value: 'keys', text: 'Keys', picture: null },
        { value: 'none', text: 'None', picture: null },
      ],
    },
  ],
  rules: [
    rule(1, 'fits', 'keys'),
    rule(1, 'does_not_fit', 'none'),
    // A person looks at every one of these cars.
    rule(2, 'needs_review', null),
    rule(3, 'fits', null),
  ],
}
const input = { year: 2012, make: 'Audi', model: 'A4', vin: null, answers: {}, packageIds: [1, 2, 3] }

test('a question is about the packages whose outcome an answer changes', () => {
  const result = resolveFitment(data, input)
  expect(result.question?.id).toBe('knob')
  expect(result.packages.map(({ outcome }) => outcome)).toEqual(['needs_review', 'needs_review', 'fits'])
  expect(questionPackages(data, input, result)).toEqual([1])
})

test('without a question there are none', () => {
  const answered = { ...input, answers: { knob: 'keys' } }
  expect(questionPackages(data, answered, resolveFitment(data, answered))).toEqual([])
})
