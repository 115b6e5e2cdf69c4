import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book, fitmentFor, fittingCar } from '../support/orders.ts'
import { newEmail, registerShop, signUp, type Person } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const detailsOf = async (id: string, by: Person = world.administrator) =>
  (await by.get(`/api/admin/appointments/${id}`)).body
type Entry = { at: string; kind: string; title: string; detail: string | null; by: { role: string } | null }
const storyOf = async (id: string): Promise<Entry[]> => (await detailsOf(id)).timeline
const titlesOf = async (id: string) => (await storyOf(id)).map(({ title, by }) => [title, by?.role ?? null])

test('the details show the row, the money from the ledger and the shop’s address', async () => {
  const id = await world.book({ date: `${world.day(0)} 09:00`, productId: 2 })
  const [row] = (await world.administrator.get('/api/admin/appointments')).body
  expect(await detailsOf(id)).toMatchObject({
    ...row,
    id,
    bayName: 'Bay 1',
    packageName: 'Smart Connect Premium',
    priceCents: 79_900,
    heldCents: 79_900,
    capturedCents: 0,
    refundedCents: 0,
    canAskForCard: false,
  })
  await world.capture(id)
  expect(await detailsOf(id)).toMatchObject({ heldCents: 0, capturedCents: 79_900, refundedCents: 0 })
  await world.cancel(id)
  expect(await detailsOf(id)).toMatchObject({ capturedCents: 79_900, refundedCents: 79_900 })
})

test('the timeline lists every event with its actor, oldest first', async () => {
  const id = await world.book({ date: `${world.day(1)} 09:00`, productId: 2, email: newEmail() })
  await world.runJobs()
  await world.change(id, { date: world.day(2), time: '10:00' })
  await world.change(id, { productId: 3, amount: 1299, ...fitmentFor(fittingCar, 3) })
  await world.runJobs()
  await world.capture(id)
  await world.cancel(id)
  await world.runJobs()
  expect(await titlesOf(id)).toEqual([
    ['Appointment booked', 'customer'],
    ['Card held', 'customer'],
    ['Confirmation', null],
    ['Appointment rescheduled', 'customer'],
    ['Hold for the new package placed', 'customer'],
    ['Package changed', 'customer'],
    ['Hold released', null],
    ['Email about the new time', null],
    ['Payment captured', 'administrator'],
    ['Appointment cancelled', 'administrator'],
    ['Payment refunded', 'administrator'],
    ['Receipt', null],
    ['Email about the cancellation', null],
    ['Email about the refund', null],
  ])
  const story = await storyOf(id)
  expect(story.map(({ at }) => Date.parse(at))).toEqual(
    story.map(({ at }) => Date.parse(at)).toSorted((one, other) => one - other),
  )
  const detailOf = (wanted: string) => story.find(({ title }) => title === wanted)?.detail
  expect(detailOf('Payment captured')).toBe('$1,299 from Visa ending in 4242.')
  expect(detailOf('Package changed')).toBe('From Smart Connect Premium ($799) to Ultra Connect Pro ($1,299).')
  expect(detailOf('Appointment rescheduled')).toMatch(
    /^From \w{3}, \w{3} \d+(,| at) 9:00.AM to .* 10:00.AM\.$/,
  )
})

test('the timeline shows an unanswered provider request as open and a refused one as a problem', async () => {
  const id = await world.book({ date: `${world.day(3)} 09:00` })
  await world.faults({ mode: 'error_before', share: 1 })
  await world.cancel(id)
  expect(await titlesOf(id)).toContainEqual(['Appointment cancelled', 'administrator'])
  expect(await titlesOf(id)).toContainEqual(['Release of $499 requested', 'administrator'])
  await world.faults({ mode: 'none' })
  await world.runJobs()
  const titles = await titlesOf(id)
  expect(titles).toContainEqual(['Hold released', 'administrator'])
  expect(titles).not.toContainEqual(['Release of $499 requested', 'administrator'])
})

test('the timeline of a cancelled claim names the actor of the cancellation', async () => {
  const id = await world.book({
    date: `${world.day(4)} 09:00`,
    paymentMethodId: 'pm_card_authenticationRequired',
  })
  await world.change(id, { status: 'cancelled' })
  expect(await titlesOf(id)).toContainEqual(['Appointment cancelled', 'customer'])
})

test('a finished request without a response of its own is not shown as open', async () => {
  const detailsIn = async (id: string) =>
    (await storyOf(id)).filter(({ detail }) => /hasn’t confirmed|Waiting for the card/.test(detail ?? ''))
  const claim = await world.book({
    date: `${world.day(4)} 12:00`,
    paymentMethodId: 'pm_card_authenticationRequired',
  })
  expect(await detailsIn(claim)).toMatchObject([
    {
      title: 'Hold of $499 requested',
      detail: 'The customer hasn’t confirmed with the bank yet.',
    },
  ])
  await world.change(claim, { status: 'cancelled' })
  expect(await titlesOf(claim)).toContainEqual(['Hold of $499 requested', 'customer'])
  expect(await detailsIn(claim)).toEqual([])

  const lapsed = await world.book({ date: `${world.day(8)} 12:00` })
  await world.leaveToLapse(lapsed)
  const [intent] = await world.intentsOf(lapsed)
  await world.context.stripe.paymentIntents.cancel(intent.id)
  expect((await world.capture(lapsed)).body).toMatchObject({ paymentStatus: 'completed' })
  expect(await titlesOf(lapsed)).toContainEqual(['Payment captured', 'administrator'])
  expect(await detailsIn(lapsed)).toEqual([])
})

test('the timeline shows a bounced mail as a problem, and names the person who sent it again', async () => {
  const id = await world.book({ date: `${world.day(5)} 09:00`, email: `bounce+${newEmail()}` })
  await world.runJobs()
  const bounced = (await storyOf(id)).find(({ kind }) => kind === 'problem')
  expect(bounced).toMatchObject({ title: 'Confirmation could not be delivered', by: null })
  expect(bounced?.detail).toContain('550')
})

test('an event by a role that only a newer version knows is shown without the role', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(6)} 09:00` })
  const { pool } = world.context.database
  await pool.query('alter table users drop constraint if exists users_role_check')
  await pool.query(`update users set role = 'fleet' where email = $1`, [person.email])
  const answer = await world.administrator.get(`/api/admin/appointments/${id}`)
  expect(answer.status).toBe(200)
  expect(answer.body.timeline[0].by).toMatchObject({ role: null })
})

test('another shop’s appointment answers as missing, and a customer is refused', async () => {
  const id = await world.book({ date: `${world.day(6)} 09:00` })
  const shop = await registerShop(world)
  for (const wanted of [id, '00000000-0000-7000-8000-000000000000', 'nonsense', '%27'])
    expect((await shop.get(`/api/admin/appointments/${wanted}`)).status).toBe(404)
  expect((await world.customer.get(`/api/admin/appointments/${id}`)).status).toBe(403)
})

test('sent mails in the outbox are immutable', async () => {
  const { pool } = world.context.database
  await world.book({ date: `${world.day(7)} 09:00` })
  await expect(pool.query(`update outbox set payload = '{}'`)).rejects.toThrow('never rewritten')
  await expect(pool.query('delete from outbox')).rejects.toThrow('never rewritten')
  await expect(pool.query('truncate outbox cascade')).rejects.toThrow('never rewritten')
})
