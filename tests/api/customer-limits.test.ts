import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { listOwn, orderFor } from '../support/orders.ts'
import { openShop, personWith, signUp, type Answer, type Person } from '../support/people.ts'
import { type AppProcess } from '../support/start-world.ts'

const minute = 60
const unfinished = 'pm_card_authenticationRequired'
const defaults = {
  MAX_OPEN_CLAIMS: '1',
  MAX_UPCOMING_APPOINTMENTS: '3',
  MAX_LAPSED_CLAIMS: '3',
  ALLOW_CONFLICTING_APPOINTMENTS: 'off',
}

let world: MoneyWorld
let other: AppProcess

beforeAll(async () => {
  world = await startMoneyWorld(defaults)
  other = await world.addProcess()
})
afterAll(() => world.stop())

const car = (vin: string | null = null) => ({ year: 2013, make: 'BMW', model: 'X5', vin })

function order(at: MoneyWorld, person: Person, changes: Record<string, unknown> = {}): Promise<Answer> {
  return person.post('/api/appointments', orderFor(at, { vehicleInfo: car(), ...changes }))
}

/** The free starts of the shortest package within the booking window. */
async function countFree(at: MoneyWorld): Promise<number> {
  const days = at.bookableDays().map(async (day) => {
    const { body } = await at.customer.get(`/api/appointments/availability?date=${day}&productId=1`)
    return (body as { available: boolean }[]).filter(({ available }) => available).length
  })
  return (await Promise.all(days)).reduce((sum, free) => sum + free, 0)
}

/** One account orders every bay and day at once, morning and afternoon. */
async function orderEverything(at: MoneyWorld, person: Person, card: string): Promise<Answer[]> {
  const orders = at
    .bookableDays()
    .flatMap((day) => ['09:00', '14:00'].flatMap((time) => [`${day} ${time}`, `${day} ${time}`]))
  return Promise.all(orders.map((date) => order(at, person, { date, paymentMethodId: card })))
}

const refusalsOf = (answers: Answer[]) => [
  ...new Set(answers.filter(({ status }) => status !== 201).map((answer) => answer.headers.get('x-refusal'))),
]

test('unfinished payments of one account keep one time, however many orders it sends', async () => {
  const before = await countFree(world)
  const person = await signUp(world)
  const answers = await orderEverything(world, person, unfinished)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const left = await countFree(world)
  expect(before - left).toBeLessThanOrEqual(3)
  const own = (await listOwn(person)) as { status: string }[]
  expect(own.map(({ status }) => status)).toEqual(['pending'])
})

test('control: without the limits the same orders leave no free time', async () => {
  const open = await startMoneyWorld()
  try {
    await orderEverything(open, await signUp(open), unfinished)
    expect(await countFree(open)).toBe(0)
  } finally {
    await open.stop()
  }
})

test('one account has three upcoming appointments, also through two processes at once', async () => {
  const person = await signUp(world)
  const days = world.bookableDays().slice(0, 8)
  const answers = await Promise.all(
    days.map((day, index) =>
      order(world, personWith(index % 2 ? other : world, person.cookie), { date: `${day} 13:00` }),
    ),
  )
  // Orders that another one replaced before its card was held ended unpaid.
  const own = (await listOwn(person)) as { status: string }[]
  expect(own.filter(({ status }) => status === 'scheduled').length).toBeLessThanOrEqual(3)
  expect(
    refusalsOf(answers).filter((code) => code !== 'claim_expired' && code !== 'too_many_appointments'),
  ).toEqual([])
  const later: Answer[] = []
  for (const day of days) later.push(await order(world, person, { date: `${day} 13:00` }))
  expect(refusalsOf(later)).toContain('too_many_appointments')
  expect(((await listOwn(person)) as { status: string }[]).map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => 'scheduled'),
  )
})

test('the list of a customer at the limit says so with the number, until one is cancelled', async () => {
  const person = await signUp(world)
  const told = async () => (await person.get('/api/appointments/user/all')).headers.get('x-booking-refused')
  const ids: unknown[] = []
  for (const index of [0, 1, 2]) {
    expect(await told()).toBeNull()
    const { shopId } = await openShop(world, world.administrator)
    const answer = await order(world, person, { shopId, date: `${world.day(index)} 09:00` })
    expect(answer.status).toBe(201)
    ids.push(answer.body.id)
  }
  expect(await told()).toBe('too_many_appointments; upcoming=3')
  await person.patch(`/api/appointments/${ids[0] as string}`, { status: 'cancelled' })
  expect(await told()).toBeNull()
})

test('a customer has one appointment at a time: new ones, moved ones and longer ones are refused', async () => {
  const { shopId } = await openShop(world, world.administrator)
  const person = await signUp(world)
  const day = world.day(-1)
  const first = await order(world, person, { date: `${day} 09:00` })
  expect(first.status).toBe(201)
  const beside = await order(world, person, { date: `${day} 11:00`, shopId })
  expect([beside.status, beside.headers.get('x-refusal')]).toEqual([409, 'own_appointment_then'])
  const after = await order(world, person, { date: `${day} 12:00`, shopId })
  expect(after.status, JSON.stringify(after.body)).toBe(201)
  const move = (id: unknown, time: string) =>
    person.patch(`/api/appointments/${id as string}`, { date: day, time })
  expect((await move(after.body.id, '11:00')).headers.get('x-refusal')).toBe('own_appointment_then')
  const longer = await person.patch(`/api/appointments/${first.body.id as string}`, { productId: 3 })
  expect(longer.headers.get('x-refusal')).toBe('own_appointment_then')
  expect((await move(after.body.id, '13:00')).status).toBe(200)
})

test('a vehicle has one upcoming appointment of its customer; another account may book it', async () => {
  const person = await signUp(world)
  const vehicleInfo = car('WBAJU7C51KB999991')
  const day = world.day(-2)
  expect((await order(world, person, { vehicleInfo, date: `${day} 09:00` })).status).toBe(201)
  const again = await order(world, person, {
    vehicleInfo: car('wbaju7c51kb999991'),
    date: `${world.day(-3)} 09:00`,
  })
  expect([again.status, again.headers.get('x-refusal')]).toEqual([409, 'vehicle_has_appointment'])
  const stranger = await order(world, await signUp(world), { vehicleInfo, date: `${world.day(-3)} 09:00` })
  expect(stranger.status).toBe(201)
})

test('a new order may take the time of the unpaid one, whose late payment goes back', async () => {
  const person = await signUp(world)
  const date = `${world.day(3)} 10:00`
  const first = await order(world, person, { date, paymentMethodId: unfinished })
  expect(first.body).toMatchObject({ requiresAction: true })
  const second = await order(world, person, { date })
  expect([second.status, second.body.requiresAction]).toEqual([201, false])
  const [intent] = await world.intentsOf(first.body.id as string)
  await world.challenge(intent?.id as string, 'complete').catch(() => undefined)
  await world.advance(minute)
  await world.runJobs()
  await expect
    .poll(async () => (await world.intentsOf(first.body.id as string)).map(({ status }) => status as string))
    .toEqual(['canceled'])
  expect(((await listOwn(person)) as { id: string }[]).map(({ id }) => id)).toEqual([second.body.id])
})

test('after three lapsed claims an account waits for an hour; a finished payment lapses nothing', async () => {
  const person = await signUp(world)
  const attempt = (index: number, card: string) =>
    order(world, person, { date: `${world.day(index)} 14:00`, paymentMethodId: card })
  for (let round = 0; round < 3; round++) {
    expect((await attempt(4, unfinished)).status).toBe(201)
    await world.advance(16 * minute)
    await world.runJobs()
  }
  const refused = await attempt(4, 'pm_card_visa')
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([429, 'too_many_requests'])
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(20 * minute)
  expect(wait).toBeLessThanOrEqual(60 * minute)
  await world.advance(wait)
  expect((await attempt(4, 'pm_card_visa')).status).toBe(201)
}, 60_000)
