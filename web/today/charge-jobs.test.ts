import { expect, test } from 'vitest'
import { CallError, offlineSentence } from '../api/client.ts'
import { chargeJobs, type Outcome } from './charge-jobs.ts'

async function charge(ids: string[], failures: Record<string, CallError>) {
  const [tried, noted]: [string[], [string, Outcome][]] = [[], []]
  const sentence = await chargeJobs(ids, {
    capture: async (id) => {
      tried.push(id)
      if (failures[id]) throw failures[id]
    },
    note: (id, outcome) => noted.push([id, outcome]),
  })
  return { tried, noted, sentence }
}

test('without a connection it stops, and one sentence says so', async () => {
  const offline = new CallError(offlineSentence, 0)
  expect(await charge(['a', 'b', 'c', 'd'], { b: offline, c: offline })).toEqual({
    tried: ['a', 'b'],
    noted: [['a', 'charged']],
    sentence: 'No connection. Please check your network and try again. No job can be charged twice.',
  })
})

test('a job that is refused has its own sentence, and the next ones are charged', async () => {
  const declined = new CallError('The bank declined it.', 402, 'card_refused')
  expect(await charge(['a', 'b'], { a: declined })).toEqual({
    tried: ['a', 'b'],
    noted: [
      ['a', { problem: 'The bank declined it.' }],
      ['b', 'charged'],
    ],
    sentence: null,
  })
})
