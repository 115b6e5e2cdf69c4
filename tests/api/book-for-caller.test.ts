import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { weekdayOf, addDays, dayOf, formatTimeOfDay, wallTimeOf } from '../../contract/time.ts'
import { deskOrder } from '../support/desk-orders.ts'
import { payAtShop } from '../support/day-prices.ts'
import { mailsTo, mailedToken } from '../support/mails.ts'
import { leave, onceOver } from '../support/leaving.ts'
import { hour, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { listOwn } from '../support/orders.ts'
import {
  newEmail,
  openShop,
  personWith,
  refusalOf,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { joinShop, openStaffedShop } from '../support/shop-members.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

beforeEach(async () => {
  ;({ owner, desk, shopId } = await openStaffedShop(world))
})

/** An order for a caller who pays at the shop, tomorrow at 8:15. */
const orderOf = (changes: Record<string, unknown> = {}) =>
  deskOrder({ shopId, date: `${tomorrow()} 08:15` }, changes)
/** The next weekday, on which the shop is open. */
const tomorrow = () => {
  let day = addDays(dayOf(world.context.clock.now(), shopZone), 1)
  while (weekdayOf(day) > 5) day = addDays(day, 1)
  return day
}
const order = (changes: Record<string, unknown> = {}, by: Person = desk, key?: string): Promise<Answer> =>
  by.post('/api/admin/appointments', orderOf(changes), key === undefined ? {} : { 'idempotency-key': key })
const detailsOf = async (id: string) => (await desk.get(`/api/admin/appointments/${id}`)).body
const subjectsTo = async (email: string) => {
  await world.runJobs()
  return (await mailsTo(world, email)).map(({ subject }) => subject)
}
async function booked(changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await order(changes)
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id as string
}
const cardToken = async (email: string) => {
  await world.runJobs()
  const texts = (await mailsTo(world, email)).map(({ text }) => text).join('\n')
  return /\/confirm-card#(\S+)/.exec(texts)?.[1] ?? ''
}

test('a caller without an account, an email and a card is booked for tomorrow', async () => {
  const answer = await order()
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  expect(answer.body).toMatchObject({ requiresAction: false, warnings: ['before_opening'] })
  const details = await detailsOf(answer.body.id)
  expect(details).toMatchObject({
    customerName: 'Dolores Haze',
    customerEmail: '',
    customerPhone: '6265550177',
    paymentStatus: 'pending',
    hold: { state: 'at_shop', card: null },
    payment: { label: 'at_shop', note: null },
    heldCents: 0,
  })
  expect(details.timeline[0]).toMatchObject({
    title: 'Appointment booked for the customer',
    by: { role: 'shop' },
  })
  expect(await world.intentsOf(answer.body.id)).toEqual([])
  // The other people of the shop hear of it, and the person who booked does not.
  expect(await subjectsTo(owner.email)).toContainEqual(expect.stringContaining('Booked: 2013 BMW X5'))
  expect(await subjectsTo(desk.email)).not.toContainEqual(expect.stringContaining('Booked: 2013 BMW X5'))
})

test('a walk-in begins now, outside every hour, and is paid in cash at the end', async () => {
  const now = wallTimeOf(world.context.clock.now(), shopZone)
  const id = await booked({ date: `${now.day} ${formatTimeOfDay(now.minutes)}` })
  await world.advanceTo(id, 1)
  const paid = await payAtShop(desk, id)
  expect([paid.status, paid.body.error]).toEqual([200, undefined])
  expect(paid.body).toMatchObject({
    paymentStatus: 'completed',
    payment: { label: 'completed', note: 'paid_at_shop' },
    paidAtShop: 'cash',
  })
  expect(paid.body.timeline).toContainEqual(
    expect.objectContaining({ title: '$499 paid at the shop', detail: 'In cash.' }),
  )
  // A second press, also of another person and with another way, records nothing more.
  const again = await payAtShop(owner, id, undefined, { method: 'terminal', seenDueCents: 49_900 })
  expect(again.body.paidAtShop).toBe('cash')
  expect((await reconcile(world.context)).differences).toEqual([])
})

test('a payment at the shop is refused before the start, for a charged card, and after a cancellation', async () => {
  const pay = (id: string) => payAtShop(desk, id)
  const id = await booked()
  expect(refusalOf(await pay(id))).toEqual([409, 'not_yet_started'])
  world.customer = await signUp(world)
  const held = await world.book({ shopId, email: world.customer.email })
  await world.onceBegun(held, async () => {
    expect((await world.capture(held, desk)).status).toBe(200)
    expect(refusalOf(await pay(held))).toEqual([409, 'appointment_not_changeable'])
  })
  await desk.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
  expect(refusalOf(await pay(id))).toEqual([409, 'appointment_cancelled'])
  expect(refusalOf(await desk.post(`/api/admin/appointments/${id}/capture`))).toEqual([
    409,
    'appointment_cancelled',
  ])
})

test('a caller gives a card by the mailed link, and the appointment is like any other', async () => {
  const email = newEmail()
  const id = await booked({ payment: 'link', contact: { name: 'Dolores Haze', phone: '6265550177', email } })
  const before = await detailsOf(id)
  expect(before).toMatchObject({ paymentStatus: 'pending', hold: { state: 'no_card' } })
  const hoursToDeadline = (Date.parse(before.cardDueAt) - world.context.clock.now()) / 3_600_000
  expect(hoursToDeadline).toBeGreaterThan(0)
  expect(hoursToDeadline).toBeLessThanOrEqual(24)
  expect(await subjectsTo(email)).toEqual([expect.stringMatching(/^Add your card for /)])
  const visitor = personWith(world, '')
  const token = await cardToken(email)
  const shown = await visitor.post('/api/confirm-card/find', { token })
  expect(shown.body).toMatchObject({ needed: true, hold: { state: 'no_card', card: null } })
  const give = () => visitor.post('/api/confirm-card', { token, paymentMethodId: 'pm_card_visa' })
  const [first, second] = [await give(), await give()]
  expect([first.status, first.body.held]).toEqual([200, true])
  // The link used twice holds once.
  expect([second.status, second.body.held]).toEqual([200, true])
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  expect(await detailsOf(id)).toMatchObject({
    paymentStatus: 'authorized',
    hold: { state: 'live' },
    cardDueAt: null,
    heldCents: 49_900,
  })
  expect(await subjectsTo(email)).toContainEqual(expect.stringMatching(/^Confirmed: /))
  await world.onceBegun(id, async () =>
    expect((await desk.post(`/api/admin/appointments/${id}/capture`)).status).toBe(200),
  )
  expect((await reconcile(world.context)).differences).toEqual([])
})

test('an overdue link keeps its time, stands in attention, and can be sent again', async () => {
  const email = newEmail()
  const id = await booked({
    payment: 'link',
    date: `${addDays(tomorrow(), 4)} 10:00`,
    contact: { name: 'Dolores Haze', phone: '6265550177', email },
  })
  const items = async () =>
    (await desk.get('/api/admin/attention')).body.items.filter(
      (item: { appointmentId: string }) => item.appointmentId === id,
    )
  expect(await items()).toEqual([])
  await world.advance(24 * hour + 60)
  expect(await items()).toMatchObject([{ reason: 'no_card', repair: 'ask_for_card' }])
  expect((await detailsOf(id)).paymentStatus).toBe('pending')
  expect((await desk.post(`/api/admin/appointments/${id}/card-request`)).status).toBe(200)
  expect(await items()).toEqual([])
  expect((await subjectsTo(email)).filter((subject) => subject.startsWith('Add your card'))).toHaveLength(2)
  // Without a hold, the renewal does nothing and mails no failure.
  await world.advanceTo(id, -1)
  expect((await detailsOf(id)).hold.state).toBe('no_card')
  await world.advanceTo(id, 30)
  expect(await items()).toMatchObject([{ reason: 'not_paid' }])
})

test('a card link follows a moved appointment', async () => {
  const email = newEmail()
  const id = await booked({ payment: 'link', contact: { name: 'Dolores Haze', phone: '6265550177', email } })
  const moved = await desk.patch(`/api/admin/appointments/${id}`, { date: `${addDays(tomorrow(), 1)} 11:00` })
  expect(moved.status).toBe(200)
  const token = await cardToken(email)
  const visitor = personWith(world, '')
  expect((await visitor.post('/api/confirm-card/find', { token })).body.appointmentDate).toBe(
    `${addDays(tomorrow(), 1)} 11:00:00`,
  )
  const given = await visitor.post('/api/confirm-card', { token, paymentMethodId: 'pm_card_visa' })
  expect(given.body.held).toBe(true)
})

test('a customer who stands there gives the card at the desk, with a declined one first', async () => {
  const declined = await order({ payment: 'card', paymentMethodId: 'pm_card_chargeDeclined' })
  expect(refusalOf(declined)).toEqual([402, 'card_refused'])
  const id = await booked({ payment: 'card', paymentMethodId: 'pm_card_visa' })
  expect(await detailsOf(id)).toMatchObject({ paymentStatus: 'authorized', hold: { state: 'live' } })
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
})

test('the same order sent twice with one key books once, and another order with it is refused', async () => {
  const key = `desk-${Date.now()}`
  const wanted = orderOf()
  const send = (body: object) => desk.post('/api/admin/appointments', body, { 'idempotency-key': key })
  const [one, two] = await Promise.all([send(wanted), send(wanted)])
  const three = await send(wanted)
  expect([one.status, two.status, three.status]).toEqual([201, 201, 201])
  expect(new Set([one.body.id, two.body.id, three.body.id]).size).toBe(1)
  expect(refusalOf(await send({ ...wanted, date: `${tomorrow()} 12:00` }))).toEqual([409, 'request_changed'])
  // Control: without a key it is another appointment, which finds the only bay taken.
  expect(refusalOf(await desk.post('/api/admin/appointments', wanted))).toEqual([409, 'bay_taken'])
})

test('two desks that book one bay at one time: one gets it', async () => {
  const answers = await Promise.all(
    [desk, owner, desk, owner].map((by) => order({ date: `${tomorrow()} 13:30` }, by)),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409, 409, 409,
  ])
  expect(
    new Set(answers.filter(({ status }) => status === 409).map((answer) => refusalOf(answer)[1])),
  ).toEqual(new Set(['bay_taken']))
})

test('the account with the proven email takes the appointment over, with its card', async () => {
  const email = newEmail()
  const id = await booked({
    payment: 'link',
    date: `${world.day(2)} 09:00`,
    contact: { name: 'Dolores Haze', phone: '6265550177', email },
  })
  await personWith(world, '').post('/api/confirm-card', {
    token: await cardToken(email),
    paymentMethodId: 'pm_card_visa',
  })
  const account = await signUp(world, email)
  // An unproven address may belong to another person.
  expect(await listOwn(account)).toEqual([])
  await account.post('/api/auth/verify-email', { token: await mailedToken(world, email, '/verify-email') })
  expect(await listOwn(account)).toMatchObject([{ id, status: 'scheduled', hold: { state: 'live' } }])
  expect((await detailsOf(id)).contactId).not.toBeNull()
  // The card that the guest gave still pays: a renewal, and the charge.
  await world.advanceTo(id, -71)
  expect((await detailsOf(id)).hold.state).toBe('live')
  await world.onceBegun(id, async () =>
    expect((await desk.post(`/api/admin/appointments/${id}/capture`)).status).toBe(200),
  )
  expect((await account.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(409)
  expect((await reconcile(world.context)).differences).toEqual([])
  await onceOver(world, id, async () => expect((await leave(account)).status).toBe(200))
})

test('a known account with the email gets the appointment at once', async () => {
  const account = world.customer
  await world.context.database.pool.query('update users set email_verified = true where email = $1', [
    account.email,
  ])
  const id = await booked({ contact: { name: 'Dolores Haze', phone: '6265550177', email: account.email } })
  expect((await listOwn(account)).map((own: { id: string }) => own.id)).toContain(id)
})

test('two calls of one person are one contact, and a namesake with another phone is another', async () => {
  const contactOf = async (changes: object) => (await detailsOf(await booked(changes as never))).contactId
  const first = await contactOf({ date: `${tomorrow()} 08:00` })
  const again = await contactOf({
    date: `${tomorrow()} 12:00`,
    contact: { name: 'dolores haze', phone: '626-555-0177' },
  })
  const other = await contactOf({
    date: `${tomorrow()} 16:00`,
    contact: { name: 'Dolores Haze', phone: '626-555-0178' },
  })
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a package that does not fit is sold with a reason alone', async () => {
  const vehicleInfo = { year: 2021, make: 'BMW', model: 'X5' }
  const refused = await order({ vehicleInfo, fitment: undefined, productId: 3 })
  const overridden = await order({
    vehicleInfo,
    fitment: undefined,
    productId: 3,
    fitmentReason: 'The radio was replaced by an older one',
  })
  expect(refusalOf(refused)).toEqual([422, 'package_not_for_vehicle'])
  expect(overridden.status).toBe(201)
  const { timeline } = await detailsOf(overridden.body.id)
  expect(timeline[0].detail).toContain('The radio was replaced by an older one')
})

test.each([
  ['a technician', 'technician'],
  ['a customer', 'customer'],
  ['an owner of another shop', 'other'],
])('%s may not book for callers', async (_, who) => {
  const by =
    who === 'technician'
      ? await joinShop(world, shopId, 'technician')
      : who === 'customer'
        ? world.customer
        : (await openShop(world, world.administrator)).shop
  expect([403, 404]).toContain((await order({}, by)).status)
})

test.each([
  ['a link without an email', { payment: 'link' }, [400, 'email_missing']],
  ['a card that is missing', { payment: 'card' }, [400, 'malformed']],
  ['a card for a payment at the shop', { paymentMethodId: 'pm_card_visa' }, [400, 'malformed']],
  ['a bay of another shop', { bayId: 999_999 }, [422, 'bay_unknown']],
  ['a time that is over', { date: '2026-01-05 09:00' }, [422, 'not_a_start_time']],
  ['a phone that is none', { contact: { name: 'Dolores', phone: '12' } }, [400, 'malformed']],
  ['a package that is missing', { productId: 99 }, [422, 'package_unknown']],
])('%s is refused, and nothing is half done', async (_, changes, expected) => {
  const { pool } = world.context.database
  const count = async () =>
    (
      await pool.query(
        'select (select count(*) from guests) as guests, (select count(*) from contacts) as contacts, (select count(*) from appointments) as appointments',
      )
    ).rows[0]
  const before = await count()
  const answer = await order(changes)
  expect(refusalOf(answer)).toEqual(expected)
  expect(answer.body.error).toMatch(/\w+ \w+/)
  expect(await count()).toEqual(before)
})
