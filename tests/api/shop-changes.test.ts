import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book } from '../support/orders.ts'
import { openShop, registerShop, shopIdOf, signUp, type Person } from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { readCalendar } from '../notifications/read-calendar.ts'

const oldName = 'Second Gear'
const oldAddress = '1 Garage Lane, Pasadena, CA'
const newAddress = '12 Colorado Blvd, Pasadena, CA 91101'
const elsewhere = '1 Market St, San Francisco, CA 94103'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const at = (shopId: number) => `/api/admin/shops/${shopId}`
const settingsOf = async (person: Person, shopId: number) => (await person.get(at(shopId))).body
const listedOf = async (shopId: number) =>
  (await world.administrator.get('/api/shops')).body.find(({ id }: { id: number }) => id === shopId)

function decide(shopId: number, requestId: number, decision: 'approved' | 'rejected', reason?: string) {
  return world.administrator.post(`${at(shopId)}/change-request`, { requestId, decision, reason })
}

/** A customer with a coming appointment at a shop. */
async function customerAt(shopId: number, day: number): Promise<{ customer: Person; id: string }> {
  const customer = await signUp(world)
  const id = await book(world, customer, {
    date: `${world.day(day)} 09:00`,
    shopId,
    email: customer.email,
  })
  return { customer, id }
}

/** The newest mail to a person about one of these subjects. */
async function mailAbout(person: Person, subject: RegExp) {
  await world.runJobs()
  return (await mailsTo(world, person.email)).findLast((mail) => subject.test(mail.subject))
}

test.each([
  ['a name', { businessName: 'Dashfit Head Office' }],
  ['an address', { address: elsewhere }],
  ['both', { businessName: 'Dashfit Head Office', address: newAddress }],
])('%s of an approved shop waits for an administrator and changes nothing until then', async (_, change) => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const { status, body } = await shop.patch(at(shopId), change)
  expect(status).toBe(200)
  expect(body).toMatchObject({ businessName: oldName, address: oldAddress, pendingChange: change })
  expect(await listedOf(shopId)).toMatchObject({ businessName: oldName, address: oldAddress })
  const row = (await world.administrator.get('/api/admin/shops')).body.find(
    ({ id }: { id: number }) => id === shopId,
  )
  expect(row.hasPendingChange).toBe(true)
  expect(await mailAbout(world.administrator, /^A shop requested a change: Second Gear$/)).toBeDefined()
})

test('an approved change is live at once, and its customers are mailed a newer calendar file', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const { customer } = await customerAt(shopId, 0)
  const before = await mailAbout(customer, /^Confirmed/)
  const { body } = await shop.patch(at(shopId), { businessName: 'Third Gear', address: newAddress })
  const decided = await decide(shopId, body.pendingChange.id, 'approved')
  expect(decided.body).toMatchObject({
    businessName: 'Third Gear',
    address: newAddress,
    pendingChange: null,
    rejectedChange: null,
  })
  expect(await listedOf(shopId)).toMatchObject({ businessName: 'Third Gear', address: newAddress })
  const mail = await mailAbout(customer, /^New address: Third Gear on /)
  expect(mail?.text).toContain(oldAddress)
  const [file, former] = [mail, before].map((each) => readCalendar(each?.attachments[0]?.content ?? ''))
  expect(file?.get('LOCATION')?.replaceAll('\\', '')).toBe(`Third Gear, ${newAddress}`)
  expect(file?.get('UID')).toBe(former?.get('UID'))
  expect(Number(file?.get('SEQUENCE'))).toBeGreaterThan(Number(former?.get('SEQUENCE')))
  expect(await mailAbout(shop, /^Change approved: Second Gear$/)).toBeDefined()
})

test('a rejected change leaves the shop as it was, and the shop reads the reason', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const { customer } = await customerAt(shopId, 0)
  const { body } = await shop.patch(at(shopId), { businessName: 'Dashfit Head Office' })
  const reason = 'This name is ours.'
  expect((await decide(shopId, body.pendingChange.id, 'rejected', reason)).status).toBe(200)
  expect(await settingsOf(shop, shopId)).toMatchObject({
    businessName: oldName,
    pendingChange: null,
    rejectedChange: { businessName: 'Dashfit Head Office', reason },
  })
  expect((await mailAbout(shop, /^Change not approved/))?.text).toContain(reason)
  expect(await mailAbout(customer, /^New /)).toBeUndefined()
})

test('a decision counts for the request that was read, once', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const first = (await shop.patch(at(shopId), { businessName: 'First' })).body.pendingChange
  const second = (await shop.patch(at(shopId), { address: newAddress })).body.pendingChange
  expect(second).toMatchObject({ businessName: 'First', address: newAddress })
  expect((await decide(shopId, first.id, 'approved')).headers.get('x-refusal')).toBe('change_not_pending')
  const both = await Promise.all([
    decide(shopId, second.id, 'approved'),
    decide(shopId, second.id, 'rejected'),
  ])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('a request is withdrawn by its button or by the present name', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  await shop.patch(at(shopId), { businessName: 'Other' })
  expect((await shop.remove(`${at(shopId)}/change-request`)).body.pendingChange).toBeNull()
  await shop.patch(at(shopId), { businessName: 'Other' })
  expect((await shop.patch(at(shopId), { businessName: oldName })).body.pendingChange).toBeNull()
  expect((await shop.remove(`${at(shopId)}/change-request`)).status).toBe(200)
})

test('a suspended shop cannot rename itself; a pending one and an administrator can at once', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  await world.administrator.patch(`${at(shopId)}/status`, { status: 'suspended' })
  expect((await shop.patch(at(shopId), { businessName: 'Other' })).headers.get('x-refusal')).toBe(
    'shop_suspended',
  )
  const direct = await world.administrator.patch(at(shopId), { businessName: 'By us' })
  expect(direct.body.businessName).toBe('By us')
  const pending = await registerShop(world)
  const renamed = await pending.patch(at(await shopIdOf(pending)), { businessName: 'Before approval' })
  expect(renamed.body).toMatchObject({ businessName: 'Before approval', pendingChange: null })
})

test('customers are mailed a change by an administrator too', async () => {
  const { shopId } = await openShop(world, world.administrator)
  const { customer } = await customerAt(shopId, 1)
  await world.administrator.patch(at(shopId), { businessName: 'New Sign' })
  expect(await mailAbout(customer, /^New name: New Sign on /)).toBeDefined()
})

test('a shop that was never approved is rejected with a reason, never suspended, and hears of no work', async () => {
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  await proveOwnAddress(world, shop.email)
  const change = (body: object) => world.administrator.patch(`${at(shopId)}/status`, body)
  const reason = 'We found no shop at this address.'
  // An older caller knows no rejection.
  expect((await change({ status: 'suspended', reason })).body).toMatchObject({
    status: 'rejected',
    statusReason: reason,
  })
  expect(await settingsOf(shop, shopId)).toMatchObject({ status: 'rejected', statusReason: reason })
  const mail = await mailAbout(shop, /^Not approved: Second Gear$/)
  expect(mail?.text).toContain(reason)
  expect(mail?.text).not.toMatch(/do the work|suspended/)
  expect((await change({ status: 'approved' })).body).toMatchObject({ status: 'approved', statusReason: '' })
  expect((await change({ status: 'rejected' })).headers.get('x-refusal')).toBe('shop_was_approved')
})

test('a suspended shop reads the reason, and its customers and staff hear what happens', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const { customer, id } = await customerAt(shopId, 2)
  const reason = 'Three customers found the shop closed.'
  await world.administrator.patch(`${at(shopId)}/status`, { status: 'suspended', reason })
  expect((await mailAbout(shop, /^Suspended/))?.text).toContain(reason)
  const mail = await mailAbout(customer, /^About .+ on /)
  expect(mail?.text).toContain('Yours is still on')
  expect(mail?.text).not.toContain(reason)
  const [own] = (await customer.get('/api/appointments/user/all')).body
  expect(own).toMatchObject({ id, isShopSuspended: true })
  const { items } = (await world.administrator.get('/api/admin/attention')).body
  expect(items).toContainEqual(expect.objectContaining({ appointmentId: id, reason: 'shop_suspended' }))
})

test.each(['shop', 'administrator'] as const)(
  'the customer reads the reason of a cancellation by the %s, in the mail and on the page',
  async (by) => {
    const { shop, shopId } = await openShop(world, world.administrator)
    const { customer, id } = await customerAt(shopId, 3)
    const reason = 'Our lift is broken. Please book next week.'
    const staff = by === 'shop' ? shop : world.administrator
    await staff.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled', reason })
    expect((await mailAbout(customer, /^Cancelled/))?.text).toContain(reason)
    const [own] = (await customer.get('/api/appointments/user/all')).body
    expect(own).toMatchObject({ status: 'cancelled', cancellationReason: reason })
    const { timeline } = (await staff.get(`/api/admin/appointments/${id}`)).body
    expect(JSON.stringify(timeline)).toContain(reason)
  },
)

test('an approval counts for the name and address that were read', async () => {
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  await proveOwnAddress(world, shop.email)
  const reviewed = { businessName: oldName, address: oldAddress }
  await shop.patch(at(shopId), { businessName: 'Dashfit Head Office' })
  const approve = (body: object) =>
    world.administrator.patch(`${at(shopId)}/status`, { status: 'approved', ...body })
  const refused = await approve({ reviewed })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'shop_changed'])
  expect((await settingsOf(shop, shopId)).status).toBe('pending')
  const again = await approve({ reviewed: { ...reviewed, businessName: 'Dashfit Head Office' } })
  expect(again.body.status).toBe('approved')
})

test('a shop asks ten times an hour at most, so that it cannot flood the administrators with mail', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const ask = (businessName: string) => shop.patch(at(shopId), { businessName })
  for (let asked = 0; asked < 10; asked++) expect((await ask(`Name ${asked}`)).status).toBe(200)
  expect((await ask('One too many')).status).toBe(429)
  // Other settings stay changeable, and so does the name for an administrator.
  expect((await shop.patch(at(shopId), { timeZone: 'America/Denver' })).status).toBe(200)
  expect((await world.administrator.patch(at(shopId), { businessName: 'By us' })).status).toBe(200)
})
