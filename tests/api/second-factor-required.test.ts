import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveCode, setUpSecondFactor, beginSignIn, withCookiesOf } from '../support/authenticator.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { addPasskey, createDevice, signInWithPasskey } from '../support/passkey.ts'
import { openShop, send, signIn, signInAdministrator, type Answer, type Person } from '../support/people.ts'

type Staff = { world: MoneyWorld; person: Person; shopId: number; appointmentId: string }

const month = '2026-11'
/** Calls of staff that move money or show its destination: these need a second factor. */
const guarded: Record<string, (staff: Staff) => Promise<Answer>> = {
  'the change of the payout': ({ person, shopId }) =>
    person.patch(`/api/admin/shops/${shopId}/payout`, {
      paymentMethod: 'ACH Direct Deposit',
      accountDetails: { account: '000123456789' },
    }),
  'the statement': ({ person, shopId }) => person.get(`/api/admin/shops/${shopId}/statement?month=${month}`),
  'the statement as CSV': ({ person, shopId }) =>
    person.get(`/api/admin/shops/${shopId}/statement.csv?month=${month}`),
  'the capture': ({ world, person, appointmentId }) =>
    world.onceBegun(appointmentId, () => world.capture(appointmentId, person)),
  'the cancellation': ({ person, appointmentId }) =>
    person.patch(`/api/admin/appointments/${appointmentId}/status`, { status: 'cancelled' }),
}
/** Calls of staff that do not. */
const unguarded: Record<string, (staff: Staff) => Promise<Answer>> = {
  'the list': ({ person }) => person.get('/api/admin/appointments'),
  'the details': ({ person, appointmentId }) => person.get(`/api/admin/appointments/${appointmentId}`),
  'the list as CSV': ({ person }) => person.get('/api/admin/appointments.csv'),
  'the hours': ({ person, shopId }) =>
    person.patch(`/api/admin/shops/${shopId}`, { businessName: 'Second Gear' }),
  'the attention list': ({ person }) => person.get('/api/admin/attention'),
  'the overview': ({ person, shopId }) => person.get(`/api/admin/overview?shopId=${shopId}`),
}

/** A shop with an appointment of its own, and a staff member in the role. */
async function staffOf(world: MoneyWorld, role: string, starts: string): Promise<Staff> {
  const { shop, shopId } = await openShop(world, world.administrator)
  const person = role === 'shop' ? shop : await signInAdministrator(world)
  const appointmentId = await world.book({ shopId, date: `${world.day(0)} ${starts}` })
  return { world, person, shopId, appointmentId }
}

const lastFour = { routing: '0021', account: '6789' }
const payoutOf = async ({ person, shopId }: Staff) =>
  (await person.get(`/api/admin/shops/${shopId}`)).body.payout

describe('where a second factor is required of staff', () => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await startMoneyWorld({ REQUIRE_SECOND_FACTOR: 'on' })
  })
  afterAll(() => world.stop())

  test.each(['shop', 'administrator'])(
    'a %s without one can neither move money nor see payouts',
    async (role) => {
      const staff = await staffOf(world, role, '09:00')
      for (const [what, ask] of Object.entries(guarded)) {
        const { status, headers, body } = await ask(staff)
        expect([what, status, headers.get('x-refusal')]).toEqual([what, 403, 'second_factor_required'])
        expect(Object.keys(body)).toEqual(['error'])
      }
      expect(await payoutOf(staff)).toBeNull()
      expect(await world.statusesOf(staff.appointmentId)).toEqual(['requires_capture'])
      for (const [what, ask] of Object.entries(unguarded)) {
        const { status, body } = await ask(staff)
        expect([what, status]).toEqual([what, 200])
        expect(JSON.stringify(body)).not.toContain(lastFour.account)
      }
    },
  )

  test.each(['shop', 'administrator'])('a %s with one can, in the browser of the set-up', async (role) => {
    const staff = await staffOf(world, role, '09:00')
    const { person } = await setUpSecondFactor(world, staff.person)
    const safe = { ...staff, person }
    expect(await payoutOf(safe)).toEqual({ paymentMethod: 'ACH Direct Deposit', lastFour })
    for (const [what, ask] of Object.entries({ ...unguarded, ...guarded })) {
      const { status } = await ask(safe)
      // Only administrators can refund a captured payment, not the shop.
      const expected = what === 'the cancellation' && role === 'shop' ? 403 : 200
      expect([what, status]).toEqual([what, expected])
    }
    expect(await world.statusesOf(staff.appointmentId)).toEqual(['succeeded'])
  })

  test('an earlier session, or one opened with the password alone, is not enough', async () => {
    const staff = await staffOf(world, 'shop', '09:00')
    const { person, app } = await setUpSecondFactor(world, staff.person)
    expect((await guarded['the statement']?.(staff))?.status).toBe(401)
    const waiting = await beginSignIn(world, person)
    expect((await guarded['the statement']?.({ ...staff, person: waiting }))?.status).toBe(401)
    const inside = withCookiesOf(world, waiting, await giveCode(waiting, await app.nextCode()))
    expect((await guarded['the statement']?.({ ...staff, person: inside }))?.status).toBe(200)
  })

  test('turning it off returns staff to the calls that need none', async () => {
    const staff = await staffOf(world, 'shop', '09:00')
    const { person } = await setUpSecondFactor(world, staff.person)
    await person.post('/api/account/second-factor/stop', { password: person.password })
    const again = { ...staff, person: await signIn(world, person.email) }
    expect((await guarded['the statement']?.(again))?.status).toBe(403)
    expect(await payoutOf(again)).toBeNull()
  })

  test.each(['shop', 'administrator'])(
    'a %s signed in with a passkey can, and no other session can',
    async (role) => {
      const staff = await staffOf(world, role, '09:00')
      const { person } = staff
      await world.context.database.db
        .updateTable('users')
        .set({ email_verified: true })
        .where('email', '=', person.email)
        .execute()
      const device = createDevice(world)
      const id: string = (await addPasskey(world, person, device)).body.passkeys[0].id
      expect((await guarded['the statement']?.(staff))?.status).toBe(403)
      // The password alone can neither set up another second factor now, nor remove the passkey.
      const proof = { password: person.password }
      for (const path of ['second-factor', 'passkeys/options', `passkeys/${id}/remove`]) {
        const { status, headers } = await person.post(`/api/account/${path}`, proof)
        expect([path, status, headers.get('x-refusal')]).toEqual([
          path,
          403,
          'auth/multi-factor-auth-required',
        ])
      }

      const { person: inside } = await signInWithPasskey(world, device)
      const safe = { ...staff, person: inside }
      expect(await payoutOf(safe)).toEqual({ paymentMethod: 'ACH Direct Deposit', lastFour })
      for (const [what, ask] of Object.entries({ ...unguarded, ...guarded })) {
        const expected = what === 'the cancellation' && role === 'shop' ? 403 : 200
        expect([what, (await ask(safe)).status]).toEqual([what, expected])
      }
      expect((await guarded['the statement']?.(staff))?.status).toBe(403)
      expect((await inside.post(`/api/account/passkeys/${id}/remove`, proof)).status).toBe(200)
      expect((await guarded['the statement']?.(safe))?.status).toBe(403)
      expect((await person.post('/api/account/second-factor', proof)).status).toBe(200)
    },
  )

  test('customers never need one, and the session tells the web client that staff do', async () => {
    const id = await world.book({ date: `${world.day(1)} 09:00` })
    expect((await world.change(id, { date: world.day(2), time: '10:00' })).status).toBe(200)
    expect((await world.customer.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(200)
    expect((await world.customer.post('/api/admin/appointments/x/capture')).headers.get('x-refusal')).toBe(
      'not_allowed',
    )
    expect((await send(world, 'GET', '/api/config')).body.requireSecondFactor).toBe(true)
  })
})

describe('where it is not required', () => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await startMoneyWorld({ REQUIRE_SECOND_FACTOR: 'off' })
  })
  afterAll(() => world.stop())

  test.each(['shop', 'administrator'])('a %s without one can make every call', async (role) => {
    const staff = await staffOf(world, role, '09:00')
    expect(await payoutOf(staff)).toEqual({ paymentMethod: 'ACH Direct Deposit', lastFour })
    for (const [what, ask] of Object.entries({ ...unguarded, ...guarded })) {
      const expected = what === 'the cancellation' && role === 'shop' ? 403 : 200
      expect([what, (await ask(staff)).status]).toEqual([what, expected])
    }
    expect((await send(world, 'GET', '/api/config')).body.requireSecondFactor).toBe(false)
  })
})
