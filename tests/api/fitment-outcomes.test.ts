import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { book, listIntents, listOwn } from '../support/orders.ts'
import { openShop, send, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person
let customer: Person

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  administrator = await signInAdministrator(world)
  customer = await signUp(world)
})

const fitsAsSold = { outcome: 'fitted_as_sold', headUnitId: 'bmw-x5-e70/cic', note: '', extraMinutes: 0 }
const didNotFit = {
  outcome: 'did_not_fit',
  headUnitId: null,
  note: 'The plug of the screen is another one.',
  extraMinutes: 0,
  isConditionUntrue: false,
}

const record = (id: string, body: object, person: Person = administrator) =>
  person.post(`/api/admin/appointments/${id}/fitment-outcome`, body)
const fitmentOf = async (id: string) =>
  (await administrator.get(`/api/admin/appointments/${id}`)).body.fitment as Record<string, unknown>

/** Books the car that fits, and goes to a minute after its start. */
async function bookStarted(): Promise<string> {
  const version = await currentVersion()
  const id = await book(world, customer, {
    date: `${world.bookableDays()[0]} 09:00`,
    fitment: { answers: {}, acceptedConditions: ['bmw-x5-e70/cic/1'], ruleVersion: version },
  })
  const { rows } = await world.context.database.pool.query(
    'select extract(epoch from starts_at)::bigint as start from appointments where id = $1',
    [id],
  )
  expect((await record(id, fitsAsSold)).status).toBe(403)
  await world.advance(Number(rows[0].start) + 60 - Math.floor(world.context.clock.now() / 1000))
  administrator = await signInAdministrator(world)
  return id
}

async function currentVersion(): Promise<number> {
  const answer = await send(world, 'GET', '/api/fitment?year=2013&make=BMW&model=X5')
  return (answer.body as { ruleVersion: number }).ruleVersion
}

test('a job that fitted is recorded once, from its start on', async () => {
  const id = await bookStarted()
  expect(await fitmentOf(id)).toMatchObject({
    canRecord: true,
    headUnits: [{ id: 'bmw-x5-e70/cic', name: 'CIC' }],
    conditions: ['My car has an AUX socket, and its original screen and controller work.'],
    recorded: null,
  })
  const both = await Promise.all([record(id, fitsAsSold), record(id, fitsAsSold)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await fitmentOf(id)).toMatchObject({
    canRecord: false,
    recorded: { outcome: 'fitted_as_sold', headUnit: 'CIC', note: '' },
  })
  expect(await currentVersion()).toBe(1)
})

test('a head unit of another model, and a cancelled appointment, get a sentence', async () => {
  const id = await bookStarted()
  for (const headUnitId of ['no-such-unit', 'bmw-5-series-e60/cic'])
    expect((await record(id, { ...fitsAsSold, headUnitId })).body.error).toContain('head unit of this car')
  const untrue = { ...didNotFit, isConditionUntrue: true }
  expect((await record(id, untrue)).status).toBe(200)
  expect((await record(id, untrue)).body.error).toContain('cancelled')
})

test('one that did not fit cancels, releases, reopens its rule at once and tells the administrators', async () => {
  const id = await bookStarted()
  const before = await currentVersion()
  expect((await record(id, { ...didNotFit, note: '' })).status).toBe(400)
  expect((await record(id, didNotFit)).status).toBe(200)
  const own = (await listOwn(customer)) as unknown as Record<string, unknown>[]
  expect(own[0]).toMatchObject({ status: 'cancelled', cancellationReason: didNotFit.note })
  expect((await listIntents(world))[0]).toMatchObject({ status: 'canceled' })

  const check = await send(world, 'GET', '/api/fitment?year=2013&make=BMW&model=X5')
  const { ruleVersion, packages } = check.body as { ruleVersion: number; packages: { verdict: string }[] }
  expect(ruleVersion).toBe(before + 1)
  // The other packages of the car are as they were.
  expect(packages.map(({ verdict }) => verdict)).toEqual([
    'needs_review',
    'fits_with_condition',
    'fits_with_condition',
  ])
  const { rows } = await world.context.database.pool.query(
    'select created_by, reason from fitment_versions where version = $1',
    [ruleVersion],
  )
  expect(rows[0]).toMatchObject({
    created_by: null,
    reason: expect.stringMatching(/^Did not fit on .*, appointment /),
  })
  const mails = await world.context.database.pool.query(
    `select payload from outbox where kind = 'fitment_rule_reopened' order by created_at desc limit 1`,
  )
  expect(mails.rows[0].payload).toMatchObject({ ruleCount: 1, isCharged: false, note: didNotFit.note })
})

test('an untrue condition leaves the rule, and a stranger’s shop cannot record', async () => {
  const version = await currentVersion()
  const id = await book(world, customer, {
    date: `${world.bookableDays()[1]} 09:00`,
    productId: 2,
    fitment: { answers: {}, acceptedConditions: ['bmw-x5-e70/cic/2'], ruleVersion: version },
  })
  const { rows } = await world.context.database.pool.query(
    'select extract(epoch from starts_at)::bigint as start from appointments where id = $1',
    [id],
  )
  await world.advance(Number(rows[0].start) + 60 - Math.floor(world.context.clock.now() / 1000))
  administrator = await signInAdministrator(world)
  const { shop } = await openShop(world, administrator)
  expect((await record(id, didNotFit, shop)).status).toBe(404)
  expect((await record(id, { ...didNotFit, isConditionUntrue: true })).status).toBe(200)
  expect(await currentVersion()).toBe(version)
})
