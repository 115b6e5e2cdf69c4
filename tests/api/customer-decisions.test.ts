import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerWatch, WatchedCustomer } from '../../contract/admin/customers.ts'
import { leave } from '../support/leaving.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { listOwn, orderFor } from '../support/orders.ts'
import { openShop, refusalOf, signUp, type Answer, type Person } from '../support/people.ts'

const minute = 60
const unfinished = 'pm_card_authenticationRequired'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld({
    MAX_OPEN_CLAIMS: '1',
    MAX_UPCOMING_APPOINTMENTS: '3',
    MAX_LAPSED_CLAIMS: '3',
    ALLOW_CONFLICTING_APPOINTMENTS: 'off',
    // So that a test chooses the network of its callers.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  })
})
afterAll(() => world.stop())

const car = (vin: string | null = null) => ({ year: 2013, make: 'BMW', model: 'X5', vin })
const order = (person: Person, changes: Record<string, unknown> = {}, network = '198.51.100.1') =>
  person.post('/api/appointments', orderFor(world, { vehicleInfo: car(), ...changes }), {
    'x-forwarded-for': network,
  })

async function watch(email?: string): Promise<CustomerWatch> {
  const path = `/api/admin/customers${email === undefined ? '' : `?email=${encodeURIComponent(email)}`}`
  const answer = await world.administrator.get(path)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as CustomerWatch
}
async function watched(person: Person): Promise<WatchedCustomer> {
  const [customer] = (await watch(person.email)).customers
  if (!customer) throw new Error(`${person.email} is not listed`)
  return customer
}
async function decide(person: Person, body: object, by = world.administrator): Promise<Answer> {
  return by.post(`/api/admin/customers/${(await watched(person)).id}/decisions`, body)
}
const block = (person: Person) => decide(person, { decision: 'block', reason: 'Takes every slot' })
const lift = (person: Person, limit: string, hours = 1) =>
  decide(person, { decision: 'lift', limit, hours, reason: 'Owns a fleet' })

/** A customer with as many upcoming appointments as the limit allows, the last one at the built-in shop. */
async function fullCustomer(shopId: number): Promise<Person> {
  const person = await signUp(world)
  for (const index of [0, 1, 2]) {
    const shop = index < 2 ? { shopId } : {}
    const answer = await order(person, { ...shop, date: `${world.day(index)} 09:00` })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
  return person
}
const openedShop = async () => (await openShop(world, world.administrator)).shopId

test('administrators see who hit which limit, when, and from which network', async () => {
  const shopId = await openedShop()
  const person = await fullCustomer(shopId)
  const before = (await world.administrator.get('/api/admin/attention')).body.limitedCustomers as number
  for (const network of ['198.51.100.7', '198.51.100.7', '203.0.113.9'])
    expect(refusalOf(await order(person, { shopId, date: `${world.day(3)} 09:00` }, network))).toEqual([
      409,
      'too_many_appointments',
    ])
  const own = (await listOwn(person)) as { id: string; shopId: number }[]
  const moved = own.find((one) => one.shopId === shopId)
  const onto = await person.patch(
    `/api/appointments/${moved?.id}`,
    { date: world.day(2), time: '10:00' },
    { 'x-forwarded-for': '198.51.100.8' },
  )
  expect(refusalOf(onto)).toEqual([409, 'own_appointment_then'])
  const { hits } = await watched(person)
  const told = hits.map(({ limit, network, hits: times }) => `${limit} from ${network}: ${times}`)
  expect(told.toSorted()).toEqual([
    'own_appointment_then from 198.51.100.8: 1',
    'too_many_appointments from 198.51.100.7: 2',
    'too_many_appointments from 203.0.113.9: 1',
  ])
  for (const { firstAt, lastAt } of hits) {
    expect(Math.abs(Date.parse(lastAt) - world.context.clock.now())).toBeLessThan(60_000)
    expect(Date.parse(firstAt)).toBeLessThanOrEqual(Date.parse(lastAt))
  }
  expect((await watch()).customers.map(({ email }) => email)).toContain(person.email)
  const attention = async () => (await world.administrator.get('/api/admin/attention')).body.limitedCustomers
  expect(await attention()).toBe(before + 1)
  expect((await lift(person, 'too_many_appointments')).status).toBe(201)
  expect(await attention()).toBe(before)
})

test('a lifted limit is lifted for its time, for its customer and alone', async () => {
  const shopId = await openedShop()
  const [person, other] = [await fullCustomer(shopId), await signUp(world)]
  for (const index of [4, 5, 6]) await order(other, { shopId, date: `${world.day(index)} 09:00` })
  expect((await lift(person, 'too_many_appointments', 2)).status).toBe(201)
  const overlapping = await order(person, { date: `${world.day(0)} 10:00` })
  expect(refusalOf(overlapping)).toEqual([409, 'own_appointment_then'])
  expect((await order(person, { shopId, date: `${world.day(3)} 09:00` })).status).toBe(201)
  expect(refusalOf(await order(other, { shopId, date: `${world.day(7)} 09:00` }))[1]).toBe(
    'too_many_appointments',
  )
  expect((await lift(person, 'own_appointment_then', 2)).status).toBe(201)
  expect((await order(person, { date: `${world.day(0)} 10:00` })).status).toBe(201)
  expect((await watched(person)).lifted.map(({ limit }) => limit).toSorted()).toEqual([
    'own_appointment_then',
    'too_many_appointments',
  ])
  await world.advance(121 * minute)
  expect((await watched(person)).lifted).toEqual([])
  expect(refusalOf(await order(person, { shopId, date: `${world.day(8)} 09:00` }))[1]).toBe(
    'too_many_appointments',
  )
  // Those over the limit keep what they have.
  expect((await listOwn(person)).length).toBe(5)
})

test('a vehicle twice is possible while that limit is lifted', async () => {
  const shopId = await openedShop()
  const person = await signUp(world)
  const vehicleInfo = car('WBAJU7C51KB990001')
  await order(person, { shopId, vehicleInfo, date: `${world.day(0)} 09:00` })
  const again = () => order(person, { shopId, vehicleInfo, date: `${world.day(1)} 09:00` })
  expect(refusalOf(await again())[1]).toBe('vehicle_has_appointment')
  await lift(person, 'vehicle_has_appointment')
  expect((await again()).status).toBe(201)
})

test('three lapsed claims of one network flag it, also across accounts; lifted, they do not make one wait', async () => {
  const shopId = await openedShop()
  const person = await signUp(world)
  const attempt = (by: Person, index: number, network: string) =>
    order(by, { shopId, date: `${world.day(index)} 14:00`, paymentMethodId: unfinished }, network)
  const networksOf = async () => (await watch()).networks.map(({ network }) => network)
  for (const round of [0, 1, 2]) {
    expect((await attempt(person, round, '203.0.113.50')).status).toBe(201)
    // Another network, whose claims lie further apart than an hour.
    if (round < 2) expect((await attempt(await signUp(world), round + 3, '203.0.113.51')).status).toBe(201)
    await world.advance(16 * minute)
    await world.runJobs()
  }
  expect(await networksOf()).toContain('203.0.113.50')
  expect(await networksOf()).not.toContain('203.0.113.51')
  const [flagged] = (await watch()).networks.filter(({ network }) => network === '203.0.113.50')
  expect(flagged).toMatchObject({ lapsedClaims: 3, customers: [{ email: person.email }] })
  const { flaggedNetworks } = (await world.administrator.get('/api/admin/attention')).body
  expect(flaggedNetworks).toBe((await networksOf()).length)

  expect(refusalOf(await attempt(person, 5, '203.0.113.50'))).toEqual([429, 'too_many_requests'])
  expect((await watched(person)).hits.map(({ limit }) => limit)).toEqual(['lapsed_claims'])
  await lift(person, 'lapsed_claims')
  expect((await attempt(person, 5, '203.0.113.50')).status).toBe(201)

  for (const round of [0, 1, 2]) {
    expect((await attempt(await signUp(world), round + 6, '203.0.113.52')).status).toBe(201)
    await world.advance(16 * minute)
    await world.runJobs()
  }
  const [across] = (await watch()).networks.filter(({ network }) => network === '203.0.113.52')
  expect(across?.customers).toHaveLength(3)
})

test('a blocked customer sees and cancels appointments, and neither books, moves nor changes one', async () => {
  const shopId = await openedShop()
  const person = await signUp(world)
  const book = (index: number) => order(person, { shopId, date: `${world.day(index)} 09:00` })
  const id = (await book(0)).body.id as string
  const paths = ['/api/appointments/user/all', `/api/appointments/user/${person.email}`]
  const told = () =>
    Promise.all(paths.map(async (path) => (await person.get(path)).headers.get('x-booking-refused')))
  expect(await told()).toEqual([null, null])
  expect((await block(person)).body).toMatchObject({ isBlocked: true })
  expect(await told()).toEqual(['customer_blocked', 'customer_blocked'])
  const blocked = [403, 'customer_blocked']
  expect(refusalOf(await book(1))).toEqual(blocked)
  expect(
    refusalOf(await person.patch(`/api/appointments/${id}`, { date: world.day(2), time: '10:00' })),
  ).toEqual(blocked)
  expect(refusalOf(await person.patch(`/api/appointments/${id}`, { productId: 3 }))).toEqual(blocked)
  expect((await book(1)).body.error).toMatch(/^Booking is paused for your account\./)
  // A limit that is lifted, even afterwards, does not unblock.
  await lift(person, 'too_many_appointments')
  expect(refusalOf(await book(1))).toEqual(blocked)

  expect((await person.get('/api/account')).status).toBe(200)
  expect(((await listOwn(person)) as { status: string }[]).map(({ status }) => status)).toEqual(['scheduled'])
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  expect((await person.get(`/api/appointments/${id}/calendar`)).status).toBe(200)
  expect((await person.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(200)

  expect((await decide(person, { decision: 'unblock', reason: 'Called us' })).body.isBlocked).toBe(false)
  expect((await book(1)).status).toBe(201)
})

test('a block releases the unpaid claim, whose late payment goes back', async () => {
  const shopId = await openedShop()
  const person = await signUp(world)
  const date = `${world.day(0)} 09:00`
  const claimed = await order(person, { shopId, date, paymentMethodId: unfinished })
  expect(claimed.body.requiresAction).toBe(true)
  await block(person)
  // The shop has one bay.
  expect((await order(await signUp(world), { shopId, date })).status).toBe(201)
  const [intent] = await world.intentsOf(claimed.body.id as string)
  await world.challenge(intent?.id as string, 'complete').catch(() => undefined)
  await world.advance(minute)
  await world.runJobs()
  await expect.poll(() => world.statusesOf(claimed.body.id as string)).toEqual(['canceled'])
})

test('a block ends a dearer package that is still at the bank, and keeps the present hold', async () => {
  const shopId = await openedShop()
  const person = await signUp(world)
  const date = `${world.day(0)} 09:00`
  const asks = 'pm_card_authenticationRequired'
  const id = (await order(person, { shopId, date, paymentMethodId: asks })).body.id as string
  await world.challenge((await world.intentsOf(id))[0]?.id as string, 'complete')
  await world.runJobs()
  const asked = await person.patch(`/api/appointments/${id}`, { productId: 2, amount: 799 })
  expect(asked.body).toMatchObject({ requiresAction: true })
  await block(person)
  await world.challenge((await world.intentsOf(id)).at(-1)?.id as string, 'complete')
  await world.runJobs()
  await expect.poll(() => world.statusesOf(id)).toEqual(['requires_capture', 'canceled'])
  expect(((await listOwn(person)) as { productId: number }[])[0]?.productId).toBe(1)
})

test('of a block and orders at once, no order comes after the block', async () => {
  const shopId = await openedShop()
  const person = await signUp(world)
  const blocking = block(person)
  const orders = await Promise.all(
    [0, 1, 2, 3].map((index) => order(person, { shopId, date: `${world.day(index)} 09:00` })),
  )
  expect((await blocking).status).toBe(201)
  for (const answer of orders) expect([201, 403, 402, 409]).toContain(answer.status)
  const count = async () => ((await listOwn(person)) as { status: string }[]).length
  const after = await count()
  expect(refusalOf(await order(person, { shopId, date: `${world.day(5)} 09:00` }))[1]).toBe(
    'customer_blocked',
  )
  expect(await count()).toBe(after)
})

test('each decision is kept with its author, time and reason; one without effect is not', async () => {
  const person = await signUp(world)
  await block(person)
  await block(person)
  await decide(person, { decision: 'unblock', reason: 'Called us' })
  const { decisions } = await watched(person)
  expect(decisions.map(({ decision, reason, decidedBy }) => [decision, reason, decidedBy])).toEqual([
    ['unblock', 'Called us', world.administrator.email],
    ['block', 'Takes every slot', world.administrator.email],
  ])
  for (const { decidedAt } of decisions)
    expect(Math.abs(Date.parse(decidedAt) - world.context.clock.now())).toBeLessThan(60_000)
})

test('only a customer can be decided about, with a reason and a limit that exists', async () => {
  const person = await signUp(world)
  const { shop } = await openShop(world, world.administrator)
  const { id } = (await shop.get('/api/account')).body.user as { id: string }
  const about = (target: string, body: object) =>
    world.administrator.post(`/api/admin/customers/${target}/decisions`, body)
  const { id: own } = (await world.administrator.get('/api/account')).body.user as { id: string }
  for (const target of [id, own, 'no-such-person'])
    expect((await about(target, { decision: 'block', reason: 'Test' })).status).toBe(404)
  const customer = await watched(person)
  for (const body of [
    { decision: 'block' },
    { decision: 'block', reason: ' ' },
    { decision: 'lift', reason: 'Fleet' },
    { decision: 'lift', limit: 'cards', hours: 1, reason: 'Fleet' },
    { decision: 'lift', limit: 'lapsed_claims', hours: 721, reason: 'Fleet' },
  ])
    expect((await about(customer.id, body)).status).toBe(400)
  expect((await watched(person)).decisions).toEqual([])
})

test('a vehicle of several accounts is listed, and refused to none of them', async () => {
  const shopId = await openedShop()
  const vehicleInfo = car('WBAJU7C51KB990002')
  const people = [await signUp(world), await signUp(world)]
  for (const [index, person] of people.entries())
    expect((await order(person, { shopId, vehicleInfo, date: `${world.day(index)} 09:00` })).status).toBe(201)
  const shared = (await watch()).sharedVehicles.filter(({ vin }) => vin === vehicleInfo.vin)
  expect(shared.flatMap(({ customers }) => customers.map(({ email }) => email)).toSorted()).toEqual(
    people.map(({ email }) => email).toSorted(),
  )
  for (const { vin, customers } of (await watch()).sharedVehicles)
    expect([vin, customers.length]).not.toEqual([vin, 1])
})

test('an owner reads limits and decisions in the file of the account, and the deletion removes them', async () => {
  const person = await signUp(world)
  const claimed = await order(
    person,
    { date: `${world.day(9)} 09:00`, paymentMethodId: unfinished },
    '203.0.113.77',
  )
  expect(claimed.status).toBe(201)
  const again = { vehicleInfo: car(), date: `${world.day(9)} 10:00` }
  await order(person, again, '203.0.113.77')
  await decide(person, { decision: 'block', reason: 'Unmistakable reason' })
  const { againstAbuse } = (await person.get('/api/account/data')).body
  expect(againstAbuse.decisions).toMatchObject([{ decision: 'block', reason: 'Unmistakable reason' }])
  expect(againstAbuse.orders[0]).toMatchObject({ network: '203.0.113.77' })
  for (const { id } of (await listOwn(person)) as { id: string }[])
    await person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  await world.runJobs()
  const left = await leave(person)
  expect(left.status, JSON.stringify(left.body)).toBe(200)
  const { pool } = world.context.database
  for (const table of ['claim_networks', 'customer_limit_hits', 'customer_decisions']) {
    const { rows } = await pool.query(
      `select 1 from ${table} t where t::text like '%203.0.113.77%' or t::text like '%Unmistakable reason%'`,
    )
    expect([table, rows.length]).toEqual([table, 0])
  }
})

test('networks are forgotten after 30 days and hit limits after 90', async () => {
  const { pool } = world.context.database
  const count = async (table: string) =>
    Number((await pool.query(`select count(*) as n from ${table}`)).rows[0].n)
  expect(await count('claim_networks')).toBeGreaterThan(0)
  expect(await count('customer_limit_hits')).toBeGreaterThan(0)
  await world.advance(31 * 86_400)
  await world.runJobs()
  expect(await count('claim_networks')).toBe(0)
  expect(await count('customer_limit_hits')).toBeGreaterThan(0)
  await world.advance(60 * 86_400)
  await world.runJobs()
  expect(await count('customer_limit_hits')).toBe(0)
})
