import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailedLinkOf } from '../../server/notifications/appointment-link.ts'
import { addDays, dayOf, weekdayOf } from '../../contract/time.ts'
import { addSecondBay, bookAtDesk } from '../support/desk-orders.ts'
import { mailedTokens, mailsTo } from '../support/mails.ts'
import { hour, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { fittingCar, fittingVin, orderFor } from '../support/orders.ts'
import { newEmail, personWith, refusalOf, signUp, type Answer, type Person } from '../support/people.ts'
import { openStaffedShop } from '../support/shop-members.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld
let visitor: Person
let owner: Person
let desk: Person
let shopId: number
let id: string
let token: string

beforeAll(async () => {
  world = await startMoneyWorld({ ALLOW_CONFLICTING_APPOINTMENTS: 'off' })
  visitor = personWith(world, '')
})
afterAll(() => world.stop())
beforeEach(async () => {
  // All tests share one network.
  await world.context.database.pool.query('delete from rate_limits')
  ;({ owner, desk, shopId } = await openStaffedShop(world))
  ;({ id, token } = await bookLinked(1))
})

/** An appointment of a new customer at 9:00 of a bookable day, with the token of its link. */
async function bookLinked(day: number): Promise<{ id: string; token: string }> {
  world.customer = await signUp(world)
  const date = `${world.day(day)} 09:00`
  const booked = await world.book({ shopId, email: world.customer.email, date })
  return { id: booked, token: await tokenOf(booked) }
}
async function rowOf(of: string) {
  const { db } = world.context.database
  return db.selectFrom('appointments').selectAll().where('id', '=', of).executeTakeFirstOrThrow()
}
const tokenOf = async (of: string): Promise<string> =>
  mailedLinkOf(world.context, await rowOf(of)).split('#')[1] ?? ''
const move = (date: string | undefined, time = '10:00', by = token): Promise<Answer> =>
  visitor.post('/api/appointment-link/move', { token: by, date, time })
const mailsOf = async (of: string) => {
  const { rows } = await world.context.database.pool.query<{ kind: string }>(
    `select kind, actor_id is null as by_product from outbox where payload ->> 'appointmentId' = $1
      order by kind, recipient`,
    [of],
  )
  return rows
}

test('the link moves as a signed-in customer does, with the same mails, and the new start is unconfirmed', async () => {
  await visitor.post('/api/appointment-link/confirm', { token })
  const before = await rowOf(id)
  const { status, body } = await move(world.day(2), '14:00')
  expect([status, body.error]).toEqual([200, undefined])
  expect(body).toMatchObject({
    appointmentDate: `${world.day(2)} 14:00:00`,
    shopId,
    isConfirmed: false,
    canConfirm: true,
    canMove: true,
  })
  const moved = await rowOf(id)
  expect(moved.sequence).toBe(before.sequence + 1)
  // The same request again, as after a lost reply, changes nothing.
  expect((await move(world.day(2), '14:00')).status).toBe(200)
  expect(await rowOf(id)).toEqual(moved)
  await world.runJobs()
  const subjects = (await mailsTo(world, moved.customer_email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /rescheduled|new time/i.test(subject))).toHaveLength(1)

  const other = await bookLinked(3)
  expect((await world.change(other.id, { date: world.day(4), time: '14:00' })).status).toBe(200)
  await world.runJobs()
  expect(await mailsOf(id)).toEqual(await mailsOf(other.id))
})

test('a caller without an account moves by the link of their reminder', async () => {
  const email = newEmail()
  const contact = { name: 'Dolores Haze', phone: '(626) 555-0177', email }
  const booked = await bookAtDesk(desk, { shopId, date: `${world.day(3)} 09:00` }, { contact })
  await world.advanceTo(booked.body.id, -47)
  await world.runJobs()
  const [mailed] = await mailedTokens(world, email, '/appointment-link')
  const { status, body } = await move(world.day(2), '11:00', mailed)
  expect([status, body.appointmentDate]).toEqual([200, `${world.day(2)} 11:00:00`])
  const board = await owner.get(`/api/admin/board?shopId=${shopId}&from=${world.day(2)}`)
  expect(board.body.jobs).toMatchObject([{ appointmentId: booked.body.id, startMinutes: 11 * 60 }])
})

test('the link moves to the free times that the page reads, and to no other', async () => {
  await bookLinked(2)
  const free = await visitor.get(
    `/api/appointments/availability?shopId=${shopId}&date=${world.day(2)}&appointmentId=${id}`,
  )
  for (const slot of free.body as { time: string; available: boolean }[]) {
    const { status } = await move(world.day(2), slot.time)
    expect([slot.time, status]).toEqual([slot.time, slot.available ? 200 : expect.toBeOneOf([409, 422])])
  }
  expect((free.body as { available: boolean }[]).some(({ available }) => available)).toBe(true)
})

test('a start that no customer could book is refused with a sentence, and nothing moves', async () => {
  const before = await rowOf(id)
  let saturday = world.day(1)
  while (weekdayOf(saturday) !== 6) saturday = addDays(saturday, 1)
  const tomorrow = addDays(dayOf(world.context.clock.now(), shopZone), 1)
  for (const [date, time, ...refusal] of [
    [tomorrow, '10:00', 422, 'day_not_bookable'],
    [addDays(world.day(-1), 7), '10:00', 422, 'day_not_bookable'],
    [saturday, '10:00', 422, 'day_not_bookable'],
    [world.day(2), '9:30', 422, 'not_a_start_time'],
    [world.day(2), '16:00', 422, 'ends_after_closing'],
    [world.day(2), 'noon', 400, 'malformed'],
    ['soon', '10:00', 400, 'malformed'],
    [undefined, '10:00', 400, 'malformed'],
  ] as const) {
    const refused = await move(date, time)
    expect([date, time, ...refusalOf(refused)]).toEqual([date, time, ...refusal])
    expect(refused.body.error).toMatch(/^[A-Z].+/)
  }
  expect(await rowOf(id)).toEqual(before)
})

test('the limits of the customer hold for the link too, and a hit is recorded', async () => {
  const date = `${world.day(3)} 10:00`
  const { shopId: elsewhere } = await openStaffedShop(world)
  const vehicleInfo = { ...fittingCar, vin: fittingVin(71) }
  await world.book({ shopId: elsewhere, email: world.customer.email, date, vehicleInfo })
  expect(refusalOf(await move(world.day(3)))).toEqual([409, 'own_appointment_then'])
  const { customer_id: customerId } = await rowOf(id)
  const { rows } = await world.context.database.pool.query(
    'select limit_name from customer_limit_hits where customer_id = $1',
    [customerId],
  )
  expect(rows).toEqual([{ limit_name: 'own_appointment_then' }])
  const decision = { decision: 'block', reason: 'Reviewed' }
  expect(
    (await world.administrator.post(`/api/admin/customers/${customerId}/decisions`, decision)).status,
  ).toBe(201)
  expect(refusalOf(await move(world.day(2)))).toEqual([403, 'customer_blocked'])
})

test('a forged link and one to a corrected address move nothing', async () => {
  const bytes = Buffer.from(token, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const other = await bookLinked(4)
  const [ownId, foreign] = [Buffer.from(token, 'base64url'), Buffer.from(other.token, 'base64url')]
  const crossed = Buffer.concat([ownId.subarray(0, 16), foreign.subarray(16)]).toString('base64url')
  for (const by of [bytes.toString('base64url'), crossed, 'x'])
    expect(refusalOf(await move(world.day(2), '10:00', by))).toEqual([404, 'link_not_valid'])
  const email = newEmail()
  await desk.patch(`/api/admin/appointments/${id}/contact`, { email })
  expect(refusalOf(await move(world.day(2)))).toEqual([404, 'link_not_valid'])
  // The control: the link to the new address moves.
  expect((await move(world.day(2), '10:00', await tokenOf(id))).status).toBe(200)
})

test('an appointment that is cancelled, begun or over does not move', async () => {
  await world.onceBegun(id, async () => {
    expect(refusalOf(await move(world.day(-1)))).toEqual([409, 'appointment_not_changeable'])
    const before = world.context.clock.now()
    world.context.clock.setOffset(before - Date.now() + 10 * hour * 1000)
    expect(refusalOf(await move(world.day(-1)))).toEqual([404, 'link_not_valid'])
  })
  // The control: before its start it moves.
  expect((await move(world.day(2))).status).toBe(200)
  await visitor.post('/api/appointment-link/cancel', { token })
  expect(refusalOf(await move(world.day(3)))).toEqual([409, 'appointment_not_changeable'])
})

test('at a suspended shop the link says that nothing moves, and still cancels', async () => {
  const suspend = (status: string) =>
    world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status })
  await suspend('suspended')
  const found = await visitor.post('/api/appointment-link/find', { token })
  expect(found.body).toMatchObject({ isShopSuspended: true, canMove: false, canCancel: true })
  // The appointment is still on.
  expect((await visitor.post('/api/appointment-link/confirm', { token })).body.isConfirmed).toBe(true)
  const refused = await move(world.day(2))
  expect(refusalOf(refused)).toEqual([422, 'shop_unknown'])
  expect(refused.body.error).toContain('Your appointment is still on')
  await suspend('approved')
  expect((await move(world.day(2))).status).toBe(200)
  await suspend('suspended')
  const cancelled = await visitor.post('/api/appointment-link/cancel', { token })
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
})

test('of two links and a booking for one time in one bay, one gets it; with a second bay, two do', async () => {
  const race = async (day: number, movers: readonly string[]) => {
    world.customer = await signUp(world)
    const order = { shopId, email: world.customer.email, date: `${world.day(day)} 10:00` }
    const answers = await Promise.all([
      world.customer.post('/api/appointments', orderFor(world, order)),
      ...movers.map((by) => move(world.day(day), '10:00', by)),
    ])
    return answers
      .map(({ headers }) => headers.get('x-refusal') ?? 'got it')
      .toSorted((one, other) => one.localeCompare(other))
  }
  const second = await bookLinked(2)
  expect(await race(4, [token, second.token])).toEqual(['got it', 'slot_taken', 'slot_taken'])
  const { rows } = await world.context.database.pool.query<{ count: number }>(
    `select count(*)::integer from appointments a join appointments b on a.id < b.id and a.bay_id = b.bay_id
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      where a.shop_id = $1 and a.state = 'booked' and b.state = 'booked'`,
    [shopId],
  )
  expect(rows).toEqual([{ count: 0 }])
  // The control: the refusals came from the bay.
  await addSecondBay(world, owner, shopId)
  expect(await race(6, [token, second.token])).toEqual(['got it', 'got it', 'slot_taken'])
})
