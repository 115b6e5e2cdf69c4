import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WorkState } from '../../contract/workshop/work-states.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import { payAtShop, refundPart } from '../support/day-prices.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, type Person } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'
import { pressWork, sampleSignature, startNow, workUntil } from '../support/work-orders.ts'

let world: MoneyWorld
let desk: Person
let shopId: number
/** Of the last early job: each has a time of its own. */
let hours = 0

beforeAll(async () => {
  world = await startMoneyWorld()
  const opened = await openShop(world, world.administrator)
  shopId = opened.shopId
  desk = await addMember(world, opened.shop, shopId, 'desk', 'Dana Desk')
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(() => world.stop())

const payInCash = (id: string) => payAtShop(desk, id)
const cancelAt = (id: string, person = desk) =>
  person.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
const unchargedIds = async (): Promise<string[]> => {
  const { uncharged } = (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  return uncharged.map(({ appointmentId }: { appointmentId: string }) => appointmentId)
}

/** A job in this state whose booked time is later: its car came early, or is to come. */
async function earlyJob(state: WorkState): Promise<string> {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  await bringTo(id, state)
  hours += 1
  const later = world.context.clock.now() + hours * 3_600_000
  await world.context.database.pool.query(
    `update appointments set starts_at = $2, ends_at = $3 where id = $1`,
    [id, new Date(later), new Date(later + 1000)],
  )
  return id
}

const lastEvents = { arrived: 'arrive', in_bay: 'start', ready: 'finish', handed_over: 'hand_over' } as const

async function bringTo(id: string, state: WorkState): Promise<void> {
  if (state === 'no_show') await pressWork(desk, id, { event: 'mark_no_show', from: 'booked' })
  else if (state !== 'booked') await workUntil(desk, id, lastEvents[state])
}

test('before its booked start a job is paid once its car has arrived, and not before', async () => {
  const expected: [WorkState, number, string | null][] = [
    ['booked', 409, 'not_yet_started'],
    ['arrived', 200, null],
    ['in_bay', 200, null],
    ['ready', 200, null],
    ['handed_over', 200, null],
  ]
  for (const [state, ...outcome] of expected) {
    const id = await earlyJob(state)
    expect(['card', state, ...refusalOf(await world.capture(id, desk))]).toEqual(['card', state, ...outcome])
    if (outcome[0] !== 200) await cancelAt(id)
    const atShop = await earlyJob(state)
    expect(['shop', state, ...refusalOf(await payInCash(atShop))]).toEqual(['shop', state, ...outcome])
    if (outcome[0] !== 200) await cancelAt(atShop)
  }
})

test('what was paid before the booked start can be refunded before it', async () => {
  const id = await earlyJob('arrived')
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await refundPart(desk, id, { amountCents: 1000 })).status).toBe(200)
})

test('a car that was handed over before its booked end waits for its charge at once', async () => {
  const id = await earlyJob('handed_over')
  expect(await unchargedIds()).toContain(id)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect(await unchargedIds()).not.toContain(id)
})

test('nobody pays for a no-show, by card or at the shop, and what is paid is no no-show', async () => {
  const missed = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, missed)
  await bringTo(missed, 'no_show')
  for (const person of [desk, world.administrator]) {
    const answer = await world.capture(missed, person)
    expect(refusalOf(answer)).toEqual([409, 'appointment_not_changeable'])
    expect(answer.body.error).toContain('This is a no-show')
  }
  expect(await world.statusesOf(missed)).toEqual(['requires_capture'])

  const cash = (await bookAtDesk(desk, { shopId, date: `${world.day(1)} 09:00` })).body.id as string
  await startNow(world, cash)
  await bringTo(cash, 'no_show')
  expect(refusalOf(await payInCash(cash))).toEqual([409, 'appointment_not_changeable'])
  await pressWork(desk, cash, { event: 'go_back', from: 'no_show' })
  expect((await payInCash(cash)).status).toBe(200)
  const late = await pressWork(desk, cash, { event: 'mark_no_show', from: 'booked' })
  expect(refusalOf(late)).toEqual([409, 'work_not_possible'])
  expect(late.body.error).toContain('is paid')
})

test('a car that was handed over is neither cancelled nor moved without a charge, unless the step is taken back', async () => {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  await workUntil(desk, id, 'hand_over')
  for (const person of [desk, world.administrator])
    expect(refusalOf(await cancelAt(id, person))).toEqual([409, 'appointment_not_changeable'])
  const move = { date: `${world.day(3)} 10:00` }
  expect(refusalOf(await desk.patch(`/api/admin/appointments/${id}`, move))).toEqual([
    409,
    'appointment_not_changeable',
  ])
  await pressWork(desk, id, { event: 'go_back', from: 'handed_over' })
  expect((await cancelAt(id)).status).toBe(200)
})

test('a car at the shop may change its hour and bay, and gets no later day', async () => {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  await workUntil(desk, id, 'arrive')
  const later = await desk.patch(`/api/admin/appointments/${id}`, { date: `${world.day(3)} 10:00` })
  expect(refusalOf(later)).toEqual([409, 'appointment_not_changeable'])
  expect(later.body.error).toContain('The car is at the shop.')
  expect((await desk.patch(`/api/admin/appointments/${id}`, { durationMinutes: 60 })).status).toBe(200)
  await pressWork(desk, id, { event: 'go_back', from: 'arrived' })
  expect((await desk.patch(`/api/admin/appointments/${id}`, { date: `${world.day(3)} 10:00` })).status).toBe(
    200,
  )
})

test('the work order of a refunded job can still be read', async () => {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  await workUntil(desk, id, 'hand_over')
  await desk.post(`/api/work/${id}/sign-off`, sampleSignature)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await cancelAt(id, world.administrator)).status).toBe(200)
  expect((await desk.get(`/api/work/${id}`)).body.workOrder.signOff.signerName).toBe('Casey Rivera')
  expect((await desk.get(`/api/work/${id}/sheet`)).body.signature.signed.signerName).toBe('Casey Rivera')
  expect(refusalOf(await pressWork(desk, id, { event: 'go_back', from: 'handed_over' }))).toEqual([
    409,
    'appointment_cancelled',
  ])
})
