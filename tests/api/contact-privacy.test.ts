import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookAs, finish, leave, newKnown, onceOver } from '../support/leaving.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { contactOf } from '../support/visits.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

let days = 0
const nextDate = () => `${world.day(days++)} 09:00`
const pageOf = (id: string) => world.administrator.get(`/api/admin/contacts/${id}`)
const note = (id: string, text: string) =>
  world.administrator.post(`/api/admin/contacts/${id}/notes`, { text })

async function countOf(text: string): Promise<number> {
  const { rows } = await world.context.database.pool.query<{ count: number }>(
    `select (select count(*) from contacts where name ilike $1 or email ilike $1)
        + (select count(*) from contact_notes where text ilike $1)
        + (select count(*) from contact_merges where concat(name_before, name_after) ilike $1) as count`,
    [`%${text}%`],
  )
  return Number(rows[0]?.count)
}

test('the file of own data has the records of the account, and those typed with its proven email', async () => {
  const known = await newKnown(world)
  const booked = await bookAs(world, known, { date: nextDate() })
  const id = await contactOf(world, booked)
  await note(id, 'Prefers a call')
  const car = { year: 2018, make: 'Honda', model: 'Civic', vin: null }
  await world.administrator.post(`/api/admin/contacts/${id}/cars`, car)
  const typed = { shopId: 5, name: 'Typed Twin', email: known.person.email }
  expect((await world.administrator.post('/api/admin/contacts', typed)).status).toBe(201)
  const read = async () => (await known.person.get('/api/account/data')).body.contacts
  const own = {
    shop: expect.any(String),
    name: known.traces[1],
    phone: expect.stringMatching(/^626777/),
    email: expect.stringContaining('@unmistakable.test'),
    vehicles: [car],
    notes: [{ text: 'Prefers a call', writtenAt: expect.any(String) }],
  }
  expect(await read()).toEqual([own])
  await proveOwnAddress(world, known.person.email)
  expect(await read()).toMatchObject([own, { name: 'Typed Twin' }])
})

test('the deletion of an account deletes its records with notes, cars and merges', async () => {
  const known = await newKnown(world)
  await proveOwnAddress(world, known.person.email)
  const booked = await bookAs(world, known, { date: nextDate() })
  const id = await contactOf(world, booked)
  await note(id, `Unmistakable ${known.number} has a dog`)
  const typed = (
    await world.administrator.post('/api/admin/contacts', {
      shopId: 5,
      name: `Unmistakable ${known.number} typed`,
    })
  ).body
  const page = (await pageOf(id)).body
  const merged = await world.administrator.post(`/api/admin/contacts/${typed.id}/merge`, {
    otherId: id,
    name: page.name,
    phone: page.phone,
    email: page.email,
  })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  await finish(world, booked)
  expect(await countOf(`Unmistakable ${known.number}`)).toBeGreaterThan(3)
  await onceOver(world, booked, async () => {
    const left = await leave(known.person)
    expect(left.status, JSON.stringify(left.body)).toBe(200)
  })
  expect(await countOf(`Unmistakable ${known.number}`)).toBe(0)
  expect(await contactOf(world, booked)).toBe('')
  expect((await pageOf(typed.id)).status).toBe(404)
})

test('another account that was merged with a deleted one keeps its own record', async () => {
  const [leaving, staying] = [await newKnown(world), await newKnown(world)]
  const [gone, kept] = [
    await bookAs(world, leaving, { date: nextDate() }),
    await bookAs(world, staying, { date: nextDate() }),
  ]
  const [goneId, keptId] = [await contactOf(world, gone), await contactOf(world, kept)]
  await note(goneId, `About the leaving ${leaving.number}`)
  await note(keptId, 'About the staying one')
  const page = (await pageOf(goneId)).body
  const merged = await world.administrator.post(`/api/admin/contacts/${goneId}/merge`, {
    otherId: keptId,
    name: page.name,
    phone: page.phone,
    email: page.email,
  })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  // Neither account reads the other's name.
  const exported = (await staying.person.get('/api/account/data')).body.contacts
  expect(exported).toMatchObject([{ name: staying.traces[1], notes: [{ text: 'About the staying one' }] }])
  await finish(world, gone)
  await onceOver(world, gone, async () => expect((await leave(leaving.person)).status).toBe(200))
  expect((await pageOf(goneId)).status).toBe(404)
  expect(await contactOf(world, kept)).toBe(keptId)
  expect((await pageOf(keptId)).body).toMatchObject({
    name: staying.traces[1],
    notes: [{ text: 'About the staying one' }],
    upcoming: [{ id: kept }],
  })
})
