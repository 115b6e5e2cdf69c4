import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import { refusals } from '../../contract/refusals.ts'
import { accountHeader, type EndpointName } from '../../contract/routes.ts'
import { orderFor } from '../support/orders.ts'
import { registerShop, send, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let first: Person & { id: string }
/** One person of each role, with the id of the account. */
let people: Record<'customer' | 'shop' | 'administrator', Person & { id: string }>

async function withId(person: Person): Promise<Person & { id: string }> {
  const { body } = await person.get('/api/auth/get-session')
  return { ...person, id: body.user.id as string }
}

beforeAll(async () => {
  world = await startWorld()
  first = await withId(await signUp(world))
  people = {
    customer: await withId(await signUp(world)),
    shop: await withId(await registerShop(world)),
    administrator: await withId(await signInAdministrator(world)),
  }
})
afterAll(() => world.stop())

const guarded = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
  Array.isArray(endpoints[name].audience),
)

/** Calls the endpoint as a permitted role, about nothing that exists. */
function callFor(name: EndpointName, account: string | null) {
  const endpoint: Endpoint = endpoints[name]
  const roles = Object.keys(people) as (keyof typeof people)[]
  const role =
    roles.find((each) => endpoint.audience.includes(each === 'shop' ? 'owner' : each)) ?? 'customer'
  const address = endpoint.path
    .replace(':email', 'no-one%40example.test')
    .replace(':provider', 'google')
    .replace(/:(closureId|bayId)/, '1')
    .replace(':id', endpoint.path.includes('/shops/') ? '999999' : '00000000-0000-7000-8000-000000000000')
  return send(world, endpoint.method, address, {
    ...(endpoint.body ? { body: {} } : {}),
    headers: { cookie: people[role].cookie, ...(account === null ? {} : { [accountHeader]: account }) },
  })
}

test.each(guarded)('%s refuses a page that was drawn for another account', async (name) => {
  const refused = await callFor(name, first.id)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'other_account'])
  expect(refused.body).toEqual({ error: refusals.other_account })
})

test('every call that is not public is compared, reads included', () => {
  expect(guarded.length).toBeGreaterThan(40)
  expect(guarded.some((name) => endpoints[name].method === 'GET')).toBe(true)
})

test('an order of another account’s page books nothing; one of the own page, or of a program, books', async () => {
  const order = (day: number) => orderFor(world, { date: `${world.bookableDays()[day]} 09:00` })
  const countOf = async (person: Person) => {
    const { body } = await person.get('/api/appointments/user/all', { 'x-user-email': person.email })
    return body.length as number
  }
  const { customer } = people
  const refused = await customer.post('/api/appointments', order(0), { [accountHeader]: first.id })
  expect(refused.headers.get('x-refusal')).toBe('other_account')
  expect([await countOf(first), await countOf(customer)]).toEqual([0, 0])
  const own = await customer.post('/api/appointments', order(0), { [accountHeader]: customer.id })
  const ofProgram = await first.post('/api/appointments', order(1))
  expect([own.status, ofProgram.status]).toEqual([201, 201])
  expect([await countOf(first), await countOf(customer)]).toEqual([1, 1])
})

test('an ended session is named before the account', async () => {
  const { body, status } = await send(world, 'GET', '/api/account', {
    headers: { [accountHeader]: first.id },
  })
  expect([status, body.error]).toEqual([401, refusals.not_signed_in])
})
