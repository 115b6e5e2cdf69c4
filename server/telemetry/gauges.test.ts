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
  const told = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return { refresh, told }
}

test('however many look at once, the database is asked once, and what it said is told again for a while', async () => {
  let asked = 0
  const { refresh, told } = gaugesOf(async () => {
    asked += 1
    return { one: 7, each: { a: 1, b: 2 } }
  })
  expect(await told()).toEqual(['dashfit_database_up 0'])
  await Promise.all([refresh(), refresh(), refresh()])
  await refresh()
  expect(asked).toBe(1)
  expect(await told()).toEqual(['dashfit_database_up 1', 'one 7', 'each{of="a"} 1', 'each{of="b"} 2'])
})

test('a database that does not answer is told as away in good time, is not asked twice, and then nothing old is told', async () => {
  const answers: ((value: { one: number }) => void)[] = []
  const { refresh, told } = gaugesOf(() => new Promise((resolve) => void answers.push(resolve)))
  await Promise.all([refresh(), refresh()])
  expect(await told()).toEqual(['dashfit_database_up 0'])
  expect(answers).toHaveLength(1)
  answers[0]?.({ one: 3 })
  await refresh()
  expect(await told()).toEqual(['dashfit_database_up 1', 'one 3'])
})

test('one reading that fails takes the others with it: what is half known is not told', async () => {
  const { refresh, told } = gaugesOf(() => Promise.reject(new Error('away')))
  await refresh()
  expect(await told()).toEqual(['dashfit_database_up 0'])
})
