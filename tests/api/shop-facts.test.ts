import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, listOwn } from '../support/orders.ts'
import {
  openShop,
  send,
  shopIdOf,
  registerShop,
  signInAdministrator,
  signUp,
  type Person,
} from '../support/people.ts'
import { leave } from '../support/leaving.ts'
import { mailsTo } from '../support/mails.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())

const at = (shopId: number) => `/api/admin/shops/${shopId}`
const facts = {
  phone: '6265550100',
  licenseNumber: 'ARD00123456',
  warranty: '12 months on parts and labor.',
  parking: 'Free, behind the shop',
  waitingRoom: 'Coffee and Wi-Fi',
  shuttle: 'Rides within 5 miles',
}
const publicFacts = async (shopId: number) => {
  const { body } = await send(world, 'GET', '/api/shops')
  return (body as { id: number; facts: object }[]).find(({ id }) => id === shopId)?.facts
}

test('the built-in shop tells nothing until an administrator fills it in', async () => {
  expect(await publicFacts(5)).toEqual({})
  await administrator.patch(at(5), { parking: 'On the street' })
  expect(await publicFacts(5)).toEqual({ parking: 'On the street' })
  await administrator.patch(at(5), { parking: '' })
  expect(await publicFacts(5)).toEqual({})
})

test('a shop’s facts show at once, each on its own, and an empty text removes one', async () => {
  const { shop, shopId } = await openShop(world, administrator)
  const sent = { ...facts, phone: ' +1 626.555.0100 ', warranty: ` ${facts.warranty} ` }
  const { status, body } = await shop.patch(at(shopId), sent)
  expect([status, body.facts]).toEqual([200, facts])
  expect(await publicFacts(shopId)).toEqual(facts)
  await shop.patch(at(shopId), { licenseNumber: '', shuttle: '   ' })
  const { licenseNumber: _, shuttle: _gone, ...left } = facts
  expect(await publicFacts(shopId)).toEqual(left)
  await shop.patch(at(shopId), { timeZone: 'America/Los_Angeles' })
  expect(await publicFacts(shopId)).toEqual(left)
})

test('a fact is one line of limited length without web addresses, and a phone number is a US one', async () => {
  const { shop, shopId } = await openShop(world, administrator)
  const wrong: Record<string, unknown> = {
    phone: '555-0100',
    licenseNumber: 'A'.repeat(41),
    warranty: 'Call\nus',
    parking: 'See www.example.test/parking',
    waitingRoom: 7,
    shuttle: 'x'.repeat(161),
  }
  for (const [field, value] of Object.entries(wrong)) {
    const answer = await shop.patch(at(shopId), { ...facts, [field]: value })
    expect([answer.status, answer.headers.get('x-refusal-field')], field).toEqual([400, field])
  }
  expect(await publicFacts(shopId)).toEqual({})
})

test('another shop and a customer cannot change them, and a pending shop is not public', async () => {
  const { shopId } = await openShop(world, administrator)
  const pending = await registerShop(world, { phone: '(626) 555-0188' })
  expect((await pending.patch(at(shopId), facts)).status).toBe(404)
  expect((await (await signUp(world)).patch(at(shopId), facts)).status).toBe(403)
  const own = await shopIdOf(pending)
  expect((await pending.get(at(own))).body.facts).toEqual({ phone: '6265550188' })
  expect(await publicFacts(own)).toBeUndefined()
})

test('the customer sees phone and visit on the appointment, in the mails and in the calendar file', async () => {
  const { shop, shopId } = await openShop(world, administrator)
  await shop.patch(at(shopId), facts)
  const customer = await signUp(world)
  const id = await book(world, customer, { shopId, email: customer.email })
  const { licenseNumber: _, warranty: _gone, ...visit } = facts
  expect(await listOwn(customer)).toMatchObject([{ id, visit }])
  expect((await listOwn(customer))[0].visit).toEqual(visit)
  await world.runJobs()
  const [mail] = (await mailsTo(world, customer.email)).filter(({ subject }) =>
    subject.startsWith('Confirmed'),
  )
  expect(mail?.text).toContain('(626) 555-0100')
  expect(mail?.html).toContain('href="tel:+16265550100"')
  const calendar = await send(world, 'GET', `/api/appointments/${id}/calendar`, {
    headers: { cookie: customer.cookie },
  })
  expect(String(calendar.body)).toContain('Call the shop: (626) 555-0100')
})

test('a shop that deletes its account takes its facts along', async () => {
  const { shop, shopId } = await openShop(world, administrator)
  await shop.patch(at(shopId), facts)
  expect((await leave(shop)).status).toBe(200)
  expect((await administrator.get(at(shopId))).body.facts).toEqual({})
})
