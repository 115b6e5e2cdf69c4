import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { signUp } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld({ ALLOW_CONFLICTING_APPOINTMENTS: 'off' })
})
beforeEach(async () => {
  world.customer = await signUp(world)
})
afterAll(() => world.stop())

const choicesOf = async (id: string) => {
  const answer = await world.customer.get(`/api/appointments/${id}/packages`)
  type Choice = { productId: number; problem: string | null }
  const choices = answer.body as unknown as Choice[]
  return answer.status === 200
    ? choices.map(({ productId, problem }) => ({ productId, problem }))
    : answer.status
}

/** The answers of the changes themselves, without carrying out one that would succeed. */
const doesNotFit =
  'The new package takes longer and doesn’t fit at this time. Reschedule first, then change the package.'
const overlaps = 'You have another appointment at that time. Choose another time.'

test('a package that would end after closing has the refusal of the change, before any consent', async () => {
  const id = await world.book({ date: `${world.day(0)} 14:00` })
  expect(await choicesOf(id)).toEqual([
    { productId: 1, problem: null },
    { productId: 2, problem: doesNotFit },
    { productId: 3, problem: doesNotFit },
  ])
  for (const productId of [2, 3]) {
    const refused = await world.change(id, { productId })
    expect([refused.status, refused.body.error]).toEqual([409, doesNotFit])
  }
})

test('a package that would overlap with the customer’s other appointment has its own sentence', async () => {
  const id = await world.book({ date: `${world.day(1)} 09:00` })
  await world.book({ date: `${world.day(1)} 12:00`, vehicleInfo: { year: 2013, make: 'BMW', model: 'X3' } })
  expect(await choicesOf(id)).toEqual([
    { productId: 1, problem: null },
    { productId: 2, problem: overlaps },
    { productId: 3, problem: overlaps },
  ])
  expect((await world.change(id, { productId: 2 })).body.error).toBe(overlaps)
})

test('a foreign appointment and one that has begun are refused', async () => {
  const id = await world.book({ date: `${world.day(2)} 09:00` })
  expect(await world.onceBegun(id, () => choicesOf(id))).toBe(409)
  world.customer = await signUp(world)
  expect(await choicesOf(id)).toBe(404)
})

test.each([
  ['is not applied over an appointment that was booked meanwhile', true, 1],
  // Control: without the other appointment the same confirmation applies the package.
  ['is applied when the hours are still free', false, 2],
])('a dearer package confirmed late at the bank %s', async (_, booksAnother, productId) => {
  const day = world.day(booksAnother ? 3 : 4)
  const id = await world.bookConfirmed({ date: `${day} 09:00` })
  const asked = await world.change(id, { productId: 2, amount: 799 })
  expect(asked.body).toMatchObject({ requiresAction: true })
  if (booksAnother)
    await world.book({ date: `${day} 12:00`, vehicleInfo: { year: 2013, make: 'BMW', model: 'X3' } })
  const waiting = (await world.intentsOf(id)).find(({ status }) => status === 'requires_action')
  await world.challenge(waiting.id, 'complete')
  const done = await world.change(id, { productId: 2, amount: 799, holdId: asked.body.holdId })
  expect(done.status).toBe(booksAnother ? 409 : 200)
  if (booksAnother) expect(done.body.error).toBe(overlaps)
  await world.runJobs()
  const own = await world.own(id)
  expect([own.productId, own.hold.state, own.hold.heldAmount]).toEqual([
    productId,
    'live',
    booksAnother ? 499 : 799,
  ])
})
