import { afterAll, beforeAll, expect, test } from 'vitest'
import { countUse } from '../../server/identity/rate-limit.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const limit = { windowSeconds: 60, max: 5 }

test('first uses at the same moment are all counted, and none is an error', async () => {
  for (let round = 0; round < 150; round++) {
    const uses = Array.from({ length: 8 }, () => countUse(world.context, `fresh-${round}`, limit))
    const outcomes = await Promise.allSettled(uses)
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
    expect(refused).toEqual(Array(3).fill('Refusal: Too many attempts. Please wait a moment and try again.'))
  }
})

test('a use before the window ends is refused, one key does not spend another’s', async () => {
  const use = (key: string) => countUse(world.context, key, limit)
  for (let count = 0; count < 5; count++) await use('one')
  await expect(use('one')).rejects.toMatchObject({ code: 'too_many_requests' })
  await use('other')
})
