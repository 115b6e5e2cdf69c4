import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import { standings } from '../../contract/identity/roles.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { hour, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, send, type Answer, type Person } from '../support/people.ts'
import { table } from '../reliability/access-table.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

/** By hand: the calls that a suspended shop keeps, beside those of its owner's own account. */
const kept: readonly EndpointName[] = [
  'admin.listAppointments',
  'admin.findAppointment',
  'admin.capturePayment',
  'admin.search',
  'shops.listManaged',
]
const ofShops = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const { audience }: Endpoint = endpoints[name]
  return Array.isArray(audience) && audience.includes('owner')
})

type Staff = { shop: Person; shopId: number; appointmentId: string }

const suspend = (shopId: number, status = 'suspended') =>
  world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status })

/** A shop with an appointment, approved. */
async function busyShop(changes: Record<string, unknown> = {}): Promise<Staff> {
  const { shop, shopId } = await openShop(world, world.administrator)
  const date = `${world.day(0)} 09:00`
  const appointmentId = await world.book({ shopId, date, email: 'patient@private.test', ...changes })
  return { shop, shopId, appointmentId }
}

async function suspendedShop(changes: Record<string, unknown> = {}): Promise<Staff> {
  const staff = await busyShop(changes)
  expect((await suspend(staff.shopId)).status).toBe(200)
  return staff
}

/** Sends a call about the shop's own things, with a body that a permitted shop may send. */
function callRoute({ shop, shopId, appointmentId }: Staff, name: EndpointName): Promise<Answer> {
  const { method, path }: Endpoint = endpoints[name]
  const { body } = table[name] as { body?: object }
  const address = path
    .replace(':closureId', '1')
    .replace(':kind', 'mine')
    .replace(':bayId', '1')
    .replace(':email', encodeURIComponent(shop.email))
    .replace(':id', path.includes('/shops/') ? String(shopId) : appointmentId)
  return send(world, method, `${address}?shopId=${shopId}&month=2026-11`, {
    headers: { cookie: shop.cookie },
    ...(body === undefined ? {} : { body }),
  })
}

async function rowsOf(shopId: number): Promise<unknown> {
  const { pool } = world.context.database
  const read = async (sql: string) => (await pool.query(sql, [shopId])).rows
  return {
    shop: await read('select * from shops where id = $1'),
    hours: await read('select * from shop_hours where shop_id = $1 order by weekday'),
    closures: await read('select * from shop_closures where shop_id = $1'),
    bays: await read('select * from bays where shop_id = $1'),
    payout: await read('select * from payout_details where shop_id = $1 order by field'),
    appointments: await read('select state, sequence from appointments where shop_id = $1'),
  }
}

test('a suspended shop is refused every route but its appointments, their capture and its own account', async () => {
  const staff = await suspendedShop()
  const before = await rowsOf(staff.shopId)
  const refused = ofShops.filter((name) => !kept.includes(name))
  expect(refused.length).toBeGreaterThan(12)
  for (const name of refused) {
    const answer = await callRoute(staff, name)
    expect([name, ...refusalOf(answer)]).toEqual([name, 403, 'shop_suspended'])
    expect(Object.keys(answer.body)).toEqual(['error'])
  }
  expect(await rowsOf(staff.shopId)).toEqual(before)
  for (const name of kept.filter((one) => one !== 'admin.capturePayment'))
    expect([name, ...refusalOf(await callRoute(staff, name))][2]).not.toBe('shop_suspended')
  expect((await staff.shop.get('/api/account')).status).toBe(200)
  expect((await staff.shop.get('/api/account/data')).status).toBe(200)
})

test('control: without the rule of a route, a suspended shop is not refused for it, nor is an approved one', async () => {
  const staff = await suspendedShop()
  for (const name of ofShops.filter((one) => !kept.includes(one))) {
    const endpoint = endpoints[name] as { audience: unknown }
    const { audience } = endpoint
    endpoint.audience = standings
    try {
      expect([name, refusalOf(await callRoute(staff, name))[1]]).not.toEqual([name, 'shop_suspended'])
    } finally {
      endpoint.audience = audience
    }
  }
  const approved = await busyShop()
  for (const name of ofShops)
    expect([name, refusalOf(await callRoute(approved, name))[1]]).not.toEqual([name, 'shop_suspended'])
})

test('it reads name, phone and car of its appointments, and no email by any call or search', async () => {
  const staff = await suspendedShop({ name: 'Robin Patient', phone: '6265550177' })
  const { shop, appointmentId } = staff
  const list = await shop.get('/api/admin/appointments')
  expect(list.body).toMatchObject([
    {
      id: appointmentId,
      customerName: 'Robin Patient',
      customerPhone: '6265550177',
      customerEmail: '',
      vehicleInfo: { make: 'BMW', model: 'X5', vin: 'WBAJU7C51KB123456' },
    },
  ])
  const details = await shop.get(`/api/admin/appointments/${appointmentId}`)
  expect(details.body).toMatchObject({ customerName: 'Robin Patient', customerEmail: '', timeline: [] })
  const paged = await shop.get('/api/admin/appointments?limit=10')
  for (const { body } of [list, details, paged]) expect(JSON.stringify(body)).not.toContain('private.test')

  const found = async (text: string, more = '') =>
    (await shop.get(`/api/admin/appointments?search=${encodeURIComponent(text)}${more}`)).body
      .length as number
  for (const more of ['', '&limit=10']) {
    for (const text of ['Robin', 'patient', 'WBAJU7C51KB123456', 'kb1234', '(626) 555-0177'])
      expect([text, await found(text, more)]).toEqual([text, 1])
    for (const text of ['patient@', 'private.test', world.customer.email, '@'])
      expect([text, await found(text, more)]).toEqual([text, 0])
  }
  await suspend(staff.shopId, 'approved')
  expect(await found('patient@private')).toBe(1)
  expect((await shop.get('/api/admin/appointments')).body[0].customerEmail).toContain('@')
})

test('it captures a payment after the end of the appointment, and not before', async () => {
  const { shop, shopId, appointmentId } = await suspendedShop()
  const { startsAt, endsAt } = await world.timesOf(appointmentId)
  const { clock } = world.context
  const offset = clock.now() - Date.now()
  const captureAt = async (instant: number) => {
    clock.setOffset(instant - Date.now())
    return world.capture(appointmentId, shop).finally(() => clock.setOffset(offset))
  }
  expect(refusalOf(await captureAt(startsAt - hour * 1000))).toEqual([409, 'not_yet_ended'])
  expect(refusalOf(await captureAt(startsAt + hour * 1000))).toEqual([409, 'not_yet_ended'])
  expect(await world.statusesOf(appointmentId)).toEqual(['requires_capture'])
  expect((await captureAt(endsAt + 1000)).status).toBe(200)
  expect(await world.statusesOf(appointmentId)).toEqual(['succeeded'])
  // An administrator captures and cancels as before.
  const other = await world.book({ shopId: 5, date: `${world.day(1)} 09:00` })
  expect((await world.capture(other)).status).toBe(200)
  expect((await suspend(shopId, 'approved')).status).toBe(200)
})

test('a suspension counts for open sessions at once, and ends at once', async () => {
  const { shop, shopId } = await busyShop()
  const overview = () => shop.get(`/api/admin/overview?shopId=${shopId}`)
  expect((await overview()).status).toBe(200)
  await suspend(shopId)
  expect(refusalOf(await overview())).toEqual([403, 'shop_suspended'])
  await suspend(shopId, 'approved')
  expect((await overview()).status).toBe(200)
})

test('the warning about a card goes to the administrators while the shop is suspended', async () => {
  const { shop, appointmentId } = await suspendedShop({ paymentMethodId: 'pm_card_visa' })
  const { pool } = world.context.database
  const { queueHoldFailedMail } = await import('../../server/notifications/queue-shop-mail.ts')
  const { db } = world.context.database
  const appointment = await db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  await queueHoldFailedMail(db, world.context, appointment)
  const { rows } = await pool.query<{ recipient: string }>(
    `select recipient from outbox where kind = 'shop_hold_failed' and payload ->> 'appointmentId' = $1`,
    [appointmentId],
  )
  expect(rows.map(({ recipient }) => recipient)).toContain(world.administrator.email)
  expect(rows.map(({ recipient }) => recipient)).not.toContain(shop.email)
})
