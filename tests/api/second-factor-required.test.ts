import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { giveCode, setUpSecondFactor, beginSignIn, withCookiesOf } from '../support/authenticator.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { addPasskey, createDevice, signInWithPasskey } from '../support/passkey.ts'
import { openShop, send, signIn, signInAdministrator, type Answer, type Person } from '../support/people.ts'

type StaffRole = 'shop' | 'administrator'
type Staff = { world: MoneyWorld; person: Person; shopId: number; appointmentId: string }

const staffRoles = ['shop', 'administrator'] as const
const standingOf = { shop: 'owner', administrator: 'administrator' } as const
const month = '2026-11'

/** By hand: the account page and the set-up of a second factor, which staff without one need. */
const isOfAccountPage = (name: EndpointName) =>
  endpoints[name].path.startsWith('/api/account') || name === 'identity.requestEmailProof'

const routesOf = (role: StaffRole): EndpointName[] =>
  (Object.keys(endpoints) as EndpointName[]).filter((name) => {
    const { audience }: Endpoint = endpoints[name]
    return Array.isArray(audience) && audience.includes(standingOf[role])
  })
const guardedRoutesOf = (role: StaffRole) => routesOf(role).filter((name) => !isOfAccountPage(name))

/** Sends a call about the staff member's own shop, appointment or address, without a body. */
function callRoute({ world, person, shopId, appointmentId }: Staff, name: EndpointName): Promise<Answer> {
  const { method, path }: Endpoint = endpoints[name]
  const address = path
    .replace(':closureId', '1')
    .replace(':bayId', '1')
    .replace(':provider', 'google')
    .replace(':email', encodeURIComponent(person.email))
    .replace(':id', path.includes('/shops/') ? String(shopId) : appointmentId)
  return send(world, method, `${address}?shopId=${shopId}&month=${month}`, {
    headers: { cookie: person.cookie },
  })
}

/** Calls of each kind that change or show something, with what they need. */
const calls: Record<string, (staff: Staff) => Promise<Answer>> = {
  'the list': ({ person }) => person.get('/api/admin/appointments'),
  'the details': ({ person, appointmentId }) => person.get(`/api/admin/appointments/${appointmentId}`),
  'the list as CSV': ({ person }) => person.get('/api/admin/appointments.csv'),
  'the own shop': ({ person, shopId }) => person.get(`/api/admin/shops/${shopId}`),
  'the name': ({ person, shopId }) =>
    person.patch(`/api/admin/shops/${shopId}`, { businessName: 'Second Gear' }),
  'the change of the payout': ({ person, shopId }) =>
    person.patch(`/api/admin/shops/${shopId}/payout`, {
      paymentMethod: 'ACH Direct Deposit',
      accountDetails: { account: '000123456789' },
    }),
  'the statement': ({ person, shopId }) => person.get(`/api/admin/shops/${shopId}/statement?month=${month}`),
  'the capture': ({ world, person, appointmentId }) =>
    world.onceBegun(appointmentId, () => world.capture(appointmentId, person)),
  'the cancellation': ({ person, appointmentId }) =>
    person.patch(`/api/admin/appointments/${appointmentId}/status`, { status: 'cancelled' }),
}

/** A shop with an appointment of its own, and a staff member in the role. */
async function staffOf(world: MoneyWorld, role: StaffRole): Promise<Staff> {
  const { shop, shopId } = await openShop(world, world.administrator)
  const person = role === 'shop' ? shop : await signInAdministrator(world)
  const appointmentId = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  return { world, person, shopId, appointmentId }
}

const refusalOf = ({ headers }: Answer) => headers.get('x-refusal')

async function expectEveryCall(staff: Staff, role: StaffRole): Promise<void> {
  for (const [what, ask] of Object.entries(calls)) {
    // Only administrators can refund a captured payment, not the shop.
    const expected = what === 'the cancellation' && role === 'shop' ? 403 : 200
    expect([what, (await ask(staff)).status]).toEqual([what, expected])
  }
}

describe('where a second factor is required of staff', () => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await startMoneyWorld({ REQUIRE_SECOND_FACTOR: 'on' })
    world.administrator = (await setUpSecondFactor(world, world.administrator)).person
  })
  afterAll(() => world.stop())

  test.each(staffRoles)('a %s without one is refused every route but the account page', async (role) => {
    const staff = await staffOf(world, role)
    const guarded = guardedRoutesOf(role)
    expect(guarded.length).toBeGreaterThan(20)
    for (const name of guarded) {
      const answer = await callRoute(staff, name)
      expect([name, answer.status, refusalOf(answer)]).toEqual([name, 403, 'second_factor_required'])
      expect(Object.keys(answer.body)).toEqual(['error'])
    }
    for (const [what, ask] of Object.entries(calls)) {
      const answer = await ask(staff)
      expect([what, refusalOf(answer)]).toEqual([what, 'second_factor_required'])
    }
    expect(await world.statusesOf(staff.appointmentId)).toEqual(['requires_capture'])
  })

  test.each(staffRoles)('control: without the rule of a route, a %s is not refused for it', async (role) => {
    const staff = await staffOf(world, role)
    for (const name of guardedRoutesOf(role)) {
      const endpoint = endpoints[name] as { secondFactor?: true }
      delete endpoint.secondFactor
      try {
        expect([name, refusalOf(await callRoute(staff, name))]).not.toEqual([name, 'second_factor_required'])
      } finally {
        endpoint.secondFactor = true
      }
    }
  })

  test.each(staffRoles)('a %s without one may use the account page', async (role) => {
    const staff = await staffOf(world, role)
    // Ends the session, or the account.
    const last: readonly string[] = ['identity.endSession', 'identity.endOtherSessions', 'account.delete']
    for (const name of routesOf(role).filter((one) => isOfAccountPage(one) && !last.includes(one)))
      expect([name, refusalOf(await callRoute(staff, name))]).not.toEqual([name, 'second_factor_required'])
  })

  test('the file of an owner without one says nothing of the shop', async () => {
    const staff = await staffOf(world, 'shop')
    const withheld = (await staff.person.get('/api/account/data')).body.shops[0].settings
    expect(withheld).toBe('Set up a second factor on your account page, and then export again.')
    const { person } = await setUpSecondFactor(world, staff.person)
    expect((await person.get('/api/account/data')).body.shops).toMatchObject([
      { number: staff.shopId, settings: { status: 'approved' } },
    ])
  })

  test.each(staffRoles)('a %s with one can, in the browser of the set-up', async (role) => {
    const staff = await staffOf(world, role)
    const { person } = await setUpSecondFactor(world, staff.person)
    const safe = { ...staff, person }
    for (const name of guardedRoutesOf(role))
      expect([name, refusalOf(await callRoute(safe, name))]).not.toEqual([name, 'second_factor_required'])
    await expectEveryCall(safe, role)
    expect(await world.statusesOf(staff.appointmentId)).toEqual(['succeeded'])
  })

  test('an earlier session, or one opened with the password alone, is not enough', async () => {
    const staff = await staffOf(world, 'shop')
    const { person, app } = await setUpSecondFactor(world, staff.person)
    expect((await calls['the list']?.(staff))?.status).toBe(401)
    const waiting = await beginSignIn(world, person)
    expect((await calls['the list']?.({ ...staff, person: waiting }))?.status).toBe(401)
    const inside = withCookiesOf(world, waiting, await giveCode(waiting, await app.nextCode()))
    expect((await calls['the list']?.({ ...staff, person: inside }))?.status).toBe(200)
  })

  test('turning it off shuts staff out again', async () => {
    const staff = await staffOf(world, 'shop')
    const { person } = await setUpSecondFactor(world, staff.person)
    await person.post('/api/account/second-factor/stop', { password: person.password })
    const again = { ...staff, person: await signIn(world, person.email) }
    for (const ask of Object.values(calls)) expect(refusalOf(await ask(again))).toBe('second_factor_required')
  })

  test.each(staffRoles)('a %s signed in with a passkey can, and no other session can', async (role) => {
    const staff = await staffOf(world, role)
    const { person } = staff
    await world.context.database.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('email', '=', person.email)
      .execute()
    const device = createDevice(world)
    const id: string = (await addPasskey(world, person, device)).body.passkeys[0].id
    expect((await calls['the list']?.(staff))?.status).toBe(403)
    // The password alone can neither set up another second factor now, nor remove the passkey.
    const proof = { password: person.password }
    for (const path of ['second-factor', 'passkeys/options', `passkeys/${id}/remove`]) {
      const { status, headers } = await person.post(`/api/account/${path}`, proof)
      expect([path, status, headers.get('x-refusal')]).toEqual([path, 403, 'auth/multi-factor-auth-required'])
    }

    const { person: inside } = await signInWithPasskey(world, device)
    const safe = { ...staff, person: inside }
    await expectEveryCall(safe, role)
    expect((await calls['the list']?.(staff))?.status).toBe(403)
    expect((await inside.post(`/api/account/passkeys/${id}/remove`, proof)).status).toBe(200)
    expect((await calls['the list']?.(safe))?.status).toBe(403)
    expect((await person.post('/api/account/second-factor', proof)).status).toBe(200)
  })

  test('customers never need one, and the settings tell the web client that staff do', async () => {
    const id = await world.book({ date: `${world.day(1)} 09:00` })
    expect((await world.change(id, { date: world.day(2), time: '10:00' })).status).toBe(200)
    expect((await world.customer.get('/api/appointments/user/all')).status).toBe(200)
    expect((await world.customer.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(200)
    expect(refusalOf(await world.customer.post('/api/admin/appointments/x/capture'))).toBe('not_allowed')
    expect((await send(world, 'GET', '/api/config')).body.requireSecondFactor).toBe(true)
  })
})

describe('where it is not required', () => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await startMoneyWorld({ REQUIRE_SECOND_FACTOR: 'off' })
  })
  afterAll(() => world.stop())

  test.each(staffRoles)('a %s without one can make every call', async (role) => {
    const staff = await staffOf(world, role)
    await expectEveryCall(staff, role)
    expect((await send(world, 'GET', '/api/config')).body.requireSecondFactor).toBe(false)
  })
})
