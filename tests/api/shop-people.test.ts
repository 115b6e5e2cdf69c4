import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollUntil } from '../../server/concurrency/poll-until.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { mailsTo } from '../support/mails.ts'
import {
  goodPassword,
  newEmail,
  openShop,
  personWith,
  refusalOf,
  registrationOf,
  send,
  signIn,
  signUp,
  type Person,
} from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { addMember, invite } from '../support/shop-people.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const accept = (body: object, person: Person = personWith(world, '')) =>
  person.post('/api/invitations/accept', body)
const find = (token: string, person: Person = personWith(world, '')) =>
  person.post('/api/invitations/find', { token })
const listPeople = async (owner: Person, shopId: number) =>
  (await owner.get(`/api/admin/shops/${shopId}/people`)).body
const idOf = async (owner: Person, shopId: number, email: string): Promise<string> =>
  (await listPeople(owner, shopId)).people.find((one: { email: string }) => one.email === email).userId

async function provenCustomer(): Promise<Person> {
  const customer = await signUp(world)
  await proveOwnAddress(world, customer.email)
  return customer
}

test('an invited person without an account gives a name and a password, and works at the shop', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const email = newEmail()
  const token = await invite(world, shop, shopId, { email: email.toUpperCase(), role: 'desk' })
  expect((await find(token)).body).toEqual({
    shopName: 'Second Gear',
    role: 'desk',
    email,
    invitedBy: 'Second Gear',
    hasAccount: false,
    isAccepted: false,
  })
  expect(refusalOf(await accept({ token }))).toEqual([400, 'malformed'])
  expect(refusalOf(await accept({ token, name: 'Ana Lopez', password: 'short' }))).toEqual([
    422,
    'auth/password-does-not-meet-requirements',
  ])
  const { status, body } = await accept({ token, name: 'Ana Lopez', password: goodPassword })
  expect([status, body.user]).toMatchObject([
    200,
    {
      email,
      name: 'Ana Lopez',
      emailVerified: true,
      workplaces: [{ shopId, shopName: 'Second Gear', role: 'desk', isSuspended: false }],
    },
  ])
  const ana = await signIn(world, email)
  expect((await ana.get('/api/admin/appointments')).status).toBe(200)
  const { people, invitations } = await listPeople(shop, shopId)
  expect(people.map((one: { role: string }) => one.role)).toEqual(['owner', 'desk'])
  expect(invitations).toEqual([])
})

test('a customer with an account accepts it with the own session, and keeps the own appointments', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const customer = await provenCustomer()
  const token = await invite(world, shop, shopId, { email: customer.email, role: 'technician' })
  expect(refusalOf(await accept({ token, name: 'Somebody', password: goodPassword }))).toEqual([
    401,
    'not_signed_in',
  ])
  expect((await find(token)).body.hasAccount).toBe(true)
  expect((await accept({ token }, customer)).status).toBe(200)
  expect((await customer.get('/api/work')).status).toBe(200)
  expect((await customer.get(`/api/appointments/user/${customer.email}`)).status).toBe(200)
})

test('an invitation that another person opens is refused, with the address that it is for', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const email = newEmail()
  const token = await invite(world, shop, shopId, { email, role: 'desk' })
  const other = await accept({ token }, await provenCustomer())
  expect(refusalOf(other)).toEqual([409, 'invitation_for_other'])
  expect(other.body.error).toContain(email)
  expect(await listPeople(shop, shopId)).toMatchObject({ people: [{}], invitations: [{ email }] })
})

test('an account with an unproven address does not accept an invitation to it', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const squatter = await signUp(world)
  const token = await invite(world, shop, shopId, { email: squatter.email, role: 'desk' })
  expect(refusalOf(await accept({ token }, squatter))).toEqual([403, 'email_not_proven'])
})

test('a second opening is harmless for the person who accepted it, and over for anybody else', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const customer = await provenCustomer()
  const token = await invite(world, shop, shopId, { email: customer.email, role: 'desk' })
  await accept({ token }, customer)
  expect((await find(token, customer)).body.isAccepted).toBe(true)
  expect((await accept({ token }, customer)).status).toBe(200)
  expect(refusalOf(await find(token))).toEqual([410, 'invitation_over'])
  expect(refusalOf(await accept({ token }))).toEqual([410, 'invitation_over'])
  await shop.remove(`/api/admin/shops/${shopId}/people/${await idOf(shop, shopId, customer.email)}`)
  expect(refusalOf(await accept({ token }, customer))).toEqual([410, 'invitation_over'])
})

test('a withdrawn, replaced, expired or unknown invitation is over', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const email = newEmail()
  const first = await invite(world, shop, shopId, { email, role: 'desk' })
  const second = await invite(world, shop, shopId, { email, role: 'owner' })
  expect(refusalOf(await find(first))).toEqual([410, 'invitation_over'])
  const { invitations } = await listPeople(shop, shopId)
  expect(invitations).toMatchObject([{ email, role: 'owner', isExpired: false }])
  await shop.remove(`/api/admin/shops/${shopId}/invitations/${invitations[0].id}`)
  expect(refusalOf(await find(second))).toEqual([410, 'invitation_over'])
  expect(refusalOf(await find('no-such-token'))).toEqual([410, 'invitation_over'])
  const third = await invite(world, shop, shopId, { email, role: 'desk' })
  await world.context.database.pool.query(
    `update shop_invitations set expires_at = now() - interval '1 day' where email = $1`,
    [email],
  )
  expect(refusalOf(await accept({ token: third, name: 'Late', password: goodPassword }))).toEqual([
    410,
    'invitation_over',
  ])
})

test('two people who open one invitation at once: one account, one membership', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const token = await invite(world, shop, shopId, { email: newEmail(), role: 'desk' })
  const answers = await Promise.all(
    ['One', 'Two'].map((name) => accept({ token, name, password: goodPassword })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  expect((await listPeople(shop, shopId)).people).toHaveLength(2)
})

test('a shop that was never approved invites nobody, nor does one twice or an own person', async () => {
  const registered = await send(world, 'POST', '/api/register-shop', {
    body: registrationOf(),
  })
  expect(registered.status).toBe(201)
  const owner = await signIn(world, registered.body.email)
  await proveOwnAddress(world, owner.email)
  const [{ id }] = (await owner.get('/api/admin/shops')).body
  const body = { email: newEmail(), role: 'desk' }
  expect(refusalOf(await owner.post(`/api/admin/shops/${id}/invitations`, body))).toEqual([
    409,
    'shop_not_approved',
  ])
  const { shop, shopId } = await openShop(world, world.administrator)
  const desk = await addMember(world, shop, shopId, 'desk')
  const again = await shop.post(`/api/admin/shops/${shopId}/invitations`, {
    email: desk.email,
    role: 'owner',
  })
  expect(refusalOf(again)).toEqual([409, 'already_member'])
})

test('one person with roles at two shops has each role at its shop alone', async () => {
  const first = await openShop(world, world.administrator)
  const second = await openShop(world, world.administrator)
  const person = await addMember(world, first.shop, first.shopId, 'owner')
  const token = await invite(world, second.shop, second.shopId, { email: person.email, role: 'technician' })
  expect((await accept({ token }, person)).body.user.workplaces).toMatchObject([
    { shopId: first.shopId, role: 'owner' },
    { shopId: second.shopId, role: 'technician' },
  ])
  const date = `${world.day(0)} 09:00`
  const own = await world.book({ shopId: first.shopId, date })
  const foreign = await world.book({ shopId: second.shopId, date })
  const listed = (await person.get('/api/admin/appointments')).body.map((row: { id: string }) => row.id)
  expect(listed).toEqual([own])
  expect((await person.get(`/api/admin/appointments/${foreign}`)).status).toBe(404)
  expect((await person.get(`/api/admin/shops/${first.shopId}/people`)).status).toBe(200)
  expect((await person.get(`/api/admin/shops/${second.shopId}/people`)).status).toBe(404)
  expect((await person.post(`/api/admin/appointments/${foreign}/capture`)).status).toBe(404)
})

test('a removed person loses that shop at once and keeps the others, and is told by mail', async () => {
  const first = await openShop(world, world.administrator)
  const second = await openShop(world, world.administrator, { businessName: 'Third Gear' })
  const person = await addMember(world, first.shop, first.shopId, 'desk')
  const token = await invite(world, second.shop, second.shopId, { email: person.email, role: 'desk' })
  await accept({ token }, person)
  const id = await idOf(first.shop, first.shopId, person.email)
  expect((await first.shop.remove(`/api/admin/shops/${first.shopId}/people/${id}`)).status).toBe(200)
  expect((await person.get(`/api/admin/board?shopId=${first.shopId}`)).status).toBe(404)
  expect((await person.get(`/api/admin/board?shopId=${second.shopId}`)).status).toBe(200)
  await world.runJobs()
  const subjects = (await mailsTo(world, person.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Access ended: Second Gear')
  expect((await first.shop.remove(`/api/admin/shops/${first.shopId}/people/${id}`)).status).toBe(404)
})

test('the last owner stays: neither removed nor made less', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const id = await idOf(shop, shopId, shop.email)
  const path = `/api/admin/shops/${shopId}/people/${id}`
  expect(refusalOf(await shop.remove(path))).toEqual([409, 'last_owner'])
  expect(refusalOf(await shop.patch(path, { role: 'desk' }))).toEqual([409, 'last_owner'])
  const second = await addMember(world, shop, shopId, 'owner')
  expect((await shop.patch(path, { role: 'desk' })).status).toBe(200)
  expect((await shop.get(`/api/admin/shops/${shopId}/people`)).status).toBe(403)
  expect((await shop.get(`/api/admin/board?shopId=${shopId}`)).status).toBe(200)
  const { people } = await listPeople(second, shopId)
  expect(people.map((one: { role: string }) => one.role)).toEqual(['owner', 'desk'])
})

test('two owners who remove each other at once leave one', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const second = await addMember(world, shop, shopId, 'owner')
  const [firstId, secondId] = [await idOf(shop, shopId, shop.email), await idOf(shop, shopId, second.email)]
  await Promise.all([
    shop.remove(`/api/admin/shops/${shopId}/people/${secondId}`),
    second.remove(`/api/admin/shops/${shopId}/people/${firstId}`),
  ])
  const { rows } = await world.context.database.pool.query(
    `select count(*)::integer as owners from shop_members where shop_id = $1 and role = 'owner'`,
    [shopId],
  )
  expect(rows).toEqual([{ owners: 1 }])
})

test('the audit trail names who came, changed and left', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const desk = await addMember(world, shop, shopId, 'desk', 'Ana Lopez')
  const path = `/api/admin/shops/${shopId}/people/${await idOf(shop, shopId, desk.email)}`
  await shop.patch(path, { role: 'technician' })
  // A second owner whose page still shows the earlier role.
  expect(refusalOf(await shop.patch(path, { role: 'owner', from: 'desk' }))).toEqual([409, 'role_changed'])
  await shop.remove(path)
  const { body } = await shop.get(`/api/admin/shops/${shopId}/changes`)
  const ofAna = body.filter((entry: { person: string | null }) => entry.person === 'Ana Lopez')
  expect(ofAna.map(({ before, after }: { before: string; after: string }) => [before, after])).toEqual([
    ['technician', null],
    ['desk', 'technician'],
    [null, 'desk'],
  ])
})

test('the audit trail tells of invitations, and forgets their addresses with them', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const [email, joining] = [newEmail(), newEmail()]
  const invitations = async () =>
    (await shop.get(`/api/admin/shops/${shopId}/changes`)).body
      .filter(({ setting }: { setting: string }) => setting.startsWith('invitation.'))
      .map((entry: { person: string | null; before: string | null; after: string | null }) => [
        entry.person,
        entry.before,
        entry.after,
      ])
      .toReversed()
  await invite(world, shop, shopId, { email, role: 'technician' })
  await invite(world, shop, shopId, { email, role: 'desk' })
  const [open] = (await listPeople(shop, shopId)).invitations
  await shop.remove(`/api/admin/shops/${shopId}/invitations/${open.id}`)
  await accept({
    token: await invite(world, shop, shopId, { email: joining, role: 'desk' }),
    name: 'Kim Fitter',
    password: goodPassword,
  })
  // The second replaced the first, and the entry of the new person tells of the last.
  expect(await invitations()).toEqual([
    [email, null, 'technician'],
    [email, null, 'desk'],
    [email, 'desk', null],
    [joining, null, 'desk'],
  ])
  const { pool } = world.context.database
  const { rows } = await pool.query(`select from shop_changes c where c::text ~ $1`, [`${email}|${joining}`])
  expect(rows).toEqual([])
  await pool.query('delete from shop_invitations where shop_id = $1', [shopId])
  await shop.patch(`/api/admin/shops/${shopId}`, { phone: '(213) 555-0182' })
  expect((await invitations()).map(([person]: [string | null]) => person)).toEqual([null, null, null, null])
})

test('an owner adds a second shop to the own account', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const {
    email: _,
    password: __,
    ...input
  } = registrationOf({
    businessName: 'Third Gear',
  })
  const { status, body } = await shop.post('/api/admin/shops', input)
  expect([status, body.user.workplaces]).toMatchObject([
    201,
    [{ shopId }, { shopName: 'Third Gear', role: 'owner' }],
  ])
  const shops = (await shop.get('/api/admin/shops')).body as { businessName: string; status: string }[]
  expect(shops.map(({ businessName, status: state }) => [businessName, state])).toEqual([
    ['Third Gear', 'pending'],
    ['Second Gear', 'approved'],
  ])
})

test('an invitation ends with the access of the person who sent it', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const second = await addMember(world, shop, shopId, 'owner')
  const byRemoved = await invite(world, second, shopId, { email: newEmail(), role: 'owner' })
  await shop.remove(`/api/admin/shops/${shopId}/people/${await idOf(shop, shopId, second.email)}`)
  expect(refusalOf(await find(byRemoved))).toEqual([410, 'invitation_over'])
  const third = await addMember(world, shop, shopId, 'owner')
  const byDemoted = await invite(world, third, shopId, { email: newEmail(), role: 'owner' })
  await shop.patch(`/api/admin/shops/${shopId}/people/${await idOf(shop, shopId, third.email)}`, {
    role: 'desk',
  })
  expect(refusalOf(await find(byDemoted))).toEqual([410, 'invitation_over'])
})

test('a suspended shop takes nobody', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const token = await invite(world, shop, shopId, { email: newEmail(), role: 'desk' })
  await world.administrator.patch(`/api/admin/shops/${shopId}/status`, {
    status: 'suspended',
    reason: 'Closed',
  })
  expect(refusalOf(await find(token))).toEqual([410, 'invitation_over'])
})

test('a shop that is suspended while a person joins takes nobody', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const token = await invite(world, shop, shopId, { email: newEmail(), role: 'desk' })
  const { pool } = world.context.database
  const joining = await duringTransaction(pool, async (client) => {
    await client.query(`update shops set status = 'suspended' where id = $1`, [shopId])
    const answer = accept({ token, name: 'Dana Desk', password: goodPassword })
    await pollUntil(10_000, async () => (await countLockWaits(pool)) > 0)
    await client.query('commit')
    return answer
  })
  expect(refusalOf(joining)).toEqual([410, 'invitation_over'])
  const { rows } = await pool.query(`select role from shop_members where shop_id = $1`, [shopId])
  expect(rows).toEqual([{ role: 'owner' }])
})

test('an address gets three invitations a day, and a withdrawn one is not mailed', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const email = newEmail()
  const path = `/api/admin/shops/${shopId}/invitations`
  expect((await shop.post(path, { email, role: 'desk' })).status).toBe(201)
  const { invitations } = await listPeople(shop, shopId)
  await shop.remove(`${path}/${invitations[0].id}`)
  await world.runJobs()
  expect(await mailsTo(world, email)).toEqual([])
  for (const status of [201, 201, 429])
    expect((await shop.post(path, { email, role: 'desk' })).status).toBe(status)
})

test('twenty invitations at once keep nobody else waiting', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const began = performance.now()
  const invited = Array.from({ length: 20 }, () =>
    shop.post(`/api/admin/shops/${shopId}/invitations`, { email: newEmail(), role: 'desk' }),
  )
  expect((await send(world, 'GET', '/api/shops')).status).toBe(200)
  expect((await Promise.all(invited)).map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, () => 201),
  )
  // Before, each waited for a second connection of a pool that the others had used up, for five seconds.
  expect(performance.now() - began).toBeLessThan(4_500)
})

test('an owner who adds two shops at once owns both', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const second = await addMember(world, shop, shopId, 'owner')
  const { email: _, password: __, ...input } = registrationOf({ businessName: 'Twin' })
  const answers = await Promise.all([1, 2].map(() => second.post('/api/admin/shops', input)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
})
