import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../support/mails.ts'
import { outsideOf } from '../support/outside.ts'
import {
  newEmail,
  registerShop,
  registrationOf,
  send,
  shopIdOf,
  signIn,
  signInAdministrator,
  signUp,
  usualWeek,
  type Answer,
} from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { startWorld, type World } from '../support/start-world.ts'

const byNumber = (one: number, other: number): number => one - other

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => outsideOf(world.sandboxUrl).maps({ mode: 'normal' }))
afterAll(() => world.stop())

const register = (changes: Record<string, unknown> = {}): Promise<Answer> =>
  send(world, 'POST', '/api/register-shop', { body: registrationOf(changes) })

type Stored = { users: number; shops: number; bays: number; hours: number; details: number; mails: number }

/** Row counts of all tables that a registration writes. */
async function countStored(): Promise<Stored> {
  const { rows } = await world.context.database.pool.query<Stored>(
    `select (select count(*) from users) as users, (select count(*) from shops) as shops,
      (select count(*) from bays) as bays, (select count(*) from shop_hours) as hours,
      (select count(*) from payout_details) as details, (select count(*) from outbox) as mails`,
  )
  return rows[0] as Stored
}

test('a registered shop is signed in and pending, with its location, its zone, its hours and one bay', async () => {
  const email = newEmail()
  const answer = await register({ email: email.toUpperCase(), address: '12 Peachtree St, Atlanta, GA 30303' })
  expect([answer.status, answer.body]).toEqual([201, { email }])
  expect(answer.headers.getSetCookie()[0]).toMatch(/^dashfit\.session_token=.*HttpOnly/i)
  const shop = await signIn(world, email)
  expect((await shop.get('/api/auth/get-session')).body.user).toMatchObject({
    email,
    name: 'Second Gear',
    role: 'shop',
  })
  const { body } = await shop.get(`/api/admin/shops/${await shopIdOf(shop)}`)
  expect(body).toMatchObject({
    businessName: 'Second Gear',
    address: '12 Peachtree St, Atlanta, GA 30303',
    timeZone: 'America/New_York',
    status: 'pending',
    ownerEmail: email,
    businessHours: usualWeek,
    closures: [],
    bays: [{ name: 'Bay 1', inUse: true }],
    payout: { paymentMethod: 'ACH Direct Deposit', lastFour: { routing: '0021', account: '6789' } },
  })
  expect(body.latitude).toBeCloseTo(33.75, 0)
  expect(body.longitude).toBeCloseTo(-84.39, 0)
})

test('the session of the response belongs to the shop', async () => {
  const shop = await registerShop(world)
  expect((await shop.get('/api/auth/get-session')).body.user.email).toBe(shop.email)
})

test('the shop and every administrator get a mail', async () => {
  const [one, other] = [await signInAdministrator(world), await signInAdministrator(world)]
  const shop = await registerShop(world, { businessName: 'Third Gear' })
  await world.runJobs()
  // The address is unproven, so the mail holds no typed text.
  expect((await mailsTo(world, shop.email)).map(({ subject }) => subject)).toEqual([
    'Your shop is registered at Dashfit',
    'Confirm your email address for Dashfit',
  ])
  await proveOwnAddress(world, shop.email)
  // One job finds the shop, the next run sends the mails about it.
  await world.runJobs()
  await world.runJobs()
  for (const { email } of [one, other]) {
    const [mail] = (await mailsTo(world, email)).filter(({ subject }) => subject.includes('Third Gear'))
    expect(mail?.subject).toBe('A shop is waiting for approval: Third Gear')
    expect(mail?.text).toContain(`${world.url}/admin?view=shops`)
    expect(mail?.text).toContain(shop.email)
  }
})

test.each([
  ['a customer’s email', async () => (await signUp(world)).email],
  ['a shop’s email', async () => (await registerShop(world)).email],
  ['one in other letters', async () => (await signUp(world)).email.toUpperCase()],
])('%s cannot register again, and no row is stored', async (_name, existing) => {
  const email = await existing()
  const before = await countStored()
  const answer = await register({ email })
  expect([answer.status, answer.headers.get('x-refusal'), answer.headers.get('x-refusal-field')]).toEqual([
    422,
    'email_taken',
    'email',
  ])
  expect(answer.headers.getSetCookie()).toEqual([])
  const after = await countStored()
  expect(after).toEqual({ ...before, mails: after.mails })
  // Only the owner of the address gets a mail.
  await world.runJobs()
  const subjects = (await mailsTo(world, email.toLowerCase())).map(({ subject }) => subject)
  expect(subjects.at(-1)).toBe('You already have an account at Dashfit')
  expect(after.mails - before.mails).toBe(1)
})

test('of two concurrent registrations with one email one succeeds, and no partial rows are stored', async () => {
  for (let round = 0; round < 5; round++) {
    const before = await countStored()
    const email = newEmail()
    const answers = await Promise.all([register({ email }), register({ email }), register({ email })])
    expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([201, 422, 422])
    const refusals = answers.map(({ headers }) => headers.get('x-refusal')).filter(Boolean)
    expect(refusals).toEqual(['email_taken', 'email_taken'])
    const after = await countStored()
    expect({
      users: after.users - before.users,
      shops: after.shops - before.shops,
      bays: after.bays - before.bays,
      hours: after.hours - before.hours,
      details: after.details - before.details,
    }).toEqual({ users: 1, shops: 1, bays: 1, hours: 7, details: 2 })
    expect((await signIn(world, email)).cookie).not.toBe('')
  }
})

test('an address that cannot be found is refused, and no row is stored', async () => {
  const before = await countStored()
  const answer = await register({ address: 'Nowhere at all' })
  expect([answer.status, answer.body]).toEqual([
    422,
    { error: 'Address not found. Please check it, with city and state.' },
  ])
  expect(answer.headers.get('x-refusal-field')).toBe('address')
  expect(await countStored()).toEqual(before)
})

test('during an outage of the maps a shop registers without a location, in the default zone', async () => {
  await outsideOf(world.sandboxUrl).maps({ mode: 'down' })
  const shop = await registerShop(world, { address: '12 Peachtree St, Atlanta, GA' })
  expect((await shop.get(`/api/admin/shops/${await shopIdOf(shop)}`)).body).toMatchObject({
    latitude: null,
    longitude: null,
    timeZone: 'America/Los_Angeles',
  })
})

test('a password against the policy is refused before the address lookup', async () => {
  await outsideOf(world.sandboxUrl).maps({ mode: 'down' })
  const email = newEmail()
  const before = await countStored()
  for (const [password, sentence] of [
    ['short', 'Please use at least 10 characters.'],
    ['1234567890', 'This password is too common. Choose another.'],
    [email, 'Your password can’t be your email address.'],
  ]) {
    const answer = await register({ email, password })
    expect([answer.status, answer.body]).toEqual([422, { error: sentence }])
    expect(answer.headers.get('x-refusal')).toBe('auth/password-does-not-meet-requirements')
  }
  expect(await countStored()).toEqual(before)
})

const week = (changes: object) => ({ ...usualWeek, Tuesday: { ...usualWeek.Tuesday, ...changes } })

test.each([
  [{ businessName: '' }, 'Business name is required', 'businessName'],
  [{ businessName: ' \u2003 ' }, 'Business name is required', 'businessName'],
  [{ businessName: '\u200e\u2060\u0001' }, 'Business name is required', 'businessName'],
  [{ address: '\u202e' }, 'Address is required', 'address'],
  [{ businessName: undefined }, 'Business name is required', 'businessName'],
  [
    { businessName: 'x'.repeat(10_000) },
    'Please keep the business name under 120 characters',
    'businessName',
  ],
  [{ businessName: 'a\u0000b' }, 'Please remove the characters that cannot be shown', 'businessName'],
  [{ address: '' }, 'Address is required', 'address'],
  [{ address: 'x'.repeat(10_000) }, 'Please keep the address under 300 characters', 'address'],
  [
    { businessHours: week({ open: '17:00', close: '09:00' }) },
    'Closing Hour must be after Opening Hour',
    'businessHours.Tuesday.close',
  ],
  [
    { businessHours: week({ open: '09:00', close: '09:00' }) },
    'Closing Hour must be after Opening Hour',
    'businessHours.Tuesday.close',
  ],
  [{ businessHours: week({ open: '9 am' }) }, 'Please enter a time like 09:00', 'businessHours.Tuesday.open'],
  [
    { businessHours: week({ open: '24:00', isOpen: false }) },
    'Please enter a time like 09:00',
    'businessHours.Tuesday.open',
  ],
  [{ paymentMethod: 'Cash' }, 'Please choose a payment method', 'paymentMethod'],
  [
    { paymentMethod: 'PayPal', accountDetails: { email: 'not an email' } },
    'Please enter a valid email address',
    'accountDetails.email',
  ],
  [
    { accountDetails: { account: '1'.repeat(10_000) } },
    'Please check the account number',
    'accountDetails.account',
  ],
  [{ email: 'nobody' }, 'Please enter a valid email address', 'email'],
  [{ role: 'administrator' }, 'Unknown field: role.', null],
  [{ status: 'approved' }, 'Unknown field: status.', null],
])('registration with %j gets its sentence', async (changes, sentence, field) => {
  const before = await countStored()
  const answer = await register(changes)
  expect([answer.status, answer.body]).toEqual([400, { error: sentence }])
  expect(answer.headers.get('x-refusal-field')).toBe(field)
  expect(await countStored()).toEqual(before)
})

test('hours of a closed day are ignored', async () => {
  const businessHours = week({ isOpen: false, open: '17:00', close: '09:00' })
  const shop = await registerShop(world, { businessHours })
  expect((await shop.get(`/api/admin/shops/${await shopIdOf(shop)}`)).body.businessHours.Tuesday).toEqual({
    isOpen: false,
    open: '17:00',
    close: '09:00',
  })
})

test.each([
  'مرآب السرعة',
  '🚗💨 Гараж «Ромашка» 車庫',
  '<script>alert("1")</script> & <b>Sons</b>',
  "Robert'); drop table shops;--",
  '=HYPERLINK("evil.example")',
  'e\u0301'.repeat(60),
])('the name %s comes back as the same text', async (businessName) => {
  const shop = await registerShop(world, { businessName, address: `${businessName}, Boston, MA` })
  const { body } = await shop.get('/api/admin/shops')
  expect(body[0]).toMatchObject({ businessName, address: `${businessName}, Boston, MA` })
})

test('no response and no log line has a payout detail or the password', async () => {
  const secrets = { routing: '026009593', account: '556677889900' }
  const answer = await register({ accountDetails: secrets, password: 'quite-a-secret-7' })
  await register({ accountDetails: secrets, businessName: '', password: 'quite-a-secret-7' })
  const told = JSON.stringify(answer.body) + world.logLines.join('')
  for (const secret of [...Object.values(secrets), 'quite-a-secret-7']) expect(told).not.toContain(secret)
})
