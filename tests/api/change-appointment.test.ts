import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLine, agreeAtShop, priceOf } from '../support/day-prices.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { listIntents } from '../support/orders.ts'
import { refusalOf, signUp } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

test('a move takes the new time and frees the old one', async () => {
  const id = await world.book({ date: `${world.day(0)} 09:00` })
  await world.book({ date: `${world.day(0)} 09:00` })
  const moved = await world.change(id, { date: world.day(1), time: '14:00' })
  expect(moved.status).toBe(200)
  expect((await world.own(id)).appointmentDate).toBe(`${world.day(1)} 14:00:00`)
  await world.book({ date: `${world.day(0)} 09:00` })
})

test('its own time counts as free: it can move by one hour when all other times are taken', async () => {
  const id = await world.book({ date: `${world.day(2)} 09:00` })
  await world.book({ date: `${world.day(2)} 09:00`, productId: 3 })
  const grid = async (query: string) =>
    (await world.customer.get(`/api/appointments/availability?date=${world.day(2)}&${query}`)).body.map(
      (slot: { available: boolean }) => slot.available,
    )
  expect((await grid('productId=1')).slice(0, 3)).toEqual([false, false, false])
  expect((await grid(`appointmentId=${id}`)).slice(0, 3)).toEqual([true, true, true])
  expect((await world.change(id, { date: world.day(2), time: '10:00' })).status).toBe(200)
})

test('a move to a full time is refused and changes no row', async () => {
  await world.book({ date: `${world.day(3)} 09:00` })
  await world.book({ date: `${world.day(3)} 09:00` })
  const id = await world.book({ date: `${world.day(3)} 13:00` })
  const refused = await world.change(id, { date: world.day(3), time: '11:00' })
  expect([refused.status, refused.body.error]).toEqual([409, 'That time was just taken. Choose another.'])
  expect((await world.own(id)).appointmentDate).toBe(`${world.day(3)} 13:00:00`)
})

test('a move out of the window, to a weekend or past closing is refused with a sentence', async () => {
  const id = await world.book({ date: `${world.day(4)} 09:00`, productId: 3 })
  for (const [date, time, status] of [
    ['2020-01-06', '9:00', 422],
    [world.day(5), '13:00', 422],
    [world.day(5), '9:30', 422],
    [world.day(5), 'noon', 400],
    ['tomorrow', '9:00', 400],
  ] as const) {
    const refused = await world.change(id, { date, time })
    expect(refused.status).toBe(status)
    expect(refused.body.error).toMatch(/\w{3,}/)
  }
})

test('a package that costs less than the discount of the shop is refused, and changes nothing', async () => {
  const id = await world.book({ date: `${world.day(6)} 10:00`, productId: 2 })
  const given = await addLine(world.administrator, id, { kind: 'discount', amountCents: 49_900 })
  expect(given.status, given.body.error).toBe(200)
  const refused = await world.change(id, { productId: 1, amount: 499 })
  expect(refusalOf(refused)).toEqual([422, 'total_too_low'])
  expect(refused.body.error).toContain('Please call the shop')
  expect(await priceOf(world.administrator, id)).toMatchObject({ priceCents: 79_900, dueCents: 30_000 })
})

test('an agreement stays ended when the package changes back', async () => {
  const id = await world.book({ date: `${world.day(7)} 10:00` })
  await addLine(world.administrator, id, { amountCents: 12_000 })
  expect((await agreeAtShop(world.administrator, id)).body.needsAgreement).toBe(false)
  for (const [productId, amount] of [
    [2, 799],
    [1, 499],
  ] as const)
    expect((await world.change(id, { productId, amount })).status).toBe(200)
  expect(await priceOf(world.administrator, id)).toMatchObject({
    priceCents: 49_900,
    needsAgreement: true,
    agreement: null,
  })
})

test('a cheaper package keeps the hold and shortens the job, and so does returning to the held package', async () => {
  const id = await world.book({ date: `${world.day(5)} 10:00`, productId: 2 })
  const holds = (await listIntents(world)).length
  const cheaper = await world.change(id, { productId: 1 })
  expect(cheaper.status).toBe(200)
  expect(cheaper.body).toMatchObject({ productId: 1, price: 499, durationMinutes: 180 })
  const back = await world.change(id, { productId: 2 })
  expect(back.body).toMatchObject({ productId: 2, price: 799 })
  expect(await listIntents(world)).toHaveLength(holds)
})

test('a longer package that no longer fits is refused and changes no row', async () => {
  const id = await world.book({ date: `${world.day(6)} 12:00`, productId: 3 })
  await world.change(id, { productId: 1 })
  expect((await world.change(id, { date: world.day(6), time: '14:00' })).status).toBe(200)
  const refused = await world.change(id, { productId: 3 })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'package_does_not_fit'])
  expect((await world.own(id)).productId).toBe(1)
})

test('another customer’s appointment, a missing one and an invalid id get the same response', async () => {
  const id = await world.book({ date: `${world.day(7)} 09:00` })
  const other = await signUp(world)
  const answers = []
  for (const path of [id, '00000000-0000-7000-8000-000000000000', 'nonsense', '%00']) {
    answers.push(await other.patch(`/api/appointments/${path}`, { productId: 2 }))
  }
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, { error: 'Not found.' }])
  expect((await world.own(id)).productId).toBe(1)
})

test('a change with unknown keys, or with both kinds at once, is refused', async () => {
  const id = await world.book({ date: `${world.day(8)} 09:00` })
  for (const body of [
    { productId: 1, price: 1 },
    { productId: 1, date: world.day(8), time: '9:00' },
    {},
    { date: world.day(8) },
    { date: '0000-01-03', time: '9:00' },
  ]) {
    expect((await world.change(id, body)).status).toBe(400)
  }
})

test('a started appointment cannot be changed', async () => {
  const id = await world.book({ date: `${world.day(0)} 13:00` })
  const refused = await world.onceBegun(id, () => world.change(id, { productId: 2 }))
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'appointment_not_changeable'])
})
