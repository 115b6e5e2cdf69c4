import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('no more callers than permits work at once, in the order of their calls', async () => {
  const take = createSemaphore(2)
  const begun: number[] = []
  const most: number[] = []
  let atWork = 0
  const work = async (name: number): Promise<void> => {
    const giveBack = await take(10_000)
    begun.push(name)
    most.push((atWork += 1))
    await new Promise((resolve) => setImmediate(resolve))
    atWork -= 1
    giveBack?.()
  }
  await Promise.all([1, 2, 3, 4, 5].map(work))
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(Math.max(...most)).toBe(2)
})

test('a caller that waited in vain gets null, and its place goes to the next one', async () => {
  const take = createSemaphore(1)
  const held = await take(0)
  expect(await take(5)).toBeNull()
  const patient = take(10_000)
  held?.()
  expect(await patient).not.toBeNull()
})

test('a permit that is given back twice counts once', async () => {
  const take = createSemaphore(1)
  const first = await take(0)
  first?.()
  first?.()
  expect(await take(0)).not.toBeNull()
  expect(await take(0)).toBeNull()
})
