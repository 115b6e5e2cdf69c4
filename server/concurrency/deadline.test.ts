import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { millisecondsLeft, withinDeadline } from './deadline.ts'

test('all work of a request shares its deadline, and none holds after it', async () => {
  expect(millisecondsLeft()).toBe(Infinity)
  const [first, second] = await withinDeadline(1000, async () => {
    const before = millisecondsLeft()
    await wait(20)
    return [before, millisecondsLeft()] as const
  })
  expect(first).toBeLessThanOrEqual(1000)
  expect(second).toBeLessThan(first)
  expect(millisecondsLeft()).toBe(Infinity)
})
