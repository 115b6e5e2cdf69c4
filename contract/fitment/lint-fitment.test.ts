import { describe, expect, test } from 'vitest'
import type { FitmentData, FitmentRule, Generation, HeadUnit } from './fitment-data.ts'
import { lintFitment } from './lint-fitment.ts'

const context = { packageIds: [1], currentYear: 2012 }

const e70: Generation = {
  id: 'e70',
  make: 'BMW',
  model: 'X5',
  chassis: 'E70',
  yearFrom: 2010,
  yearTo: 2012,
  notSold: null,
  vinPatterns: [],
  questionIds: ['screen'],
  confidence: 'medium',
  sources: [],
  shopNote: '',
  checkedOn: null,
}
const cic: HeadUnit = {
  id: 'e70/cic',
  generationId: 'e70',
  name: 'CIC',
  yearFrom: 2010,
  yearTo: 2012,
  screenInches: [8.8],
  carPlay: 'none',
  androidAuto: 'none',
  recognizedBy: '',
  answers: { screen: ['wide'] },
}
const rule: FitmentRule = {
  id: 'e70/1',
  generationId: 'e70',
  headUnitId: null,
  answer: null,
  packageId: 1,
  outcome: 'fits',
  customerNote: '',
  shopNote: '',
  extraMinutes: 0,
  extraCents: 0,
  confidence: 'medium',
  sources: [],
}
const answersOf = (...values: string[]) =>
  values.map((value) => ({ value, text: `A ${value} one`, picture: null }))
const sound: FitmentData = {
  generations: [e70],
  headUnits: [cic],
  questions: [{ id: 'screen', text: 'Which screen?', answers: answersOf('wide') }],
  rules: [rule],
}

/** The findings about the X5; other models have no data here. */
function findingsOf(changes: Partial<FitmentData>): string[] {
  return lintFitment({ ...sound, ...changes }, context)
    .filter(({ code, model }) => code !== 'gap' || model === 'X5')
    .map(({ level, code, text }) => `${level} ${code}: ${text}`)
}

test('sound data has no findings', () => {
  expect(findingsOf({})).toEqual([])
})

test('models without any data are gaps, as ranges of years', () => {
  const gaps = lintFitment(sound, context).filter(({ code }) => code === 'gap')
  expect(gaps).toHaveLength(19)
  expect(gaps[0]).toEqual({
    code: 'gap',
    level: 'warning',
    text: 'BMW 3 Series 2010–2012 has no generation.',
    make: 'BMW',
    model: '3 Series',
    year: 2010,
  })
})

describe('warnings', () => {
  test('a model year without a generation', () => {
    const late = { ...e70, yearFrom: 2011 }
    expect(findingsOf({ generations: [late], headUnits: [{ ...cic, yearFrom: 2011 }] })).toEqual([
      'warning gap: BMW X5 2010 has no generation.',
    ])
  })

  test('a head unit without a rule for a package', () => {
    expect(findingsOf({ rules: [] })).toEqual(['warning gap: BMW X5 E70, CIC has no rule for package 1.'])
  })

  test('generations that share years, until each has a VIN pattern for them', () => {
    const other = { ...e70, id: 'f15', chassis: 'F15', questionIds: [] }
    const rules = [rule, { ...rule, id: 'f15/1', generationId: 'f15' }]
    expect(findingsOf({ generations: [e70, other], rules })).toEqual([
      'warning overlap: BMW X5 E70 and F15 share 2010–2012, and E70 and F15 has no VIN pattern for them.',
    ])
    const vinPatterns = [{ maker: 'WBA', descriptor: 'A', yearFrom: 2010, yearTo: 2012 }]
    const generations = [e70, other].map((each) => ({ ...each, vinPatterns }))
    expect(findingsOf({ generations, rules })).toEqual([])
  })

  test('an answer with which no head unit agrees, and a rule for one', () => {
    const questions = [{ id: 'screen', text: 'Which screen?', answers: answersOf('wide', 'small') }]
    const answer = { questionId: 'screen', value: 'small' }
    expect(findingsOf({ questions, rules: [rule, { ...rule, id: 'e70/2', answer }] })).toEqual([
      'warning dead_answer: No head unit agrees with “A small one” to “Which screen?”.',
      'warning dead_answer: BMW X5 E70: the rule “e70/2” never applies, as no head unit agrees with its answer.',
    ])
  })

  test('a car that a third question would decide', () => {
    const names = ['one', 'two', 'three']
    const questions = names.map((id) => ({ id, text: `Question ${id}?`, answers: answersOf('yes', 'no') }))
    const headUnits = Array.from({ length: 8 }, (_, number) => ({
      ...cic,
      id: `e70/${number}`,
      answers: Object.fromEntries(names.map((id, bit) => [id, [(number >> bit) & 1 ? 'yes' : 'no']])),
    }))
    const rules = headUnits.map(({ id }, number) => ({
      ...rule,
      id: `${id}/1`,
      headUnitId: id,
      outcome: [0, 3, 5, 6].includes(number) ? ('fits' as const) : ('does_not_fit' as const),
      customerNote: 'So it is.',
    }))
    const data = { generations: [{ ...e70, questionIds: names }], headUnits, questions, rules }
    const ofCodes = (found: FitmentData) =>
      lintFitment(found, context).filter(({ code }) => code === 'too_many_questions')
    // The first half is decided by one question, a quarter by two, and the rest by three.
    const asked = rules.map((each, number) => ({
      ...each,
      outcome: number < 4 ? ('fits' as const) : number < 6 ? ('does_not_fit' as const) : each.outcome,
    }))
    expect(ofCodes({ ...data, rules: asked })).toMatchObject([
      { text: 'BMW X5 E70 2010 needs more than 2 questions.', make: 'BMW', model: 'X5', year: 2010 },
    ])
    const byTwo = asked.map((each, number) => (number < 6 ? each : { ...each, outcome: 'fits' as const }))
    expect(ofCodes({ ...data, rules: byTwo })).toEqual([])
  })
})

describe('errors', () => {
  test.each<[string, Partial<FitmentData>, string]>([
    ['two rows of one id', { rules: [rule, rule] }, 'duplicate: Two rows have the id “e70/1”.'],
    [
      'years that run backwards',
      { generations: [{ ...e70, yearFrom: 2012, yearTo: 2010 }] },
      'years: BMW X5 E70 has a first year after its last year.',
    ],
    [
      'a head unit outside the generation’s years',
      { headUnits: [{ ...cic, yearTo: 2014 }] },
      'years: BMW X5 E70, CIC is of 2010–2014, outside the generation’s years 2010–2012.',
    ],
    [
      'a model that the form lacks',
      { generations: [{ ...e70, model: 'X9' }] },
      'unknown: BMW X9 E70: the booking form offers no BMW X9.',
    ],
    [
      'a question that does not exist',
      { generations: [{ ...e70, questionIds: ['color'] }] },
      'unknown: BMW X5 E70 asks the unknown question “color”.',
    ],
    [
      'a head unit of no generation',
      { headUnits: [cic, { ...cic, id: 'f15/cic', generationId: 'f15' }] },
      'unknown: The head unit “f15/cic” belongs to the unknown generation “f15”.',
    ],
    [
      'an answer of a head unit that does not exist',
      { headUnits: [{ ...cic, answers: { screen: ['wide', 'tall'] } }] },
      'unknown: BMW X5 E70, CIC: no answer “tall” to “screen”.',
    ],
    [
      'a rule of no generation',
      { rules: [rule, { ...rule, id: 'f15/1', generationId: 'f15' }] },
      'unknown: The rule “f15/1” is for the unknown generation “f15”.',
    ],
    [
      'a rule of a package that is not offered',
      { rules: [rule, { ...rule, id: 'e70/9', packageId: 9 }] },
      'unknown: The rule “e70/9” is for the unknown package 9.',
    ],
    [
      'two rules for one case',
      { rules: [rule, { ...rule, id: 'e70/2' }] },
      'contradiction: BMW X5 E70: The rules “e70/1” and “e70/2” are for the same case, so neither decides.',
    ],
    [
      'a condition without a text',
      { rules: [{ ...rule, outcome: 'fits_with_condition', customerNote: ' ' }] },
      'missing_text: BMW X5 E70: The rule “e70/1” has a condition without a text: a customer could not accept it.',
    ],
  ])('%s', (_, changes, found) => {
    expect(findingsOf(changes)).toContain(`error ${found}`)
  })

  test('rules for answers to two questions meet on one head unit', () => {
    const questions = [
      ...sound.questions,
      { id: 'menu', text: 'Which menu?', answers: answersOf('round', 'tiles') },
    ]
    const byScreen = { ...rule, id: 'e70/a', answer: { questionId: 'screen', value: 'wide' } }
    const byMenu = {
      ...rule,
      id: 'e70/b',
      answer: { questionId: 'menu', value: 'round' },
      outcome: 'does_not_fit' as const,
      customerNote: 'No.',
    }
    const rules = [rule, byScreen, byMenu]
    expect(findingsOf({ questions, rules })).toContainEqual(
      expect.stringContaining('The rules “e70/a” and “e70/b” are for the same case'),
    )
    const headUnits = [{ ...cic, answers: { screen: ['wide'], menu: ['tiles'] } }]
    expect(findingsOf({ questions, rules, headUnits }).join()).not.toContain('same case')
  })
})

test('rules that depend on too many answers are refused at once', () => {
  const ids = ['a', 'b', 'c', 'd']
  const questions = ids.map((id) => ({ id, text: `${id}?`, answers: answersOf('1', '2', '3', '4') }))
  const rules = ids.map((id) => ({ ...rule, id, answer: { questionId: id, value: '1' } }))
  const before = Date.now()
  const found = findingsOf({ questions: [...sound.questions, ...questions], rules: [rule, ...rules] })
  expect(found).toContain(
    'error too_many_cases: BMW X5 E70: its rules depend on too many answers. Please ask fewer questions.',
  )
  expect(Date.now() - before).toBeLessThan(1000)
})

test('thousands of equal rules are one error, at once', () => {
  const rules = Array.from({ length: 5000 }, (_, index) => ({ ...rule, id: `rule-${index}` }))
  const before = Date.now()
  expect(findingsOf({ rules })).toEqual([
    'error too_many_cases: BMW X5 E70: 5000 rules are for one head unit and package.',
  ])
  expect(Date.now() - before).toBeLessThan(2000)
})
