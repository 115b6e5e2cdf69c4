import { expect, test } from 'vitest'
import { isWorkDone, workStates } from '../../contract/workshop/work-states.ts'
import { unfinishedWords } from './unfinished-words.ts'

test('a charge needs no question only once the work is done, and each state before has its own words', () => {
  expect(workStates.filter((state) => unfinishedWords(state) === null)).toEqual(workStates.filter(isWorkDone))
  const words = workStates.map(unfinishedWords).filter((sentence) => sentence !== null)
  expect(new Set(words).size).toBe(words.length)
  for (const sentence of words) expect(sentence).toContain('agreed to be charged once the work is done.')
})
