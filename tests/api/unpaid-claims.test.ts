import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerWatch } from '../../contract/admin/customers.ts'
import { leave } from '../support/leaving.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { openShop, refusalOf, signUp, type Answer, type Person } from '../support/people.ts'

const minute = 60
const unfinished = 'pm_card_authenticationRequired'

let world: MoneyWorld
let shopId: number
beforeAll(async () => {
  world = await startMoneyWorld({
    MAX_OPEN_CLAIMS: '1',
    MAX_LAPSED_CLAIMS: '3',
    // So that a test chooses the network of its callers.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  })
  shopId = (await openShop(world, world.administrator)).shopId
})
afterAll(() => world.stop())

const claim = (person: Person, network = '198.51.100.1', changes: Record<string, unknown> = {}) =>
  person.post(
    '/api/appointments',
    orderFor(world, { shopId, date: `${world.day(0)} 10:00`, paymentMethodId: unfinished, ...changes }),
    { 'x-forwarded-for': network },
  )
const idOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id as string
}
const cancel = async (person: Person, id: string) =>
  expect((await person.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(200)
const challenge = async (id: string, outcome: 'complete' | 'fail') => {
  await world.challenge((await world.intentsOf(id))[0].id, outcome).catch(() => undefined)
  await world.runJobs()
}
async function flaggedNetwork(network: string) {
  const { networks } = (await world.administrator.get('/api/admin/customers')).body as CustomerWatch
  return networks.find((each) => each.network === network)
}

const replaced = async () => undefined
/** Ways in which a customer ends a claim without paying it. */
const ends: Record<string, (person: Person, id: string) => Promise<unknown>> = {
  'an order that replaces it': replaced,
  'a cancellation': cancel,
  'a check of the bank that fails at last': (_, id) => challenge(id, 'fail'),
  'a cancellation, with a payment afterwards': async (person, id) => {
    await cancel(person, id)
    await challenge(id, 'complete')
  },
}

test.each(Object.entries(ends))(
  'a claim that ended by %s counts like a lapsed one',
  async (name, end) => {
    const person = await signUp(world)
    const network = `203.0.113.${Object.keys(ends).indexOf(name) + 1}`
    let firstEnd = 0
    for (let round = 0; round < 3; round++) {
      const id = idOf(await claim(person, network))
      if (round === 1 && end === replaced) firstEnd = world.context.clock.now()
      await world.advance(14 * minute)
      await end(person, id)
      if (round === 0 && end !== replaced) firstEnd = world.context.clock.now()
    }
    // This order replaces the third claim.
    const open = end === replaced ? idOf(await claim(person, network)) : null
    const refused = await claim(person, network)
    expect(refusalOf(refused)).toEqual([429, 'too_many_requests'])
    const wait = Number(refused.headers.get('retry-after'))
    expect(Math.abs(world.context.clock.now() + wait * 1000 - firstEnd - 3_600_000)).toBeLessThan(5_000)
    expect(await flaggedNetwork(network)).toMatchObject({
      lapsedClaims: 3,
      customers: [{ email: person.email }],
    })
    if (open !== null) await cancel(person, open)
    await world.advance(wait)
    await cancel(person, idOf(await claim(person, network)))
  },
  60_000,
)

test('control: claims that are corrected after a minute, and a paid one that is cancelled, do not count', async () => {
  const person = await signUp(world)
  const network = '203.0.113.20'
  for (let round = 0; round < 4; round++) {
    idOf(await claim(person, network))
    await world.advance(minute)
  }
  const paid = idOf(await claim(person, network))
  await world.advance(6 * minute)
  await challenge(paid, 'complete')
  expect(await world.statusesOf(paid)).toEqual(['requires_capture'])
  await cancel(person, paid)
  await cancel(person, idOf(await claim(person, network)))
  expect(await flaggedNetwork(network)).toBeUndefined()
}, 60_000)

test('claims replaced within five minutes make their account wait after 50 minutes at most', async () => {
  const person = await signUp(world)
  const network = '203.0.113.21'
  let minutes = 0
  let answer = await claim(person, network)
  while (answer.status === 201 && minutes < 60) {
    await world.advance(4.5 * minute)
    minutes += 4.5
    answer = await claim(person, network)
  }
  expect([...refusalOf(answer), minutes <= 50]).toEqual([429, 'too_many_requests', true])
  expect(await flaggedNetwork(network)).toMatchObject({ lapsedClaims: 3 })
  await world.advance(16 * minute)
  await world.runJobs()
}, 60_000)

test('accounts that are deleted after their unpaid claims do not hide the network', async () => {
  const network = '203.0.113.22'
  for (let round = 0; round < 3; round++) {
    const person = await signUp(world)
    const id = idOf(await claim(person, network))
    await world.advance(14 * minute)
    await cancel(person, id)
    await world.runJobs()
    const left = await leave(person)
    expect(left.status, JSON.stringify(left.body)).toBe(200)
  }
  const flagged = await flaggedNetwork(network)
  expect(flagged?.lapsedClaims).toBe(3)
  expect(flagged?.customers.map(({ email }) => email.includes('deleted'))).toEqual([true, true, true])
}, 60_000)
