import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { inTurn } from './in-turn.ts'

/** The turns are kept by which context it is, whatever is in it. */
function anyContext(): Context {
  return {} as Context
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('who comes first does not look; who waited looks before they work, and one works at a time', async () => {
  const context = anyContext()
  const steps: string[] = []
  const first = gate()
  const take = (name: string, until: Promise<void> = Promise.resolve()) =>
    inTurn(
      context,
      5,
      async () => void steps.push(`${name} looks`),
      async () => {
        steps.push(`${name} begins`)
        await until
        steps.push(`${name} ends`)
        return name
      },
    )
  const taking = [take('a', first.opened), take('b'), take('c')]
  await settled()
  expect(steps).toEqual(['a begins'])
  first.open()
  expect(await Promise.all(taking)).toEqual(['a', 'b', 'c'])
  expect(steps).toEqual([
    'a begins',
    'a ends',
    'b looks',
    'c looks',
    'b begins',
    'b ends',
    'c looks',
    'c begins',
    'c ends',
  ])
})

test('who sees that nothing is left goes without working, and holds nobody up; one who fails holds nobody up either', async () => {
  const context = anyContext()
  const first = gate()
  const failing = inTurn(
    context,
    5,
    async () => undefined,
    async () => {
      await first.opened
      throw new Error('the first failed')
    },
  )
  const taken = inTurn(
    context,
    5,
    async () => {
      throw new Error('taken')
    },
    async () => 'never',
  )
  const third = inTurn(
    context,
    5,
    async () => undefined,
    async () => 'third',
  )
  const other = inTurn(
    context,
    6,
    async () => undefined,
    async () => 'another shop',
  )
  expect(await other).toBe('another shop')
  const outcomes = Promise.allSettled([failing, taken, third])
  first.open()
  expect(
    (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
  ).toEqual(['the first failed', 'taken', 'third'])
})

test('nobody waits for more than two seconds for somebody who does not come to an end', async () => {
  const context = anyContext()
  const never = gate()
  const stuck = inTurn(
    context,
    5,
    async () => undefined,
    async () => never.opened,
  )
  let looked = 0
  const began = performance.now()
  const look = async (): Promise<void> => void (looked += 1)
  const beside = await Promise.all([1, 2].map((name) => inTurn(context, 5, look, async () => name)))
  expect(beside).toEqual([1, 2])
  expect(looked).toBeGreaterThanOrEqual(2)
  expect(performance.now() - began).toBeGreaterThan(1_900)
  never.open()
  await stuck
})
