import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, listIntents, listOwn } from '../support/orders.ts'
import { signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person

beforeAll(async () => {
  world = await startWorld()
  customer = await signUp(world)
})
afterAll(() => world.stop())

function day(index: number): string {
  return world.bookableDays()[index] ?? ''
}

async function own(id: string) {
  return (await listOwn(customer)).find((appointment: { id: string }) => appointment.id === id)
}

test('a move takes the new time and frees the old one', async () => {
  const id = await book(world, customer, { date: `${day(0)} 09:00` })
  await book(world, customer, { date: `${day(0)} 09:00` })
  const moved = await customer.patch(`/api/appointments/${id}`, { date: day(1), time: '14:00' })
  expect(moved.status).toBe(200)
  expect((await own(id)).appointmentDate).toBe(`${day(1)} 14:00:00`)
  await book(world, customer, { date: `${day(0)} 09:00` })
})

test('its own hours count as free: it may move by one hour where everything else is taken', async () => {
  const id = await book(world, customer, { date: `${day(2)} 09:00` })
  await book(world, customer, { date: `${day(2)} 09:00`, productId: 3 })
  const grid = async (query: string) =>
    (await customer.get(`/api/appointments/availability?date=${day(2)}&${query}`)).body.map(
      (slot: { available: boolean }) => slot.available,
    )
  expect((await grid('productId=1')).slice(0, 3)).toEqual([false, false, false])
  expect((await grid(`appointmentId=${id}`)).slice(0, 3)).toEqual([true, true, true])
  expect((await customer.patch(`/api/appointments/${id}`, { date: day(2), time: '10:00' })).status).toBe(200)
})

test('a move to a full time is refused and changes nothing', async () => {
  await book(world, customer, { date: `${day(3)} 09:00` })
  await book(world, customer, { date: `${day(3)} 09:00` })
  const id = await book(world, customer, { date: `${day(3)} 13:00` })
  const refused = await customer.patch(`/api/appointments/${id}`, { date: day(3), time: '11:00' })
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'That time was just taken. Please choose another.',
  ])
  expect((await own(id)).appointmentDate).toBe(`${day(3)} 13:00:00`)
})

test('a move out of the window, to a weekend or past closing is refused in words', async () => {
  const id = await book(world, customer, { date: `${day(4)} 09:00`, productId: 3 })
  for (const [date, time, status] of [
    ['2020-01-06', '9:00', 422],
    [day(5), '13:00', 422],
    [day(5), '9:30', 422],
    [day(5), 'noon', 400],
    ['tomorrow', '9:00', 400],
  ] as const) {
    const refused = await customer.patch(`/api/appointments/${id}`, { date, time })
    expect(refused.status).toBe(status)
    expect(refused.body.error).toMatch(/\w{3,}/)
  }
})

test('a cheaper package keeps the hold and shortens the job, and so does going back to what is held', async () => {
  const id = await book(world, customer, { date: `${day(5)} 10:00`, productId: 2 })
  const holds = (await listIntents(world)).length
  const cheaper = await customer.patch(`/api/appointments/${id}`, { productId: 1 })
  expect(cheaper.status).toBe(200)
  expect(cheaper.body).toMatchObject({ productId: 1, price: 499, durationMinutes: 180 })
  const back = await customer.patch(`/api/appointments/${id}`, { productId: 2 })
  expect(back.body).toMatchObject({ productId: 2, price: 799 })
  expect(await listIntents(world)).toHaveLength(holds)
})

test('a longer package that no longer fits is refused and changes nothing', async () => {
  const id = await book(world, customer, { date: `${day(6)} 12:00`, productId: 3 })
  await customer.patch(`/api/appointments/${id}`, { productId: 1 })
  expect((await customer.patch(`/api/appointments/${id}`, { date: day(6), time: '14:00' })).status).toBe(200)
  const refused = await customer.patch(`/api/appointments/${id}`, { productId: 3 })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'package_does_not_fit'])
  expect((await own(id)).productId).toBe(1)
})

test('someone else’s appointment, a missing one and a text that is no id all answer the same', async () => {
  const id = await book(world, customer, { date: `${day(7)} 09:00` })
  const other = await signUp(world)
  const answers = []
  for (const path of [id, '00000000-0000-7000-8000-000000000000', 'nonsense', '%00']) {
    answers.push(await other.patch(`/api/appointments/${path}`, { productId: 2 }))
  }
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, { error: 'Not found.' }])
  expect((await own(id)).productId).toBe(1)
})

test('a change with unknown keys, or with both kinds at once, is refused', async () => {
  const id = await book(world, customer, { date: `${day(8)} 09:00` })
  for (const body of [
    { productId: 1, price: 1 },
    { productId: 1, date: day(8), time: '9:00' },
    {},
    { date: day(8) },
  ]) {
    expect((await customer.patch(`/api/appointments/${id}`, body)).status).toBe(400)
  }
})

test('an appointment that has begun can no longer be changed', async () => {
  const id = await book(world, customer, { date: `${day(0)} 13:00` })
  const { starts_at: startsAt } = await world.context.database.db
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  world.context.clock.setOffset(startsAt.getTime() - Date.now() + 1000)
  const refused = await customer.patch(`/api/appointments/${id}`, { productId: 2 })
  world.context.clock.setOffset(0)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'appointment_not_changeable'])
})
