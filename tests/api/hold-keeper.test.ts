import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepHolds } from '../../server/appointments/keep-holds.ts'
import { book, listIntents, listOwn } from '../support/orders.ts'
import { signInAdministrator, signUp, type Person } from '../support/people.ts'
import { mailsTo } from '../support/mails.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person

beforeEach(async () => {
  world = await startWorld()
  customer = await signUp(world)
})
afterEach(() => world.stop())

const hour = 3600

async function startOf(id: string): Promise<number> {
  const { starts_at: startsAt } = await world.context.database.db
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return startsAt.getTime()
}

/** Turns the clock until so many hours before the appointment's start. */
async function advanceTo(id: string, hoursBefore: number): Promise<void> {
  const at = (await startOf(id)) - hoursBefore * hour * 1000
  await world.advance(Math.ceil((at - world.context.clock.now()) / 1000))
}

async function intentsOf(id: string) {
  const all = await listIntents(world)
  return all.filter((intent) => intent.metadata.appointment_id === id).toReversed()
}

async function statusesOf(id: string): Promise<string[]> {
  return (await intentsOf(id)).map((intent) => intent.status as string)
}

async function ownHold(id: string) {
  const own = await listOwn(customer)
  return own.find((appointment: { id: string }) => appointment.id === id).hold
}

/** The last bookable day: the hold of the booking lapses long before. */
function lateDate(): string {
  return `${world.bookableDays().at(-1)} 09:00`
}

test('the hold taken at booking lapses, and a fresh one is there 72 hours before the start', async () => {
  const id = await book(world, customer, { date: lateDate() })
  expect(await ownHold(id)).toMatchObject({ state: 'live', card: { brand: 'visa', lastFour: '4242' } })
  await advanceTo(id, 73)
  expect(await statusesOf(id)).toEqual(['canceled'])
  expect(await ownHold(id)).toMatchObject({ state: 'saved', liveUntil: null })
  await advanceTo(id, 71)
  expect(await statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  const hold = await ownHold(id)
  expect(hold).toMatchObject({ state: 'live', renewsAt: null })
  expect(Date.parse(hold.liveUntil)).toBeGreaterThan((await startOf(id)) + 27 * hour * 1000)
  expect(await mailsTo(world, 'receipt@example.test')).toHaveLength(1)
})

test('a hold that is still live when a fresh one comes is released at once', async () => {
  const id = await book(world, customer, { date: `${world.bookableDays()[0]} 09:00` })
  await advanceTo(id, 71)
  expect(await statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  const { rows } = await world.context.database.pool.query<{ movement: string }>(
    'select movement from ledger where appointment_id = $1 order by id',
    [id],
  )
  expect(rows.map(({ movement }) => movement)).toEqual([
    'hold_requested',
    'hold_placed',
    'hold_requested',
    'release_requested',
    'hold_placed',
    'hold_released',
  ])
})

test('a card that wants its owner is tried at 72, 48 and 24 hours, each with a mail; then the shop is warned, once', async () => {
  const administrator = await signInAdministrator(world)
  const date = lateDate()
  const answer = await customer.post('/api/appointments', {
    ...(await import('../support/orders.ts')).orderFor(world, {
      date,
      paymentMethodId: 'pm_card_authenticationRequired',
    }),
  })
  const intent = (await listIntents(world))[0]
  await fetch(`${world.sandboxUrl}/sandbox/payments/${intent.id}/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'complete' }),
  })
  await world.runJobs()
  const id = answer.body.id as string
  for (const [hoursBefore, mails, state] of [
    [73, 1, 'saved'],
    [71, 2, 'unconfirmed'],
    [49, 2, 'unconfirmed'],
    [47, 3, 'unconfirmed'],
    [23, 4, 'failed'],
    [2, 4, 'failed'],
  ] as const) {
    await advanceTo(id, hoursBefore)
    expect([hoursBefore, (await mailsTo(world, 'receipt@example.test')).length]).toEqual([hoursBefore, mails])
    expect((await ownHold(id)).state).toBe(state)
  }
  expect(await mailsTo(world, administrator.email)).toHaveLength(1)
  expect((await statusesOf(id)).filter((status) => status === 'requires_capture')).toEqual([])
})

test('many keepers at once place one fresh hold', async () => {
  const id = await book(world, customer, { date: lateDate() })
  await advanceTo(id, 73)
  world.context.clock.setOffset((await startOf(id)) - 71 * hour * 1000 - Date.now())
  await Promise.all(Array.from({ length: 8 }, () => keepHolds(world.context)))
  expect((await statusesOf(id)).filter((status) => status === 'requires_capture')).toHaveLength(1)
  expect(await intentsOf(id)).toHaveLength(2)
})

test('a provider that is away at the hour is asked again until it answers', async () => {
  const id = await book(world, customer, { date: lateDate() })
  await advanceTo(id, 73)
  const faults = (plan: object) =>
    fetch(`${world.sandboxUrl}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plan),
    })
  await faults({ mode: 'error_before' })
  await advanceTo(id, 71)
  expect(await statusesOf(id)).toEqual(['canceled'])
  await faults({ mode: 'none' })
  await world.advance(60)
  expect(await statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  expect(await mailsTo(world, 'receipt@example.test')).toHaveLength(1)
})

test('after a move the tries begin anew for the new start', async () => {
  const id = await book(world, customer, { date: `${world.bookableDays()[1]} 09:00` })
  await advanceTo(id, 71)
  const fresh = world.bookableDays().at(-1)
  expect((await customer.patch(`/api/appointments/${id}`, { date: fresh, time: '10:00' })).status).toBe(200)
  await advanceTo(id, 73)
  expect((await ownHold(id)).state).toBe('saved')
  await advanceTo(id, 71)
  expect((await statusesOf(id)).at(-1)).toBe('requires_capture')
})
