import { describe, expect, test } from 'vitest'
import type { FitmentData, FitmentRule, Generation, HeadUnit } from './fitment-data.ts'
import { resolveFitment, type FitmentAnswers } from './resolve-fitment.ts'

const generation: Omit<Generation, 'id' | 'chassis' | 'yearFrom' | 'yearTo'> = {
  make: 'Audi',
  model: 'A4',
  notSold: null,
  vinPatterns: [],
  questionIds: ['knob', 'car-play'],
  confidence: 'medium',
  sources: [],
  shopNote: '',
  checkedOn: null,
}

const headUnit: Pick<HeadUnit, 'screenInches' | 'carPlay' | 'androidAuto' | 'recognizedBy'> = {
  screenInches: [7],
  carPlay: 'none',
  androidAuto: 'none',
  recognizedBy: '',
}

function rule(id: string, outcome: FitmentRule['outcome'], more: Partial<FitmentRule> = {}): FitmentRule {
  return {
    id,
    generationId: 'b8',
    headUnitId: null,
    answer: null,
    packageId: 1,
    outcome,
    customerNote: `${id} says so.`,
    shopNote: '',
    extraMinutes: 0,
    extraCents: 0,
    confidence: 'medium',
    sources: [],
    ...more,
  }
}

const questions: FitmentData['questions'] = [
  {
    id: 'knob',
    text: 'Which knob?',
    answers: [
      { value: 'keys', text: 'Keys', picture: null },
      { value: 'none', text: 'None', picture: null },
    ],
  },
  {
    id: 'car-play',
    text: 'CarPlay?',
    answers: [
      { value: 'yes', text: 'Yes', picture: null },
      { value: 'no', text: 'No', picture: null },
    ],
  },
]

/** Two head units from 2010 to 2012, of which the newer may have CarPlay; then a generation without any. */
const data: FitmentData = {
  generations: [
    { ...generation, id: 'b8', chassis: 'B8', yearFrom: 2010, yearTo: 2012 },
    { ...generation, id: 'b9', chassis: 'B9', yearFrom: 2013, yearTo: 2014 },
    {
      ...generation,
      id: 'gone',
      chassis: 'not sold',
      yearFrom: 2015,
      yearTo: 2015,
      notSold: 'The A5 replaced it.',
    },
  ],
  headUnits: [
    {
      ...headUnit,
      id: 'radio',
      generationId: 'b8',
      name: 'Radio',
      yearFrom: 2010,
      yearTo: 2012,
      answers: { knob: ['none'], 'car-play': ['no'] },
    },
    {
      ...headUnit,
      id: 'mmi',
      generationId: 'b8',
      name: 'MMI',
      yearFrom: 2011,
      yearTo: 2012,
      carPlay: 'optional',
      answers: { knob: ['keys'] },
    },
  ],
  questions,
  rules: [
    rule('b8', 'needs_review'),
    rule('radio', 'does_not_fit', { headUnitId: 'radio' }),
    rule('mmi', 'fits', { headUnitId: 'mmi' }),
    rule('mmi-yes', 'activation_only', {
      headUnitId: 'mmi',
      answer: { questionId: 'car-play', value: 'yes' },
    }),
    rule('b9', 'fits_with_condition', { generationId: 'b9', extraMinutes: 30, extraCents: 5000 }),
  ],
}

function resolve(year: number, answers: FitmentAnswers = {}, changed: Partial<FitmentData> = {}) {
  const input = { year, make: 'Audi', model: 'A4', vin: null, answers, packageIds: [1] }
  const { packages, question, headUnit: found } = resolveFitment({ ...data, ...changed }, input)
  const [verdict] = packages
  return { ...verdict, question: question?.id ?? null, headUnit: found?.id ?? null }
}

describe('the verdict', () => {
  test('is that of the only head unit of the year', () => {
    expect(resolve(2010)).toMatchObject({
      outcome: 'does_not_fit',
      reason: 'radio says so.',
      question: null,
      headUnit: 'radio',
    })
  })

  test('is left open between several head units, with the question that splits them best', () => {
    expect(resolve(2012)).toMatchObject({ outcome: 'needs_review', question: 'knob', headUnit: null })
    expect(resolve(2012, { knob: 'none' })).toMatchObject({ outcome: 'does_not_fit', question: null })
  })

  test('depends on an answer where a rule does', () => {
    expect(resolve(2012, { knob: 'keys' })).toMatchObject({ outcome: 'needs_review', question: 'car-play' })
    expect(resolve(2012, { knob: 'keys', 'car-play': 'no' })).toMatchObject({
      outcome: 'fits',
      headUnit: 'mmi',
    })
    expect(resolve(2012, { 'car-play': 'yes' })).toMatchObject({
      outcome: 'activation_only',
      headUnit: 'mmi',
    })
  })

  test('comes from the generation where no head unit is known', () => {
    expect(resolve(2013)).toMatchObject({
      outcome: 'fits_with_condition',
      conditions: [{ id: 'b9', text: 'b9 says so.' }],
      extraMinutes: 30,
      extraCents: 5000,
    })
  })

  test('is open after two questions, after a contradiction, and for an unknown car', () => {
    const unsure = resolve(2012, { knob: 'not-sure', 'car-play': 'not-sure' })
    expect(unsure).toMatchObject({ outcome: 'needs_review', question: null })
    expect(resolve(2010, { 'car-play': 'yes' })).toMatchObject({ outcome: 'needs_review', question: null })
    expect(resolve(2009)).toMatchObject({ outcome: 'needs_review', question: null })
  })

  test('of a car that was never sold says so', () => {
    expect(resolve(2015)).toMatchObject({ outcome: 'does_not_fit', reason: 'The A5 replaced it.' })
  })

  test('of low confidence is left to a person', () => {
    const rules = data.rules.map((each) => ({ ...each, confidence: 'low' as const }))
    for (const year of [2010, 2012, 2013]) expect(resolve(year, {}, { rules }).outcome).toBe('needs_review')
  })

  test.each(['fits', 'fits_with_condition', 'does_not_fit', 'activation_only'] as const)(
    'of low confidence never gives the text of a rule that says %s as its reason',
    (outcome) => {
      const low = { confidence: 'low', generationId: 'b9' } as const
      const { reason } = resolve(2013, {}, { rules: [rule('b9', outcome, low)] })
      expect(reason).toContain('We’re not certain about this car yet.')
      expect(resolve(2013, {}, { rules: [rule('b9', 'needs_review', low)] }).reason).toBe('b9 says so.')
    },
  )

  test('that every head unit leaves open gives their own reason only where it is one', () => {
    const open = (headUnitId: string, customerNote: string) =>
      rule(headUnitId, 'needs_review', { headUnitId, customerNote })
    expect(
      resolve(2012, {}, { rules: [open('radio', 'Frames differ.'), open('mmi', 'Frames differ.')] }),
    ).toMatchObject({ reason: 'Frames differ.' })
    const { reason } = resolve(
      2012,
      {},
      { rules: [open('radio', 'Frames differ.'), open('mmi', 'Menus differ.')] },
    )
    expect(reason).toContain('This car came with different systems.')
  })

  test('with different conditions for the head units accepts either of them', () => {
    const rules = data.rules
      .filter(({ answer }) => answer === null)
      .map((each) => ({ ...each, outcome: 'fits_with_condition' as const }))
    expect(resolve(2012, {}, { rules }).conditions).toEqual([
      { id: 'radio.mmi', text: 'radio says so, or mmi says so.' },
    ])
  })
})
