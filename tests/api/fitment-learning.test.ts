import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, fitmentFor, fittingCar } from '../support/orders.ts'
import { openShop, send, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())

const ruleId = 'bmw-x5-e70/cic/1'
type Learning = {
  figures: { decidedByRules: number | null; wrongOf100: number | null; jobs: number; bookedCars: number }
  proposals: { ruleId: string; from: string; to: string; jobs: number; shops: number }[]
}
const learning = async () =>
  (await administrator.get('/api/admin/fitment/learning')).body as unknown as Learning
const proposalOf = async (id: string) => (await learning()).proposals.find((each) => each.ruleId === id)

/** Books the usual car at a shop, and records how it fitted without waiting for the job. */
async function finishJob(outcome: string, at: { shopId?: number; slot: number }): Promise<string> {
  const customer = await signUp(world)
  const days = world.bookableDays()
  const id = await book(world, customer, {
    date: `${days[at.slot % days.length]} ${at.slot < days.length ? '09:00' : '13:00'}`,
    ...(at.shopId === undefined ? {} : { shopId: at.shopId }),
    ...fitmentFor(fittingCar, 1),
  })
  await world.context.database.pool.query(
    `insert into fitment_outcomes (appointment_id, shop_id, outcome, head_unit_id, recorded_by, recorded_at)
     select $1, shop_id, $2, 'bmw-x5-e70/cic', customer_id, now() from appointments where id = $1`,
    [id, outcome],
  )
  return id
}

test('before any job there is nothing to propose, and figures say so', async () => {
  expect(await learning()).toMatchObject({
    figures: { decidedByRules: null, wrongOf100: null, jobs: 0, bookedCars: 0 },
    proposals: [],
  })
})

test('three jobs confirm a rule of medium confidence, ten at two shops propose a high one', async () => {
  for (const slot of [0, 1, 2]) await finishJob('fitted_as_sold', { slot })
  // Medium is what the rule has.
  expect(await proposalOf(ruleId)).toBeUndefined()
  for (const slot of [3, 4, 5, 6, 7, 8, 9]) await finishJob('fitted_with_extra', { slot })
  expect(await proposalOf(ruleId)).toBeUndefined()
  const { shopId } = await openShop(world, administrator)
  await finishJob('fitted_as_sold', { shopId, slot: 2 })
  expect(await proposalOf(ruleId)).toMatchObject({ from: 'medium', to: 'high', jobs: 11, shops: 2 })
  await finishJob('had_it_already', { slot: 10 })
  expect((await learning()).figures).toMatchObject({
    decidedByRules: 100,
    bookedCars: 12,
    jobs: 12,
    wrongOf100: 8.3,
  })
})

test('an administrator applies a proposal, as a version of theirs, once', async () => {
  const apply = () => administrator.post('/api/admin/fitment/proposals', { ruleId, to: 'high' })
  expect((await apply()).status).toBe(201)
  const { rows } = await world.context.database.pool.query(
    `select r.confidence, v.reason, u.role from fitment_rules r join fitment_versions v on v.version = r.since
     join users u on u.id = v.created_by where r.id = $1 and r.until is null`,
    [ruleId],
  )
  expect(rows).toEqual([{ confidence: 'high', reason: '11 jobs at 2 shops fitted', role: 'administrator' }])
  expect(await proposalOf(ruleId)).toBeUndefined()
  const again = await apply()
  expect([again.status, again.body.error]).toEqual([
    404,
    'The jobs no longer propose this. Nothing was changed.',
  ])
  const check = await send(world, 'GET', '/api/fitment?year=2013&make=BMW&model=X5')
  // The outcome stays as it was: only a person changes it.
  expect((check.body as { packages: { verdict: string }[] }).packages[0]?.verdict).toBe('fits_with_condition')
})
