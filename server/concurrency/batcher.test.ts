import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createBatcher } from './batcher.ts'

/** A batcher whose batches end when the test says so. */
function openBatches() {
  const batches: { requests: readonly number[]; resolve: () => void; reject: () => void }[] = []
  const ask = createBatcher<number, string>({
    keyOf: String,
    run: (_, requests) =>
      new Promise((resolve, reject) => {
        batches.push({
          requests,
          resolve: () => resolve(requests.map((request) => `result ${request}`)),
          reject: () => reject(new Error('no result')),
        })
      }),
  })
  // Only its identity counts.
  const context = {} as Context
  return { batches, ask: (request: number) => ask(context, request) }
}

test('requests of one moment form one batch, equal requests once, and each gets its own result', async () => {
  const { batches, ask } = openBatches()
  const results = Promise.all([1, 2, 1, 3].map(ask))
  await expect.poll(() => batches.length).toBe(1)
  batches[0]?.resolve()
  expect(await results).toEqual(['result 1', 'result 2', 'result 1', 'result 3'])
  expect(batches[0]?.requests).toEqual([1, 2, 3])
})

test('a request never joins a batch that was sent, and at most two batches are in flight', async () => {
  const { batches, ask } = openBatches()
  const asked: Promise<string>[] = []
  for (const count of [1, 2, 2]) {
    asked.push(ask(7))
    await expect.poll(() => batches.length).toBe(count)
  }
  asked.push(ask(8))
  await new Promise(setImmediate)
  expect(batches).toHaveLength(2)
  batches[0]?.resolve()
  await expect.poll(() => batches.length).toBe(3)
  expect(batches[2]?.requests).toEqual([7, 8])
  for (const batch of batches) batch.resolve()
  expect(await Promise.all(asked)).toEqual(['result 7', 'result 7', 'result 7', 'result 8'])
})

test('a failed batch fails for all its requests and for no later one', async () => {
  const { batches, ask } = openBatches()
  const failing = Promise.allSettled([ask(1), ask(2)])
  await expect.poll(() => batches.length).toBe(1)
  batches[0]?.reject()
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = ask(1)
  await expect.poll(() => batches.length).toBe(2)
  batches[1]?.resolve()
  expect(await next).toBe('result 1')
})
