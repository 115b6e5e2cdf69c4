import { expect, test } from 'vitest'
import { evidenceOf, figuresInWords } from './learning-words.ts'

const figures = {
  decidedByRules: 91.7,
  bookedCars: 12,
  hoursToAnswer: 1,
  answers: 1,
  wrongOf100: 8.3,
  jobs: 12,
}

test('each figure names the cases that it counts', () => {
  expect(figuresInWords(figures).map(({ value, note }) => `${value}, ${note}`)).toEqual([
    '91.7%, of 12 booked cars',
    '1 hour, median of 1 fitment check',
    '8.3 in 100, of 12 jobs: didn’t fit, or had it already',
  ])
})

test('a figure without a case says so, and is no zero', () => {
  const none = {
    decidedByRules: null,
    hoursToAnswer: null,
    wrongOf100: null,
    bookedCars: 0,
    answers: 0,
    jobs: 0,
  }
  expect(figuresInWords(none).map(({ value, note }) => `${value}, ${note}`)).toEqual([
    'None yet, no cars booked',
    'None yet, no fitment checks answered',
    'None yet, no outcomes recorded',
  ])
  expect(figuresInWords({ ...figures, wrongOf100: 0 })[2]?.value).toBe('0 in 100')
})

test('the evidence of a proposal is the reason that the history keeps', () => {
  expect(evidenceOf({ jobs: 11, shops: 2 })).toBe('11 jobs at 2 shops fitted')
  expect(evidenceOf({ jobs: 3, shops: 1 })).toBe('3 jobs at 1 shop fitted')
})
