import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookAtDesk } from '../support/desk-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, signUp, type Answer, type Person } from '../support/people.ts'
import { joinShop, openStaffedShop } from '../support/shop-members.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number
let id: string

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  ;({ owner, desk, shopId } = await openStaffedShop(world))
  world.customer = await signUp(world)
  id = await world.book({ shopId, email: world.customer.email, date: `${world.day(1)} 09:00` })
})

const confirm = (by: Person = desk, of = id): Promise<Answer> =>
  by.post(`/api/admin/appointments/${of}/confirm`)
const detailsOf = async (by: Person = desk) => (await by.get(`/api/admin/appointments/${id}`)).body
async function rowOf(): Promise<Record<string, unknown>> {
  const { rows } = await world.context.database.pool.query(
    `select a.starts_at, a.confirmed_of, a.confirmed_at, a.confirmed_by, u.email as told_to
      from appointments a left join users u on u.id = a.confirmation_actor_id where a.id = $1`,
    [id],
  )
  return rows[0]
}
const entryOf = (details: Answer['body']) =>
  details.timeline.find(({ title }: { title: string }) => title === 'Confirmed by the customer')

test('the desk records that a customer comes, and the details, the timeline and the board show it', async () => {
  expect(await detailsOf()).toMatchObject({ confirmation: null, canConfirm: true })
  const { status, body } = await confirm()
  expect([status, body.canConfirm, body.confirmation.by]).toEqual([200, false, 'desk'])
  const row = await rowOf()
  expect(row).toMatchObject({ confirmed_of: row['starts_at'], confirmed_by: 'desk', told_to: desk.email })
  expect(body.confirmation.at).toBe((row['confirmed_at'] as Date).toISOString())
  expect(entryOf(body)).toMatchObject({ kind: 'appointment', by: { role: 'shop' } })
  expect(entryOf(body).detail).toMatch(/^For .+9:00 AM\. Told to the shop\.$/)
  const board = await desk.get(`/api/admin/board?shopId=${shopId}&from=${world.day(1)}`)
  expect(board.body.jobs).toMatchObject([{ appointmentId: id, isConfirmed: true }])
})

test('the first of two desks at once stands, neither gets an error, and a move opens the question again', async () => {
  const desks = [desk, await joinShop(world, shopId, 'desk')]
  const answers = await Promise.all(desks.map((each) => confirm(each)))
  expect(answers.map(({ status, body }) => [status, body.confirmation.by])).toEqual([
    [200, 'desk'],
    [200, 'desk'],
  ])
  const first = await rowOf()
  await world.advance(60)
  for (const each of [...desks, owner, world.administrator]) expect((await confirm(each)).status).toBe(200)
  expect(await rowOf()).toEqual(first)
  // The control: the same press by another person is recorded for another start.
  await desk.patch(`/api/admin/appointments/${id}`, { date: `${world.day(2)} 10:00` })
  expect(await detailsOf()).toMatchObject({ confirmation: null, canConfirm: true })
  expect((await confirm(owner)).status).toBe(200)
  expect(await rowOf()).toMatchObject({ told_to: owner.email })
})

test('a caller without an account and without a card is confirmed too', async () => {
  const { body } = await bookAtDesk(desk, { shopId, date: `${world.day(3)} 09:00` })
  expect((await confirm(desk, body.id)).body).toMatchObject({ confirmation: { by: 'desk' } })
})

test('it is refused to strangers, and for an appointment that is cancelled, begun or done', async () => {
  const { shop: stranger } = await openShop(world, world.administrator)
  expect(refusalOf(await confirm(stranger))).toEqual([404, 'not_found'])
  expect(refusalOf(await confirm(desk, '01999999-9999-7999-8999-999999999999'))).toEqual([404, 'not_found'])
  expect(refusalOf(await confirm(desk, 'x'))).toEqual([404, 'not_found'])
  const technician = await joinShop(world, shopId, 'technician')
  expect(refusalOf(await confirm(technician))).toEqual([403, 'not_allowed'])
  expect(refusalOf(await confirm(world.customer))).toEqual([403, 'not_allowed'])
  const { pool } = world.context.database
  for (const state of ['completed', 'cancelled']) {
    await pool.query('update appointments set state = $2 where id = $1', [id, state])
    expect([state, ...refusalOf(await confirm())]).toEqual([state, 409, 'appointment_not_changeable'])
    expect(await detailsOf()).toMatchObject({ canConfirm: false })
  }
  await pool.query(`update appointments set state = 'booked' where id = $1`, [id])
  await world.onceBegun(id, async () => {
    for (const by of [desk, world.administrator])
      expect(refusalOf(await confirm(by))).toEqual([409, 'appointment_not_changeable'])
    expect(await detailsOf()).toMatchObject({ canConfirm: false })
  })
  expect(await rowOf()).toMatchObject({ confirmed_of: null })
  // The control: before its start it is recorded.
  expect((await confirm()).status).toBe(200)
})

test('a suspended shop cannot record it, and an administrator can', async () => {
  await world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'suspended' })
  expect(refusalOf(await confirm(owner))).toEqual([403, 'shop_suspended'])
  expect(await detailsOf(owner)).toMatchObject({ canConfirm: false })
  expect(await rowOf()).toMatchObject({ confirmed_of: null })
  expect((await confirm(world.administrator)).status).toBe(200)
  expect(await detailsOf(owner)).toMatchObject({ confirmation: { by: 'desk' } })
})
