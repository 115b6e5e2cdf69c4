import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import {
  answerReview,
  bookOpenCheck,
  findOwn,
  getReview,
  listQueue,
  mailKindsTo,
} from '../support/review-desk.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  // Each test moves the clock, which ends the sessions of those before it.
  administrator = await signInAdministrator(world)
  customer = await signUp(world)
})

const hour = 3600
const bookOpen = (changes: Record<string, unknown> = {}) =>
  bookOpenCheck(world, customer, { date: `${world.bookableDays().at(-1)} 09:00`, ...changes })
const reviewOf = (appointmentId: string) => getReview(administrator, appointmentId)
const answer = (id: string, body: object) => answerReview(administrator, id, body)
const own = (id: string) => findOwn(customer, id)
const mailsTo = (address: string) => mailKindsTo(world, address)

describe('an unanswered review', () => {
  /** Moves the clock to hours before the start of an appointment, and runs the jobs. */
  const goTo = async (id: string, hoursBefore: number) => {
    const { rows } = await world.context.database.pool.query(
      'select extract(epoch from starts_at)::bigint as start from appointments where id = $1',
      [id],
    )
    const start = Number(rows[0].start) - hoursBefore * hour
    await world.advance(start - Math.floor(world.context.clock.now() / 1000))
    await world.runJobs()
  }

  test('gets no fresh hold, offers the choice at 72 hours, and cancels at 24', async () => {
    const id = await bookOpen()
    const attention = async () =>
      (
        (await administrator.get('/api/admin/attention')).body.items as {
          appointmentId: string
          reason: string
        }[]
      )
        .filter(({ appointmentId }) => appointmentId === id)
        .map(({ reason }) => reason)
    await goTo(id, 97)
    expect(await attention()).toEqual([])
    await goTo(id, 95)
    expect(await attention()).toEqual(['fitment_unanswered'])
    expect(await mailsTo(customer.email)).not.toContain('fitment_undecided')
    await goTo(id, 71)
    expect(await own(id)).toMatchObject({
      hold: { renewsAt: null, awaitsFitment: true },
      fitment: { review: { isChoiceDue: true, isWaiting: false } },
    })
    expect(await mailsTo(customer.email)).toContain('fitment_undecided')
    await world.runJobs()
    expect((await mailsTo(customer.email)).filter((kind) => kind === 'fitment_undecided')).toHaveLength(1)
    // Its first hold has lapsed by now or will; no fresh one was placed.
    const holds = await world.context.database.pool.query(
      'select purpose from holds where appointment_id = $1',
      [id],
    )
    expect(holds.rows).toEqual([{ purpose: 'booking' }])
    expect((await customer.post(`/api/appointments/${id}/fitment-wait`)).status).toBe(200)
    expect(await own(id)).toMatchObject({ fitment: { review: { isWaiting: true } } })
    await goTo(id, 25)
    expect(await own(id)).toMatchObject({ status: 'scheduled' })
    await goTo(id, 23)
    expect(await own(id)).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'The shop couldn’t confirm in time that your package fits your car.',
    })
    expect(await mailsTo(customer.email)).toContain('appointment_cancelled')
  })

  test('that is answered while the job waits to cancel keeps its appointment', async () => {
    const id = await bookOpen({ date: `${world.bookableDays().at(-1)} 09:00` })
    await goTo(id, 60)
    expect(await mailsTo(customer.email)).toContain('fitment_undecided')
    await goTo(id, 25)
    const client = await world.context.database.pool.connect()
    await client.query('begin')
    await client.query('select from appointments where id = $1 for update', [id])
    // The jobs run with the new time.
    const run = world.advance(2 * hour).then(() => world.runJobs())
    const waits = `select count(*)::int as found from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    try {
      await expect
        .poll(async () => (await world.context.database.pool.query(waits)).rows[0].found, { timeout: 20_000 })
        .toBeGreaterThan(0)
      await client.query(
        "update fitment_reviews set outcome = 'fits', answered_at = opened_at where appointment_id = $1",
        [id],
      )
      await client.query('commit')
    } finally {
      client.release()
    }
    await run
    expect(await own(id)).toMatchObject({ status: 'scheduled' })
  })

  test('that was opened less than 24 hours before the start has until the start', async () => {
    administrator = await signInAdministrator(world)
    const { shopId } = await openShop(world, administrator)
    const id = await bookOpen({ shopId })
    await world.context.database.pool.query(
      `update appointments set starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '5 hours'
        where id = $1`,
      [id, new Date(world.context.clock.now() + 20 * hour * 1000)],
    )
    await world.runJobs()
    expect(await own(id)).toMatchObject({ status: 'scheduled', fitment: { review: { isChoiceDue: false } } })
    expect(await mailsTo(customer.email)).not.toContain('fitment_undecided')
    await goTo(id, 1)
    expect(await own(id)).toMatchObject({ status: 'scheduled' })
    await goTo(id, -1)
    expect(await own(id)).toMatchObject({ status: 'cancelled' })
  })

  test('of a car that is at the shop already cancels nothing', async () => {
    const { shopId } = await openShop(world, administrator)
    const id = await bookOpen({ shopId })
    await world.context.database.pool.query(
      `update appointments set work_state = 'arrived', starts_at = $2, ends_at = $3 where id = $1`,
      [
        id,
        new Date(world.context.clock.now() - hour * 1000),
        new Date(world.context.clock.now() + hour * 1000),
      ],
    )
    await world.runJobs()
    expect(await own(id)).toMatchObject({ status: 'scheduled' })
  })

  test('that fits after 72 hours gets its fresh hold at once', async () => {
    const id = await bookOpen({ date: `${world.bookableDays().at(-1)} 13:00` })
    const { id: reviewId } = await reviewOf(id)
    await goTo(id, 60)
    administrator = await signInAdministrator(world)
    expect((await answer(reviewId, { answer: 'fits', note: '' })).status).toBe(200)
    await world.runJobs()
    const holds = await world.context.database.pool.query(
      'select purpose, status from holds where appointment_id = $1 order by created_at',
      [id],
    )
    expect(holds.rows.at(-1)).toEqual({ purpose: 'renewal', status: 'live' })
  })
})

test('a request without a purchase ends after 30 days without an answer, and its customer hears of it', async () => {
  await world.context.database.pool.query('update users set email_verified = true where email = $1', [
    customer.email,
  ])
  const asked = await customer.post('/api/fitment-reviews', {
    vehicleInfo: { year: 2018, make: 'BMW', model: '3 Series' },
    productId: 1,
    fitment: { answers: { 'has-carplay': 'no' }, acceptedConditions: [], ruleVersion: 1 },
  })
  expect(asked.status).toBe(201)
  await world.advance(29 * 24 * hour)
  await world.runJobs()
  expect(await mailsTo(customer.email)).not.toContain('fitment_request_answered')
  await world.advance(24 * hour + 1)
  await world.runJobs()
  expect(await mailsTo(customer.email)).toContain('fitment_request_answered')
  administrator = await signInAdministrator(world)
  expect((await listQueue(administrator)).reviews.map(({ id }) => id)).not.toContain(asked.body.id)
})
