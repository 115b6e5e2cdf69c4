import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import type { Attention } from '../../contract/admin/attention.ts'
import { addLine, agreeAtShop, priceOf, signed } from '../support/day-prices.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import type { Person } from '../support/people.ts'
import { openShopWithDesk } from '../support/shop-people.ts'
import { arriveNow } from '../support/work-orders.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ owner, desk, shopId } = await openShopWithDesk(world))
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(() => world.stop())

async function job(time: string): Promise<string> {
  const id = await world.book({ shopId, date: `${world.day(0)} ${time}` })
  await arriveNow(world, desk, id)
  return id
}

test('the timeline tells each line that was added or removed, and each agreement, with the people', async () => {
  const id = await job('09:00')
  await addLine(desk, id, { amountCents: 24_000, description: 'Amplifier harness' })
  const [line] = (await priceOf(desk, id)).lines
  await desk.remove(`/api/admin/appointments/${id}/price/lines/${line?.id}`)
  await addLine(desk, id, { kind: 'discount', amountCents: 1_000, description: 'Waited an hour' })
  await addLine(desk, id, { kind: 'labor', amountCents: 6_000, description: 'Cable repair' })
  expect((await agreeAtShop(desk, id)).status).toBe(200)
  const details: AppointmentDetails = (await desk.get(`/api/admin/appointments/${id}`)).body
  const told = details.timeline
    .filter(({ title }) => / (added|removed)$|agreed to/.test(title))
    .map(({ title, detail, by }) => [title, detail, by?.name])
  const name = told[0]?.[2]
  expect(name).toBeTruthy()
  expect(told).toEqual([
    ['Part added', 'Amplifier harness, $240.', name],
    ['Part removed', 'Amplifier harness, $240.', name],
    ['Discount added', 'Waited an hour, −$10.', name],
    ['Labor added', 'Cable repair, $60.', name],
    ['The customer agreed to $549', 'Signed by Casey Rivera, on a device of the shop.', name],
  ])
})

test('a tip is told as given by the customer, also on a device of the shop, and staff only take one out', async () => {
  const id = await job('14:00')
  const pricing = (takesTips: boolean) =>
    owner.post(`/api/admin/shops/${shopId}/pricing`, { taxRate: null, takesTips, shares: [] })
  await pricing(true)
  expect((await agreeAtShop(desk, id, { tipCents: 2_000 })).status).toBe(200)
  const price = await priceOf(desk, id)
  const untipped = {
    ...price,
    totalCents: price.totalCents - 2_000,
    dueCents: price.dueCents - 2_000,
    lines: price.lines.map((line) => ({ ...line, amountCents: 3_000 })),
  }
  const replaced = await desk.post(
    `/api/admin/appointments/${id}/price/agreement`,
    signed(untipped, { tipCents: 3_000 }),
  )
  expect(replaced.status).toBe(200)
  const tip = (await priceOf(desk, id)).lines.find(({ kind }) => kind === 'tip')
  expect((await desk.remove(`/api/admin/appointments/${id}/price/lines/${tip?.id}`)).status).toBe(200)
  await pricing(false)
  const { timeline }: AppointmentDetails = (await desk.get(`/api/admin/appointments/${id}`)).body
  const told = timeline
    .filter(({ title }) => title.startsWith('Tip '))
    .map(({ title, detail, by }) => [title, detail, by !== null])
  expect(told).toEqual([
    ['Tip added', '$20, from the customer.', false],
    ['Tip removed', '$20.', false],
    ['Tip added', '$30, from the customer.', false],
    ['Tip removed', '$30.', true],
  ])
})

test('the figures of the day count the extra amount as held, until it is charged', async () => {
  const id = await job('12:00')
  const attention = async (): Promise<Attention> =>
    (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  const before = (await attention()).figures.heldCents
  await addLine(desk, id, { amountCents: 12_000 })
  expect((await agreeAtShop(desk, id)).status).toBe(200)
  const { onHoldCents, totalCents } = await priceOf(desk, id)
  expect([onHoldCents, totalCents]).toEqual([61_900, 61_900])
  const { today, figures } = await attention()
  expect(figures.heldCents).toBe(before + 12_000)
  expect(today.find(({ appointmentId }) => appointmentId === id)).toMatchObject({
    heldCents: 61_900,
    dueCents: 61_900,
  })
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await attention()).figures.heldCents).toBe(before - 49_900)
})
