import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createLog } from '../log.ts'
import { createDatabaseGauges, type Reading } from './gauges.ts'

const context = { log: createLog('silent') } as unknown as Context

function gaugesOf(read: Reading['read']) {
  const registry = new Registry()
  const gauges = [
    { name: 'one', help: 'One.' },
    { name: 'each', help: 'Each.', label: 'of' },
  ]
  const refresh = createDatabaseGauges(context, [{ gauges, read }], registry, 50)
  const exposed = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return { refresh, exposed }
}

test('concurrent scrapes share one reading, which is cached for a while', async () => {
  let asked = 0
  const { refresh, exposed } = gaugesOf(async () => {
    asked += 1
    return { one: 7, each: { a: 1, b: 2 } }
  })
  expect(await exposed()).toEqual(['dashfit_database_up 0'])
  await Promise.all([refresh(), refresh(), refresh()])
  await refresh()
  expect(asked).toBe(1)
  expect(await exposed()).toEqual(['dashfit_database_up 1', 'one 7', 'each{of="a"} 1', 'each{of="b"} 2'])
})

test('a hanging database is reported as down after the timeout, gets no second query, and no stale value is exposed', async () => {
  const answers: ((value: { one: number }) => void)[] = []
  const { refresh, exposed } = gaugesOf(() => new Promise((resolve) => void answers.push(resolve)))
  await Promise.all([refresh(), refresh()])
  expect(await exposed()).toEqual(['dashfit_database_up 0'])
  expect(answers).toHaveLength(1)
  answers[0]?.({ one: 3 })
  await refresh()
  expect(await exposed()).toEqual(['dashfit_database_up 1', 'one 3'])
})

test('a failed reading removes all gauges: no partial result is exposed', async () => {
  const { refresh, exposed } = gaugesOf(() => Promise.reject(new Error('away')))
  await refresh()
  expect(await exposed()).toEqual(['dashfit_database_up 0'])
})
