import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book } from '../support/orders.ts'
import { openShop, personWith, signIn, signUp, type Person } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const read = async (person: Person) => (await person.get('/api/account/data')).body

test('the personal data export is a download that no cache stores', async () => {
  const { status, headers } = await (await signUp(world)).get('/api/account/data')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="dashfit-data-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('the export has profile, sign-in methods and sessions', async () => {
  const person = await signUp(world)
  await signIn(world, person.email)
  const data = await read(person)
  expect(data.profile).toMatchObject({
    name: 'Casey Rivera',
    email: person.email,
    emailConfirmed: false,
    photo: null,
    role: 'customer',
  })
  expect(data.signIns).toEqual([{ with: 'password', since: expect.any(String) }])
  expect(data.secondFactor).toEqual({ on: false, recoveryCodesLeft: 0 })
  expect(data.sessions).toHaveLength(2)
  expect(data.shops).toEqual([])
  expect(data.appointments).toEqual([])
})

test('the export has appointments with vehicle, contact, both times, money in cents, the card and the consent', async () => {
  const person = await signUp(world)
  const day = world.day(0)
  const id = await book(world, person, { date: `${day} 09:00` })
  await world.capture(id)
  await world.runJobs()
  const [appointment] = (await read(person)).appointments
  expect(appointment).toMatchObject({
    id,
    package: 'Smart Connect Essential',
    priceCents: 49_900,
    state: 'completed',
    startsAtInTheShop: `${day} 09:00:00`,
    timeZone: 'America/Los_Angeles',
    shop: { name: 'Alhambra Auto Sports' },
    vehicle: { year: 2013, make: 'BMW', model: 'X5', vin: 'WBAJU7C51KB123456' },
    contact: { name: 'Casey Rivera', email: 'receipt@example.test', phone: '6265550142' },
  })
  expect(new Date(appointment.startsAt).toISOString()).toBe(appointment.startsAt)
  expect(
    appointment.money.map(({ movement, amountCents }: Record<string, unknown>) => [movement, amountCents]),
  ).toEqual([
    ['hold_requested', 49_900],
    ['hold_placed', 49_900],
    ['capture_requested', 49_900],
    ['captured', 49_900],
  ])
  expect(appointment.money[1].card).toEqual({ brand: 'visa', lastFour: '4242' })
  expect(appointment.consents).toEqual([
    {
      to: expect.stringContaining('save the card'),
      text: expect.stringContaining('By tapping Secure Appointment, you authorize'),
      amountCents: 49_900,
      givenAt: expect.any(String),
      endedAt: null,
    },
  ])
})

test('a cancellation ends the consent in the export', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(1)} 09:00` })
  await person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  const [appointment] = (await read(person)).appointments
  expect(appointment.state).toBe('cancelled')
  expect(Date.parse(appointment.consents[0].endedAt)).toBeGreaterThanOrEqual(
    Date.parse(appointment.consents[0].givenAt),
  )
})

test('the export lists the person’s mails by kind, subject and time, also those to another address', async () => {
  const person = await signUp(world)
  await book(world, person, { date: `${world.day(2)} 09:00` })
  await world.runJobs()
  const { mails } = await read(person)
  expect(mails).toContainEqual({
    kind: 'appointment_confirmed',
    subject: expect.stringMatching(/^Confirmed: Smart Connect Essential on /),
    writtenAt: expect.any(String),
    sentAt: expect.any(String),
  })
  expect(mails).toContainEqual(expect.objectContaining({ kind: 'email_proof' }))
})

test('the export has no hash, token, secret or payment method', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(3)} 09:00` })
  const { pool } = world.context.database
  const text = (await person.get('/api/account/data', {})).body
  const written = JSON.stringify(text)
  const secrets = await pool.query<{ secret: string }>(
    `select token as secret from sessions union select password from accounts where password is not null
     union select payment_method_id from holds where appointment_id = $1
     union select provider_intent_id from holds where appointment_id = $1
     union select provider_customer_id from provider_customers union select id from sessions`,
    [id],
  )
  expect(secrets.rows.length).toBeGreaterThan(5)
  for (const { secret } of secrets.rows) expect(written).not.toContain(secret)
  expect(written).not.toMatch(/sealed:|verify-email#|"password":/)
})

test('the export has no other person’s data: no neighbor’s appointment, and for a shop no customer', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const neighbour = await signUp(world)
  const id = await book(world, neighbour, {
    date: `${world.day(4)} 09:00`,
    shopId,
    name: 'Wilhelmina Neighbour',
    email: 'wilhelmina@neighbour.test',
    phone: '6265559876',
  })
  // The mail to the shop about a card has the customer's name.
  await world.leaveToLapse(id)
  const { db } = world.context.database
  const { payload } = await db
    .selectFrom('outbox')
    .select('payload')
    .where('recipient', '=', 'wilhelmina@neighbour.test')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('outbox')
    .values({
      id: '019a0000-0000-7000-8000-0000000000aa',
      kind: 'shop_hold_failed',
      recipient: shop.email,
      payload: JSON.stringify({ ...(payload as object), adminUrl: 'https://example.test/admin' }),
      created_at: new Date(),
      due_at: new Date(),
    })
    .execute()
  const ofShop = await read(shop)
  const written = JSON.stringify(ofShop)
  for (const trace of ['Wilhelmina', 'neighbour.test', '6265559876', id]) expect(written).not.toContain(trace)
  expect(ofShop.mails).toContainEqual(expect.objectContaining({ kind: 'shop_hold_failed', subject: null }))
  expect(JSON.stringify(await read(await signUp(world)))).not.toContain('neighbour.test')
  expect(JSON.stringify(await read(neighbour))).not.toContain(shop.email)
})

test('a shop’s export has its own details, and only the last four digits of its payout account', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  await shop.post(`/api/admin/shops/${shopId}/closures`, {
    firstDay: '2030-12-24',
    lastDay: '2030-12-25',
    reason: 'Holidays',
  })
  const data = await read(shop)
  expect(data.shops).toMatchObject([{ number: shopId, yourRole: 'owner' }])
  expect(data.shops[0].settings).toMatchObject({
    businessName: 'Second Gear',
    status: 'approved',
    closures: [{ firstDay: '2030-12-24', lastDay: '2030-12-25', reason: 'Holidays' }],
    payout: { paymentMethod: 'ACH Direct Deposit', lastFour: { routing: '0021', account: '6789' } },
  })
  expect(data.shops[0].settings.bays).toHaveLength(1)
  expect(data.shops[0].settings.businessHours.Monday).toEqual({ isOpen: true, open: '09:00', close: '17:00' })
  expect(JSON.stringify(data)).not.toContain('021000021')
})

test('a former shop owner’s export has their own data and no shop', async () => {
  const { shop } = await openShop(world, world.administrator)
  await world.context.database.pool.query(
    `delete from shop_members where user_id = (select id from users where email = $1)`,
    [shop.email],
  )
  const { status, body } = await (await signIn(world, shop.email)).get('/api/account/data')
  expect([status, body.profile.role, body.shops]).toEqual([200, 'shop', []])
})

test('repeated exports are rate limited, across processes', async () => {
  const person = await signUp(world)
  const other = await world.addProcess()
  const onOther = personWith(other, person.cookie)
  for (let asked = 0; asked < 20; asked += 1) expect((await person.get('/api/account/data')).status).toBe(200)
  expect((await onOther.get('/api/account/data')).status).toBe(429)
})
