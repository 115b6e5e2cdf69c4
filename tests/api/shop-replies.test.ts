import { afterAll, beforeAll, expect, test } from 'vitest'
import { book } from '../support/orders.ts'
import { openShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { leave } from '../support/leaving.ts'
import { mailsTo, type ReceivedMail } from '../support/mails.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())

const at = (shopId: number) => `/api/admin/shops/${shopId}`
const replyToOf = ({ headers }: ReceivedMail) =>
  headers.filter(({ name }) => name.toLowerCase() === 'reply-to').map(({ value }) => value)

/** Books at a shop, cancels, and returns the customer's mails about it. */
async function mailsFrom(shopId: number): Promise<ReceivedMail[]> {
  const customer = await signUp(world)
  const id = await book(world, customer, { shopId, email: customer.email })
  await customer.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  await world.runJobs()
  return (await mailsTo(world, customer.email)).filter(({ subject }) =>
    /^(Confirmed|Cancelled)/.test(subject),
  )
}

test('customers reply to the proven owner, or to the address that the shop gives', async () => {
  const { shop, shopId } = await openShop(world, administrator, { phone: '6265550100' })
  expect((await shop.get(at(shopId))).body).toMatchObject({ contactEmail: null, repliesTo: shop.email })
  for (const mail of await mailsFrom(shopId)) {
    expect(replyToOf(mail)).toEqual([shop.email])
    expect(mail.text).toContain('Reply to reach the shop, or call (626) 555-0100.')
  }
  const given = await shop.patch(at(shopId), { contactEmail: ' Desk@Garage.example ' })
  expect(given.body).toMatchObject({ contactEmail: 'desk@garage.example', repliesTo: 'desk@garage.example' })
  const mails = await mailsFrom(shopId)
  expect(mails).toHaveLength(2)
  for (const mail of mails) expect(replyToOf(mail)).toEqual(['desk@garage.example'])
  expect((await shop.patch(at(shopId), { contactEmail: '' })).body).toMatchObject({
    contactEmail: null,
    repliesTo: shop.email,
  })
  const { body } = await shop.get(`${at(shopId)}/changes`)
  const told = body.filter(({ setting }: { setting: string }) => setting === 'contactEmail')
  expect(told).toMatchObject([
    { before: 'desk@garage.example', after: null },
    { before: null, after: 'desk@garage.example' },
  ])
})

test('without a proven or given address a mail has no Reply-To, and promises no answer', async () => {
  const { shop, shopId } = await openShop(world, administrator)
  await world.context.database.pool.query('update users set email_verified = false where email = $1', [
    shop.email,
  ])
  expect((await shop.get(at(shopId))).body.repliesTo).toBeNull()
  const mails = await mailsFrom(shopId)
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    expect(replyToOf(mail)).toEqual([])
    expect(mail.text).toContain('Questions? Ask the shop at the address above.')
    expect(mail.text.toLowerCase()).not.toContain('reply')
  }
})

test('a wrong address is refused, and an administrator may set one', async () => {
  const { shop, shopId } = await openShop(world, administrator)
  for (const contactEmail of [
    'garage',
    'a@b.example\r\nBcc: c@d.example',
    `${'a'.repeat(250)}@b.example`,
    7,
  ]) {
    const answer = await shop.patch(at(shopId), { contactEmail })
    expect([answer.status, answer.headers.get('x-refusal-field')]).toEqual([400, 'contactEmail'])
  }
  const set = await administrator.patch(at(shopId), { contactEmail: 'new@garage.example' })
  expect(set.body).toMatchObject({ repliesTo: 'new@garage.example' })
  expect((await administrator.get('/api/shops')).body.map(JSON.stringify).join()).not.toContain('new@garage')
  expect((await leave(shop)).status).toBe(200)
  expect((await administrator.get(at(shopId))).body).toMatchObject({ contactEmail: null, repliesTo: null })
})

test('a mail to the shop has no Reply-To', async () => {
  const { shop } = await openShop(world, administrator)
  await world.runJobs()
  const mails = await mailsTo(world, shop.email)
  expect(mails.length).toBeGreaterThan(1)
  for (const mail of mails) expect(replyToOf(mail)).toEqual([])
})
