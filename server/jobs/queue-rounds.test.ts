import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forEachConcurrently } from '../concurrency/for-each-concurrently.ts'
import type { Context } from '../context.ts'
import { workInRounds } from './queue-rounds.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const batchSize = 10
const secondMs = 1000

/** A queue of rows 1 to `size` that never get done, each of which takes a second. */
function slowQueue(size: number) {
  const waiting = Array.from({ length: size }, (_, index) => ({ id: index + 1 }))
  const tried = new Set<number>()
  const work = async ({ id }: { id: number }) => {
    tried.add(id)
    await new Promise((resolve) => setTimeout(resolve, secondMs))
  }
  const list = async (after: { id: number } | null) =>
    waiting.filter(({ id }) => id > (after?.id ?? 0)).slice(0, batchSize)
  return { name: 'slow', batchSize, list, work, tried, waiting }
}

async function run(work: () => Promise<unknown>): Promise<void> {
  const running = work()
  await vi.runAllTimersAsync()
  await running
}

test('rows that fail in front of a queue keep no row behind them waiting for good', async () => {
  const context = { database: {} } as Context
  const queue = slowQueue(200)
  for (let runs = 0; runs < 7; runs++) await run(() => workInRounds(context, queue))
  expect(queue.tried.size).toBe(200)
})

test('control: a job that reads the oldest rows of a queue never gets past those that fail', async () => {
  const queue = slowQueue(200)
  for (let runs = 0; runs < 7; runs++)
    await run(async () => forEachConcurrently(await queue.list(null), queue.work))
  expect(queue.tried.size).toBe(batchSize)
})

test('a run that came to the end begins anew', async () => {
  const context = { database: {} } as Context
  const queue = slowQueue(3)
  await run(() => workInRounds(context, queue))
  queue.tried.clear()
  await run(() => workInRounds(context, queue))
  expect([...queue.tried]).toEqual([1, 2, 3])
})

test('a run takes less time than the job engine allows, however long the queue is', async () => {
  const begun = performance.now()
  await run(() => workInRounds({ database: {} } as Context, slowQueue(500)))
  expect(performance.now() - begun).toBeLessThan(20 * secondMs)
})
