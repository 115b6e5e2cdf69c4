import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, fittingVin, orderFor } from '../support/orders.ts'
import { newEmail, openShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { addVisit, contactOf } from '../support/visits.ts'

let world: World
let administrator: Person
let owner: Person
let shopId: number

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  const opened = await openShop(world, administrator)
  owner = opened.shop
  shopId = opened.shopId
})
afterAll(() => world.stop())

let days = 0
const nextDate = () => `${world.bookableDays()[days++]} 09:00`
/** Books at the shop, each time another day and another car. */
function bookHere(person: Person, changes: Record<string, unknown> = {}): Promise<string> {
  const date = nextDate()
  const vehicleInfo = { year: 2013, make: 'BMW', model: 'X5', vin: fittingVin(1000 + days) }
  return book(world, person, { shopId, date, vehicleInfo, ...changes })
}

const add = async (facts: object, person = owner) => {
  const { status, body } = await person.post('/api/admin/contacts', { shopId, ...facts })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: string }
}
const read = async (id: string, person = owner) => (await person.get(`/api/admin/contacts/${id}`)).body

test('an account has one contact at a shop, with what its orders said first', async () => {
  const customer = await signUp(world)
  const first = await bookHere(customer, { name: 'Casey Rivera', phone: '(626) 555-0142' })
  const second = await bookHere(customer, { name: 'C. Rivera', phone: '(626) 555-0199' })
  const id = await contactOf(world, first)
  expect(await contactOf(world, second)).toBe(id)
  const page = await read(id)
  expect(page).toMatchObject({
    shopId,
    name: 'Casey Rivera',
    phone: '6265550142',
    email: 'receipt@example.test',
    hasAccount: true,
    counts: { upcoming: 2, completed: 0, cancelled: 0 },
    money: { chargedCents: 0, refundedCents: 0, disputedCents: 0, heldCents: 99_800 },
    notes: [],
    merges: [],
  })
  expect(page.upcoming.map((each: { id: string }) => each.id)).toEqual([first, second])
  expect(page.cars).toHaveLength(2)
})

test('another shop has its own contact of the same account', async () => {
  const customer = await signUp(world)
  const here = await contactOf(world, await bookHere(customer))
  const date = nextDate()
  const there = await contactOf(world, await book(world, customer, { date }))
  expect(there).not.toBe(here)
  expect((await owner.get(`/api/admin/contacts/${there}`)).status).toBe(404)
  expect((await administrator.get(`/api/admin/contacts/${there}`)).status).toBe(200)
})

test('a contact that the desk typed is claimed by the proven email of an account, and by nothing else', async () => {
  const email = newEmail()
  const typed = await add({ name: 'Maria L.', phone: '(512) 555-4417', email: email.toUpperCase() })
  const namesake = await signUp(world)
  const asked = { name: 'Maria L.', phone: '(512) 555-4417', email }
  expect(await contactOf(world, await bookHere(namesake, asked))).not.toBe(typed.id)
  const customer = await signUp(world, email)
  const unproven = await contactOf(world, await bookHere(customer))
  expect(unproven).not.toBe(typed.id)

  const proven = await signUp(world)
  await proveOwnAddress(world, proven.email)
  const known = await add({ name: 'Pat Known', email: proven.email })
  expect(await contactOf(world, await bookHere(proven, { phone: '(626) 555-0177' }))).toBe(known.id)
  // The typed name stays; the empty phone is filled.
  expect(await read(known.id)).toMatchObject({ name: 'Pat Known', phone: '6265550177', hasAccount: true })
})

test('an order of the version before gets the contact of its account', async () => {
  const customer = await signUp(world)
  const booked = await bookHere(customer)
  const { rows } = await world.context.database.pool.query<{ customer_id: string }>(
    'select customer_id from appointments where id = $1',
    [booked],
  )
  const account = rows[0]?.customer_id ?? ''
  const before = await addVisit(world, { shopId, name: 'Casey Rivera', customer: account, inHours: 900 })
  expect(await contactOf(world, before)).toBe(await contactOf(world, booked))
  const stranger = await addVisit(world, { shopId, name: 'Sam Before', phone: '6265550123', inHours: 930 })
  expect(await read(await contactOf(world, stranger))).toMatchObject({
    name: 'Sam Before',
    phone: '6265550123',
    counts: { upcoming: 1 },
  })
})

test('a correction of an appointment corrects its contact, where it had the same value', async () => {
  const customer = await signUp(world)
  const booked = await bookHere(customer, { name: 'Caysey Rivera' })
  const id = await contactOf(world, booked)
  const correct = (contact: object) => owner.patch(`/api/admin/appointments/${booked}/contact`, contact)
  expect((await correct({ name: 'Casey Rivera', phone: '(626) 555-0111' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ name: 'Casey Rivera', phone: '6265550111' })
  expect((await owner.patch(`/api/admin/contacts/${id}`, { name: 'Casey (blue BMW)' })).status).toBe(200)
  expect((await correct({ name: 'Casey R.' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ name: 'Casey (blue BMW)' })
})

test('the desk adds a person, changes them, writes notes and adds cars', async () => {
  const { id } = await add({ name: 'Walter In', phone: '+1 626 555 0150' })
  expect(await read(id)).toMatchObject({
    name: 'Walter In',
    phone: '6265550150',
    email: null,
    hasAccount: false,
  })
  const change = (body: object) => owner.patch(`/api/admin/contacts/${id}`, body)
  expect((await change({ phone: null, email: 'walter@example.test' })).body).toMatchObject({
    name: 'Walter In',
    phone: null,
    email: 'walter@example.test',
  })
  expect((await change({})).status).toBe(400)
  expect((await change({ name: '' })).status).toBe(400)
  expect((await change({ phone: '12345' })).status).toBe(400)

  const note = (text: string) => owner.post(`/api/admin/contacts/${id}/notes`, { text })
  expect((await note('Prefers a call')).status).toBe(201)
  const { body } = await note('Has a dog in the car')
  expect(body.notes).toMatchObject([
    { text: 'Has a dog in the car', by: { role: 'shop' } },
    { text: 'Prefers a call' },
  ])
  expect((await note('x'.repeat(501))).status).toBe(400)

  const car = { year: 1999, make: 'Lada', model: 'Niva', vin: '1hgfc2f59ja031999' }
  const added = (await owner.post(`/api/admin/contacts/${id}/cars`, car)).body
  expect(added.cars).toEqual([{ ...car, vin: '1HGFC2F59JA031999', id: expect.any(Number) }])
  const found = (await owner.get('/api/admin/search?q=lada%20031999')).body
  expect(found.contacts.map((each: { id: string }) => each.id)).toEqual([id])
  const remove = () => owner.remove(`/api/admin/contacts/${id}/cars/${added.cars[0].id}`)
  expect((await remove()).body.cars).toEqual([])
  expect((await remove()).status).toBe(404)
})

test('the list has the people of one shop by name, in pages, and finds by words', async () => {
  const crowd = await openShop(world, administrator)
  for (let number = 0; number < 52; number += 1)
    await addVisit(world, { shopId: crowd.shopId, name: `Person ${String(number).padStart(2, '0')}` })
  await addVisit(world, { shopId: crowd.shopId, name: 'Window Shopper', state: 'released' })
  await add({ shopId: crowd.shopId, name: 'Ångström, Ada' }, crowd.shop)
  const list = (query: string, person = crowd.shop) =>
    person.get(`/api/admin/contacts?shopId=${crowd.shopId}${query}`)
  const first = (await list('')).body
  expect(first.contacts[0]).toMatchObject({ name: 'Ångström, Ada', appointments: 0, nextAt: null })
  expect(first.contacts[1]).toMatchObject({ name: 'Person 00', appointments: 1, nextAt: expect.any(String) })
  const second = (await list(`&after=${first.nextAfter}`)).body
  expect(second.nextAfter).toBeNull()
  const names = [...first.contacts, ...second.contacts].map((each: { name: string }) => each.name)
  expect(names).toHaveLength(53)
  expect(names.at(-1)).toBe('Person 51')
  expect((await list('&search=angstrom')).body.contacts).toHaveLength(1)
  expect((await list('&search=person51')).body.contacts).toHaveLength(1)
  expect((await list(`&search=${'x'.repeat(201)}`)).body).toEqual({ contacts: [], nextAfter: null })
  expect((await list('', owner)).status).toBe(404)
  expect((await list('', administrator)).body.contacts).toHaveLength(50)
})

test('another shop neither reads nor changes a contact, and learns nothing of it', async () => {
  const stranger = (await openShop(world, administrator)).shop
  const { id } = await add({ name: 'Private Person', phone: '(626) 555-0160' })
  const other = await add({ name: 'Private Person' })
  const car = (
    await owner.post(`/api/admin/contacts/${id}/cars`, { year: 2018, make: 'Honda', model: 'Civic' })
  ).body.cars[0].id as number
  const before = await read(id)
  const merge = { otherId: other.id, name: 'Private Person', phone: null, email: null }
  const attempts = [
    () => stranger.get(`/api/admin/contacts/${id}`),
    () => stranger.patch(`/api/admin/contacts/${id}`, { name: 'Taken' }),
    () => stranger.post(`/api/admin/contacts/${id}/notes`, { text: 'Taken' }),
    () => stranger.post(`/api/admin/contacts/${id}/cars`, { year: 2018, make: 'Honda', model: 'Fit' }),
    () => stranger.remove(`/api/admin/contacts/${id}/cars/${car}`),
    () => stranger.post(`/api/admin/contacts/${id}/merge`, merge),
    () => stranger.post('/api/admin/contacts', { shopId, name: 'Mine' }),
  ]
  for (const attempt of attempts) expect((await attempt()).body).toEqual({ error: 'Not found.' })
  expect(await read(id)).toEqual(before)
})

test('a number known under two names is two people, and each page names the other', async () => {
  const phone = '6265550188'
  const one = await contactOf(
    world,
    await addVisit(world, { shopId, name: 'Ana Duarte', phone, inHours: 960 }),
  )
  const two = await contactOf(
    world,
    await addVisit(world, { shopId, name: 'Rui Duarte', phone, inHours: 990 }),
  )
  expect(one).not.toBe(two)
  expect((await read(one)).samePerson).toEqual([
    { id: two, name: 'Rui Duarte', phone, email: expect.any(String), appointments: 1, same: ['phone'] },
  ])
  const typed = await add({ name: 'ana duarte', phone: '(626) 555-0188' })
  expect((await read(typed.id)).samePerson).toMatchObject([
    { id: one, same: ['phone', 'name'] },
    { id: two, same: ['phone'] },
  ])
  const found = (await owner.get('/api/admin/search?q=626-555-0188')).body
  expect(found.contacts).toHaveLength(3)
})

test('an order that is never paid for shows the shop no person', async () => {
  const customer = await signUp(world)
  const refused = await customer.post(
    '/api/appointments',
    orderFor(world, {
      shopId,
      date: nextDate(),
      paymentMethodId: 'pm_card_chargeDeclined',
    }),
  )
  expect(refused.status).toBe(402)
  const { rows } = await world.context.database.pool.query<{ id: string }>(
    'select c.id from contacts c join users u on u.id = c.user_id where u.email = $1',
    [customer.email],
  )
  const id = rows[0]?.id ?? ''
  expect(id).not.toBe('')
  expect((await owner.get(`/api/admin/contacts/${id}`)).status).toBe(404)
  expect((await owner.post(`/api/admin/contacts/${id}/notes`, { text: 'Seen' })).status).toBe(404)
})
