import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createKeyedMutex } from './keyed-mutex.ts'

/** Locks are kept by the identity of the context. */
const createProcess = () => ({}) as Context
const nothing = async (): Promise<void> => undefined

function createGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const nextTurn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('the first caller does not recheck; waiting callers recheck before they work, one at a time', async () => {
  const [here, lock] = [createProcess(), createKeyedMutex({ timeoutMs: 2_000 })]
  const steps: string[] = []
  const first = createGate()
  const run = (name: string, until: Promise<void> = Promise.resolve()) =>
    lock(here, 5, {
      recheck: async () => void steps.push(`${name} rechecks`),
      work: async () => {
        steps.push(`${name} begins`)
        await until
        steps.push(`${name} ends`)
        return name
      },
    })
  const running = [run('a', first.opened), run('b'), run('c')]
  await nextTurn()
  expect(steps).toEqual(['a begins'])
  first.open()
  expect(await Promise.all(running)).toEqual(['a', 'b', 'c'])
  expect(steps).toEqual([
    'a begins',
    'a ends',
    'b rechecks',
    'c rechecks',
    'b begins',
    'b ends',
    'c rechecks',
    'c begins',
    'c ends',
  ])
})

test('a failed recheck leaves the queue, a failed holder frees the lock, and other keys do not wait', async () => {
  const [here, lock] = [createProcess(), createKeyedMutex({ timeoutMs: 2_000 })]
  const first = createGate()
  const failing = lock(here, 5, {
    recheck: nothing,
    work: async () => {
      await first.opened
      throw new Error('the first failed')
    },
  })
  const pointless = lock(here, 5, {
    recheck: async () => {
      throw new Error('taken')
    },
    work: async () => 'never',
  })
  const third = lock(here, 5, { recheck: nothing, work: async () => 'third' })
  expect(await lock(here, 6, { recheck: nothing, work: async () => 'another key' })).toBe('another key')
  const outcomes = Promise.allSettled([failing, pointless, third])
  first.open()
  expect(
    (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
  ).toEqual(['the first failed', 'taken', 'third'])
})

test('a caller waits no longer than the timeout for a holder that does not end', async () => {
  const [here, lock] = [createProcess(), createKeyedMutex({ timeoutMs: 200 })]
  const never = createGate()
  const stuck = lock(here, 5, { recheck: nothing, work: () => never.opened })
  let rechecks = 0
  const began = performance.now()
  const recheck = async (): Promise<void> => void (rechecks += 1)
  const beside = await Promise.all([1, 2].map((name) => lock(here, 5, { recheck, work: async () => name })))
  expect(beside).toEqual([1, 2])
  expect(rechecks).toBeGreaterThanOrEqual(2)
  expect(performance.now() - began).toBeGreaterThan(190)
  never.open()
  await stuck
})
