import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollUntil } from '../../server/concurrency/poll-until.ts'
import { askOtherwise } from '../reliability/ask-otherwise.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { orderFor } from '../support/orders.ts'
import {
  openShop,
  personWith,
  signInAdministrator,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'
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

let people = 0

/** A contact with an account, one appointment, a note and a typed car. */
async function addPerson(facts: { name: string; phone: string; email?: string }) {
  people += 1
  const visit = await addVisit(world, { shopId, inHours: 100 + people, ...facts })
  const id = await contactOf(world, visit)
  await owner.post(`/api/admin/contacts/${id}/notes`, { text: `About ${facts.name}` })
  await owner.post(`/api/admin/contacts/${id}/cars`, { year: 2000 + people, make: 'Honda', model: 'Civic' })
  return { id, visit, ...facts, email: facts.email ?? `${visit}@example.test` }
}

const read = async (id: string) => (await owner.get(`/api/admin/contacts/${id}`)).body
const merge = (keptId: string, body: object, person = owner): Promise<Answer> =>
  person.post(`/api/admin/contacts/${keptId}/merge`, body)
const undo = (keptId: string, mergeId: string, person = owner): Promise<Answer> =>
  person.post(`/api/admin/contacts/${keptId}/merges/${mergeId}/undo`)

const factsOf = (page: Answer['body']) => ({
  name: page.name,
  phone: page.phone,
  email: page.email,
  visits: page.upcoming.map((each: { id: string }) => each.id),
  notes: page.notes.map((each: { text: string }) => each.text),
  cars: page.cars.map((each: { year: number }) => each.year),
})

test('a merge moves all to the kept record, and an undo puts it back exactly', async () => {
  const kept = await addPerson({ name: 'Maria Lopez', phone: '6265550201' })
  const other = await addPerson({ name: 'M. Lopez', phone: '6265550202' })
  const [before, otherBefore] = [factsOf(await read(kept.id)), factsOf(await read(other.id))]
  const picked = { otherId: other.id, name: 'Maria Lopez', phone: other.phone, email: kept.email }
  const merged = await merge(kept.id, picked)
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  expect(merged.body).toMatchObject({ name: 'Maria Lopez', phone: other.phone, email: kept.email })
  expect(merged.body.upcoming).toHaveLength(2)
  expect(merged.body.notes).toHaveLength(2)
  expect(merged.body.merges).toMatchObject([{ name: 'M. Lopez', by: { role: 'shop' } }])
  // The merged record stands for the kept one, and is in no list.
  expect((await read(other.id)).id).toBe(kept.id)
  const listed = (await owner.get(`/api/admin/contacts?shopId=${shopId}&search=lopez`)).body.contacts
  expect(listed.map((each: { id: string }) => each.id)).toEqual([kept.id])

  await owner.post(`/api/admin/contacts/${kept.id}/notes`, { text: 'Written since' })
  const undone = await undo(kept.id, merged.body.merges[0].id)
  expect(undone.status, JSON.stringify(undone.body)).toBe(200)
  expect(factsOf(undone.body)).toEqual({ ...before, notes: ['Written since', ...before.notes] })
  expect(undone.body.merges).toEqual([])
  expect(factsOf(await read(other.id))).toEqual(otherBefore)
  const again = await undo(kept.id, merged.body.merges[0].id)
  expect([again.status, again.body]).toEqual([409, { error: 'This merge was already undone.' }])
})

test('an undo keeps a field that was edited since', async () => {
  const kept = await addPerson({ name: 'Edith Kept', phone: '6265550203' })
  const other = await addPerson({ name: 'Edith Other', phone: '6265550204' })
  const { body } = await merge(kept.id, {
    otherId: other.id,
    name: other.name,
    phone: other.phone,
    email: kept.email,
  })
  await owner.patch(`/api/admin/contacts/${kept.id}`, { phone: '(626) 555-0299' })
  await undo(kept.id, body.merges[0].id)
  expect(await read(kept.id)).toMatchObject({ name: 'Edith Kept', phone: '6265550299' })
})

test('an order of the merged account comes to the kept record, and goes back with an undo', async () => {
  const customer = await signUp(world)
  const order = (date: string) => customer.post('/api/appointments', orderFor(world, { shopId, date }))
  const first = (await order(`${world.bookableDays()[1]} 09:00`)).body.id as string
  const own = await contactOf(world, first)
  const kept = await addPerson({ name: 'Casey R', phone: '6265550205' })
  const picked = { otherId: own, name: kept.name, phone: kept.phone, email: kept.email }
  const merged = await merge(kept.id, picked)
  await customer.patch(`/api/appointments/${first}`, { status: 'cancelled' })
  const second = (await order(`${world.bookableDays()[2]} 09:00`)).body.id as string
  expect(await contactOf(world, second)).toBe(kept.id)
  await undo(kept.id, merged.body.merges[0].id)
  expect(await contactOf(world, second)).toBe(own)
  expect(await contactOf(world, kept.visit)).toBe(kept.id)
})

test('a typed record without an account takes over that of the merged one', async () => {
  const account = await addPerson({ name: 'Lee Account', phone: '6265550206' })
  const typed = (await owner.post('/api/admin/contacts', { shopId, name: 'Lee' })).body
  expect(typed.hasAccount).toBe(false)
  const picked = { otherId: account.id, name: 'Lee', phone: account.phone, email: account.email }
  const merged = (await merge(typed.id, picked)).body
  expect(merged.hasAccount).toBe(true)
  const undone = (await undo(typed.id, merged.merges[0].id)).body
  expect(undone).toMatchObject({ hasAccount: false, phone: null, email: null, upcoming: [] })
  expect((await read(account.id)).hasAccount).toBe(true)
})

test('a merge needs two known records of one shop, as they are now', async () => {
  const kept = await addPerson({ name: 'Kim Kept', phone: '6265550207' })
  const other = await addPerson({ name: 'Kim Other', phone: '6265550208' })
  const picked = { otherId: other.id, name: kept.name, phone: kept.phone, email: kept.email }
  for (const wrong of [
    { name: 'Neither' },
    { phone: '6265550000' },
    { email: 'neither@example.test' },
    { phone: null },
  ]) {
    const refused = await merge(kept.id, { ...picked, ...wrong })
    expect([wrong, refused.status]).toEqual([wrong, 409])
  }
  const elsewhere = await openShop(world, administrator)
  const foreign = await contactOf(
    world,
    await addVisit(world, { shopId: elsewhere.shopId, name: 'Kim Foreign' }),
  )
  for (const otherId of [kept.id, foreign, '00000000-0000-7000-8000-000000000000'])
    for (const person of [owner, administrator])
      expect((await merge(kept.id, { ...picked, otherId }, person)).status).toBe(409)
  expect((await merge(kept.id, picked, elsewhere.shop)).status).toBe(404)

  const merged = await merge(kept.id, picked)
  const twice = await merge(kept.id, picked)
  expect([twice.status, twice.body.error]).toEqual([
    409,
    'This contact was merged into another one. Open that one instead.',
  ])
  expect((await owner.post(`/api/admin/contacts/${other.id}/notes`, { text: 'Late' })).status).toBe(409)
  expect((await undo(kept.id, merged.body.merges[0].id, elsewhere.shop)).status).toBe(404)
})

test('a merge is undone only after the later ones', async () => {
  const kept = await addPerson({ name: 'Max First', phone: '6265550209' })
  const [second, third] = [
    await addPerson({ name: 'Max Second', phone: '6265550210' }),
    await addPerson({ name: 'Max Third', phone: '6265550211' }),
  ]
  const as = (own: { name: string; phone: string; email: string }, otherId: string) => ({
    otherId,
    name: own.name,
    phone: own.phone,
    email: own.email,
  })
  const early = (await merge(kept.id, as(kept, second.id))).body.merges[0].id
  const late = (await merge(kept.id, as(kept, third.id))).body.merges[0].id
  const sentence = 'One of these contacts was merged again since. Undo that merge first.'
  expect((await undo(kept.id, early)).body).toEqual({ error: sentence })
  expect((await undo(kept.id, late)).status).toBe(200)
  const away = (await merge(third.id, as(third, kept.id))).body.merges[0].id
  expect((await undo(kept.id, early)).body).toEqual({ error: sentence })
  expect((await undo(third.id, away)).status).toBe(200)
  expect((await undo(kept.id, early)).status).toBe(200)
})

/** Sends requests while the test holds rows, and frees the rows once all of them wait. */
async function atOnce(
  hold: string,
  values: unknown[],
  requests: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const { pool } = world.context.database
  let answers: Promise<Answer[]> = Promise.resolve([])
  await duringTransaction(pool, async (client) => {
    await client.query(hold, values)
    answers = Promise.all(requests.map((request) => request()))
    await pollUntil(10_000, async () => (await countLockWaits(pool)) >= requests.length)
  })
  return answers
}

const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

async function mergeBothWays(processes: readonly AppProcess[], hold: string): Promise<number[]> {
  const one = await addPerson({ name: 'Race One', phone: '6265550212' })
  const two = await addPerson({ name: 'Race Two', phone: '6265550213' })
  const [first, second] = processes.map(({ url }) => personWith({ url }, owner.cookie))
  const answers = await atOnce(
    hold,
    [hold.includes('shops') ? shopId : [one.visit, two.visit]],
    [
      () => merge(one.id, { otherId: two.id, name: one.name, phone: one.phone, email: one.email }, first),
      () => merge(two.id, { otherId: one.id, name: two.name, phone: two.phone, email: two.email }, second),
    ],
  )
  return statusesOf(answers)
}

test('of two merges of the same records, in opposite directions, one is made', async () => {
  const other = await world.addProcess()
  const hold = 'select from shops where id = $1 for update'
  for (let round = 0; round < 3; round += 1)
    expect(await mergeBothWays([world, other], hold)).toEqual([200, 409])
  const { rows } = await world.context.database.pool.query(
    'select from contacts a join contacts b on a.merged_into = b.id and b.merged_into = a.id',
  )
  expect(rows).toHaveLength(0)
})

test('control: without the locks both are made, or the database ends one', async () => {
  const processes = [await world.addProcess(), await world.addProcess()]
  const restore = processes.map(({ context }) =>
    askOtherwise(context.database, (text) => text.replace(/ for (no key )?update$/, '')),
  )
  const hold = 'select from appointments where id = any($1::uuid[]) for update'
  expect(await mergeBothWays(processes, hold)).not.toEqual([200, 409])
  for (const undoing of restore) undoing()
})

test('two undos at a time put the rows back once, and an order beside a merge comes to the kept record', async () => {
  const kept = await addPerson({ name: 'Both Kept', phone: '6265550214' })
  const other = await addPerson({ name: 'Both Other', phone: '6265550215' })
  const picked = { otherId: other.id, name: kept.name, phone: kept.phone, email: kept.email }
  const id = (await merge(kept.id, picked)).body.merges[0].id
  const hold = 'select from shops where id = $1 for update'
  const undone = await atOnce(hold, [shopId], [() => undo(kept.id, id), () => undo(kept.id, id)])
  expect(statusesOf(undone)).toEqual([200, 409])

  const customer = await signUp(world)
  const order = (day: number) =>
    customer.post(
      '/api/appointments',
      orderFor(world, { shopId, date: `${world.bookableDays()[day]} 09:00` }),
    )
  const first = (await order(4)).body.id as string
  const own = await contactOf(world, first)
  await customer.patch(`/api/appointments/${first}`, { status: 'cancelled' })
  const mergeOwn = { ...picked, otherId: own }
  const [merged, booked] = await atOnce(hold, [shopId], [() => merge(kept.id, mergeOwn), () => order(5)])
  expect([merged?.status, booked?.status]).toEqual([200, 201])
  expect(await contactOf(world, booked?.body.id as string)).toBe(kept.id)
})

test('an undo leaves an account that was linked to the kept record after the merge', async () => {
  const add = async (name: string, email: string) =>
    (await owner.post('/api/admin/contacts', { shopId, name, email })).body.id as string
  const customer = await signUp(world)
  const keptId = await add('Typed One', customer.email)
  const otherId = await add('Typed Two', 'two@example.test')
  const merged = await merge(keptId, { otherId, name: 'Typed One', phone: null, email: customer.email })
  expect(merged.status).toBe(200)
  await world.context.database.pool.query(
    'update contacts set user_id = (select id from users where email = $2) where id = $1',
    [keptId, customer.email],
  )
  expect((await undo(keptId, merged.body.merges[0].id)).status).toBe(200)
  expect((await read(keptId)).hasAccount).toBe(true)
})
