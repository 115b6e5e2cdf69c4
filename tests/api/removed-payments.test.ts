import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import {
  addLine,
  agreeAtShop,
  captureWithRest,
  payAtShop,
  priceOf,
  removePayment,
} from '../support/day-prices.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { refusalOf, signUp, type Person } from '../support/people.ts'
import { openShopWithDesk } from '../support/shop-people.ts'
import { arriveNow, pressWork, startNow } from '../support/work-orders.ts'
import { stopReconciled } from '../support/stop-reconciled.ts'

const price = 49_900
let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ owner, desk, shopId } = await openShopWithDesk(world))
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits; delete from card_attempts'))
afterAll(() => stopReconciled(world))

async function job(): Promise<string> {
  world.customer = await signUp(world)
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00`, email: world.customer.email })
  await arriveNow(world, desk, id)
  return id
}

async function payPart(id: string, amountCents: number): Promise<string> {
  const paymentId = randomUUID()
  expect((await payAtShop(desk, id, amountCents, { id: paymentId })).status).toBe(200)
  return paymentId
}

test('a removed payment is due again, and stays in the history alone', async () => {
  const id = await job()
  const wrong = await payPart(id, 10_000)
  const right = await payPart(id, 1_000)
  const removed = await removePayment(owner, id, wrong)
  expect(removed.status).toBe(200)
  expect(removed.body).toMatchObject({
    dueCents: price - 1_000,
    payments: [{ id: right, amountCents: 1_000 }],
  })
  const { timeline } = (await desk.get(`/api/admin/appointments/${id}`)).body as AppointmentDetails
  expect(timeline.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['$100 paid at the shop', 'Payment of $100 removed, recorded by mistake']),
  )
  expect((await world.capture(id, desk)).status).toBe(200)
  const { amounts, facts } = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  expect(JSON.stringify(facts)).toContain('Cash: $10')
  expect(JSON.stringify(amounts)).not.toMatch(/\$100|Given back/)
  expect((await world.intentsOf(id)).map((intent) => intent.amount_received)).toEqual([price - 1_000])
})

test('two desks that remove the same payment at once remove it once', async () => {
  const id = await job()
  const paymentId = await payPart(id, 10_000)
  const answers = await Promise.all(
    [desk, owner, desk, owner].map((person) => removePayment(person, id, paymentId)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await priceOf(desk, id)).dueCents).toBe(price)
  const { rows } = await world.context.database.pool.query(
    'select amount_cents from shop_payments where appointment_id = $1 order by amount_cents',
    [id],
  )
  expect(rows.map((row) => row.amount_cents)).toEqual([-10_000, 10_000])
})

test('an agreed extra amount that cash had released is charged again after the removal', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  expect((await agreeAtShop(desk, id)).status).toBe(200)
  const paymentId = await payPart(id, 12_000)
  await world.runJobs()
  expect((await removePayment(desk, id, paymentId)).body).toMatchObject({
    dueCents: 61_900,
    needsAgreement: false,
  })
  expect((await world.capture(id, desk)).status).toBe(200)
  const received = (await world.intentsOf(id)).map((intent) => intent.amount_received)
  expect(received.reduce((sum, cents) => sum + cents, 0)).toBe(61_900)
})

test('what the customer signed as paid stays, also after a second signature on the same total', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  expect((await agreeAtShop(desk, id)).status).toBe(200)
  const paymentId = await payPart(id, 6_000)
  expect((await priceOf(desk, id)).payments).toMatchObject([{ isRemovable: true }])
  // It says that $60 is paid and the other $559 charged.
  expect((await agreeAtShop(desk, id)).body.payments).toMatchObject([{ isRemovable: false }])
  await world.runJobs()
  const copies = (await mailsTo(world, world.customer.email)).filter(({ subject }) => /agreed/.test(subject))
  expect(copies).toHaveLength(2)
  // The clock of the process that recorded the signature does not matter.
  await world.context.database.pool.query(
    `update price_agreements set agreed_at = agreed_at - interval '1 hour' where appointment_id = $1`,
    [id],
  )
  const refused = await removePayment(desk, id, paymentId)
  expect(refusalOf(refused)).toEqual([409, 'appointment_not_changeable'])
  expect(refused.body.error).toContain('The customer signed that this is paid')
  const later = await payPart(id, 6_000)
  expect((await removePayment(desk, id, later)).status).toBe(200)
  expect((await world.capture(id, desk)).status).toBe(200)
  const received = (await world.intentsOf(id)).map((intent) => intent.amount_received)
  expect(received.reduce((sum, cents) => sum + cents, 0)).toBe(55_900)
})

test('a payment on a job that never arrived is removed, and the job becomes a no-show', async () => {
  world.customer = await signUp(world)
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00`, email: world.customer.email })
  await startNow(world, id)
  const paymentId = await payPart(id, 6_000)
  const missed = { event: 'mark_no_show', from: 'booked' } as const
  expect((await pressWork(desk, id, missed)).status).toBe(409)
  expect((await removePayment(desk, id, paymentId)).status).toBe(200)
  expect((await pressWork(desk, id, missed)).status).toBe(200)
})

test('a part of a rest is removed too, with its sales tax', async () => {
  await owner.post(`/api/admin/shops/${shopId}/pricing`, {
    taxRate: 9_750,
    takesTips: false,
    shares: [{ packageId: 1, percent: 60 }],
  })
  const id = await job()
  await captureWithRest(world, desk, id)
  const taxOf = async () => {
    const { rows } = await world.context.database.pool.query(
      `select sum(case movement when 'tax_collected' then amount_cents else -amount_cents end)::int as cents
       from ledger where appointment_id = $1 and movement in ('tax_collected', 'tax_returned')`,
      [id],
    )
    return rows[0].cents as number
  }
  const before = await taxOf()
  const paymentId = await payPart(id, 6_000)
  expect((await removePayment(desk, id, paymentId)).body).toMatchObject({ dueCents: 12_000, payments: [] })
  expect(await taxOf()).toBe(before)
  await owner.post(`/api/admin/shops/${shopId}/pricing`, { taxRate: null, takesTips: false, shares: [] })
})

test('an id that was used for a part is not the whole amount', async () => {
  const id = await job()
  const paymentId = await payPart(id, 10_000)
  expect(refusalOf(await payAtShop(desk, id, undefined, { id: paymentId }))).toEqual([409, 'request_changed'])
})

test('nothing else can be removed: another job’s payment, a removal, and a payment of a job that is over', async () => {
  const [id, other] = [await job(), await job()]
  const paymentId = await payPart(id, 10_000)
  expect(refusalOf(await removePayment(desk, other, paymentId))).toEqual([404, 'not_found'])
  expect(refusalOf(await removePayment(desk, id, randomUUID()))).toEqual([404, 'not_found'])
  expect(refusalOf(await removePayment(desk, id, 'none'))).toEqual([404, 'not_found'])
  await removePayment(desk, id, paymentId)
  const { rows } = await world.context.database.pool.query(
    'select id from shop_payments where appointment_id = $1 and amount_cents < 0',
    [id],
  )
  expect(refusalOf(await removePayment(desk, id, rows[0].id))).toEqual([404, 'not_found'])

  const last = randomUUID()
  expect((await payAtShop(desk, id, undefined, { id: last })).status).toBe(200)
  expect(refusalOf(await removePayment(desk, id, last))).toEqual([409, 'appointment_not_changeable'])
  const kept = await payPart(other, 10_000)
  await world.cancel(other)
  expect(refusalOf(await removePayment(desk, other, kept))).toEqual([409, 'appointment_cancelled'])
})

test('a cancelled job owes back what was not removed', async () => {
  const id = await job()
  await removePayment(desk, id, await payPart(id, 10_000))
  await payPart(id, 2_500)
  await world.cancel(id)
  const giveBack = (leftAtShopCents: number) =>
    desk.post(`/api/admin/appointments/${id}/payment/return`, { leftAtShopCents })
  expect(refusalOf(await giveBack(12_500))).toEqual([409, 'refund_changed'])
  expect((await giveBack(2_500)).body).toMatchObject({ leftAtShopCents: 0 })
})
