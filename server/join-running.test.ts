import { expect, test } from 'vitest'
import type { Context } from './context.ts'
import { joinRunning } from './join-running.ts'

const processOf = () => ({}) as Context

test('the same work is done once while it runs, and anew after it', async () => {
  const here = processOf()
  let begun = 0
  const work = async () => (begun += 1)
  expect(await Promise.all([joinRunning(here, 'a', work), joinRunning(here, 'a', work)])).toEqual([1, 1])
  expect(await joinRunning(here, 'a', work)).toBe(2)
  expect(await Promise.all([joinRunning(here, 'a', work), joinRunning(here, 'b', work)])).toEqual([3, 4])
})

test('a failure is told to everybody who waited, and is not kept', async () => {
  const here = processOf()
  const fail = () => Promise.reject(new Error('away'))
  const told = await Promise.allSettled([joinRunning(here, 'a', fail), joinRunning(here, 'a', fail)])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await joinRunning(here, 'a', async () => 'done')).toBe('done')
})

test('what another process does is not joined', async () => {
  let begun = 0
  const work = async () => (begun += 1)
  const both = [joinRunning(processOf(), 'a', work), joinRunning(processOf(), 'a', work)]
  expect(await Promise.all(both)).toEqual([1, 2])
})
