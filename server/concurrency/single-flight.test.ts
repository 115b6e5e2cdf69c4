import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createSingleFlight } from './single-flight.ts'

const createProcess = () => ({}) as Context

/** Counts its runs; a run of the key `fail` rejects. */
function createCounter() {
  let runs = 0
  return createSingleFlight<string, number>({
    keyOf: (key) => key,
    run: async (_, key) => {
      runs += 1
      if (key === 'fail') throw new Error(`run ${runs} failed`)
      return runs
    },
  })
}

test('calls with one key share a run while it is in flight, and start a new one after it', async () => {
  const [here, count] = [createProcess(), createCounter()]
  expect(await Promise.all([count(here, 'a'), count(here, 'a')])).toEqual([1, 1])
  expect(await count(here, 'a')).toBe(2)
  expect(await Promise.all([count(here, 'a'), count(here, 'b')])).toEqual([3, 4])
})

test('a failure reaches every caller of the run and is not kept', async () => {
  const [here, count] = [createProcess(), createCounter()]
  const both = await Promise.allSettled([count(here, 'fail'), count(here, 'fail')])
  expect(both.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    'Error: run 1 failed',
    'Error: run 1 failed',
  ])
  await expect(count(here, 'fail')).rejects.toThrow('run 2 failed')
})

test('runs of another process are not joined', async () => {
  const count = createCounter()
  expect(await Promise.all([count(createProcess(), 'a'), count(createProcess(), 'a')])).toEqual([1, 2])
})
