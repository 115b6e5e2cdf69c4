import { afterAll, beforeAll, expect, test } from 'vitest'
import { book } from '../support/orders.ts'
import { personWith, registerShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let people: Record<'visitor' | 'customer' | 'shop' | 'administrator', Person>
let appointmentId: string

beforeAll(async () => {
  world = await startWorld()
  people = {
    visitor: personWith(world, ''),
    customer: await signUp(world),
    shop: await registerShop(world),
    administrator: await signInAdministrator(world),
  }
  appointmentId = await book(world, people.customer)
})
afterAll(() => world.stop())

const missing = '00000000-0000-7000-8000-000000000000'

async function statuses(call: (person: Person) => Promise<{ status: number }>): Promise<number[]> {
  const { visitor, customer, shop, administrator } = people
  const found = []
  for (const person of [visitor, customer, shop, administrator]) found.push((await call(person)).status)
  return found
}

test('only the owner’s address can read its appointments', async () => {
  const own = (person: Person) =>
    person.get(`/api/appointments/user/${encodeURIComponent(person.email || 'a@b.test')}`)
  expect(await statuses(own)).toEqual([401, 200, 200, 200])
  expect(await statuses((person) => person.get('/api/appointments/user/someone%40else.test'))).toEqual([
    401, 403, 403, 403,
  ])
})

test('the fallback uses the session’s own address and ignores a header', async () => {
  expect(await statuses((person) => person.get('/api/appointments/user/all'))).toEqual([401, 200, 200, 200])
  const named = (person: Person) =>
    person.get('/api/appointments/user/all', { 'x-user-email': people.customer.email })
  expect(await statuses(named)).toEqual([401, 200, 403, 403])
  expect((await named(people.customer)).body).toHaveLength(1)
})

test('free times are public', async () => {
  expect(
    await statuses((person) => person.get('/api/appointments/availability?date=2026-12-01&shopId=5')),
  ).toEqual([200, 200, 200, 200])
})

test('only its customer can change an appointment', async () => {
  const change = (id: string) => (person: Person) => person.patch(`/api/appointments/${id}`, { productId: 1 })
  expect(await statuses(change(appointmentId))).toEqual([401, 200, 403, 403])
  expect(await statuses(change(missing))).toEqual([401, 404, 403, 403])
})

test('the appointment list is open to administrators, and to a shop for its own rows', async () => {
  const list = (person: Person) => person.get('/api/admin/appointments')
  expect(await statuses(list)).toEqual([401, 403, 200, 200])
  expect((await list(people.shop)).body).toEqual([])
  expect((await list(people.administrator)).body).toMatchObject([
    { id: appointmentId, paymentStatus: 'authorized', customerEmail: 'receipt@example.test' },
  ])
  expect((await list(people.administrator)).body[0].appointmentDate).toMatch(/T09:00:00-0[78]:00$/)
})

test('capture and cancel are for staff; another shop’s appointment answers as missing', async () => {
  for (const id of [missing, appointmentId]) {
    const shopAnswer = await people.shop.post(`/api/admin/appointments/${id}/capture`)
    expect([shopAnswer.status, shopAnswer.body]).toEqual([404, { error: 'Not found.' }])
  }
  const cancel = (person: Person) =>
    person.patch(`/api/admin/appointments/${missing}/status`, { status: 'cancelled' })
  expect(await statuses(cancel)).toEqual([401, 403, 404, 404])
  const capture = (person: Person) => person.post(`/api/admin/appointments/${missing}/capture`)
  expect(await statuses(capture)).toEqual([401, 403, 404, 404])
})

test('a signed-in person cannot register a shop', async () => {
  expect(await statuses((person) => person.post('/api/register-shop', {}))).toEqual([400, 403, 403, 403])
})
