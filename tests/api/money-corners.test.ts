import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { Stripe } from 'stripe'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf, instantOfWallTime, weekdayOf } from '../../contract/time.ts'
import { migrate } from '../../server/database/migrate.ts'
import { endAsking, takeAsking } from '../../server/payments/place-hold.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { book, listIntents, listOwn, orderFor } from '../support/orders.ts'
import { personWith, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { mailsTo } from '../support/mails.ts'
import { shopZone, startWorld, type AppProcess, type World } from '../support/start-world.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

let world: World
let customer: Person
let administrator: Person

beforeEach(async () => {
  world = await startWorld()
  customer = await signUp(world)
  administrator = await signInAdministrator(world)
})
afterEach(() => world.stop())

const hour = 3600
const mailbox = 'receipt@example.test'

function day(index: number): string {
  return world.bookableDays().at(index) ?? ''
}

async function sandbox(path: string, body: object): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
const faults = (plan: object) => sandbox('/sandbox/faults', plan)
const cards = (order: object) => sandbox('/sandbox/cards', order)
const challenge = (intentId: string, outcome: 'complete' | 'fail') =>
  sandbox(`/sandbox/payments/${intentId}/challenge`, { outcome })

async function intentsOf(id: string) {
  return (await listIntents(world)).filter((intent) => intent.metadata.appointment_id === id).toReversed()
}
async function statusesOf(id: string): Promise<string[]> {
  return (await intentsOf(id)).map(({ status }) => status as string)
}
async function own(id: string) {
  return (await listOwn(customer)).find((appointment: { id: string }) => appointment.id === id)
}
async function timesOf(id: string): Promise<{ startsAt: number; endsAt: number }> {
  const row = await world.context.database.db
    .selectFrom('appointments')
    .select(['starts_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() }
}
/** Turns the clock to so many hours after the start. */
async function advanceTo(id: string, hoursAfter: number): Promise<void> {
  const at = (await timesOf(id)).startsAt + hoursAfter * hour * 1000
  await world.advance(Math.ceil((at - world.context.clock.now()) / 1000))
}

const change = (id: string, body: object) => customer.patch(`/api/appointments/${id}`, body)
const capture = (id: string, by = administrator) => by.post(`/api/admin/appointments/${id}/capture`)
const cancel = (id: string) =>
  administrator.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
const at = (process: AppProcess, person: Person) => personWith({ ...world, url: process.url }, person.cookie)

/** Books with a card that asks for 3-D Secure every time, and confirms it. */
async function bookConfirmed(changes: Record<string, unknown>): Promise<string> {
  const id = await book(world, customer, { paymentMethodId: 'pm_card_authenticationRequired', ...changes })
  await challenge((await intentsOf(id))[0].id, 'complete')
  await world.runJobs()
  return id
}

type Gate = { open(): void; reached: Promise<void> }

/** Makes the first call of a process to the provider's method wait: before it leaves, until the gate is opened. */
function pause(process: AppProcess, method: 'create' | 'list'): Gate {
  const { paymentIntents } = process.context.stripe
  const real = paymentIntents[method].bind(paymentIntents) as (...args: unknown[]) => never
  let [open, reach] = [() => {}, () => {}]
  const opened = new Promise<void>((resolve) => (open = resolve))
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const paused = (...args: unknown[]): unknown => {
    delete (paymentIntents as Partial<typeof paymentIntents>)[method]
    reach()
    if (method === 'create') return opened.then(() => real(...args))
    return {
      async *[Symbol.asyncIterator]() {
        await opened
        yield* real(...args) as AsyncIterable<unknown>
      },
    }
  }
  Object.assign(paymentIntents, { [method]: paused })
  return { open, reached }
}

/** As after a process stood still for longer than it may keep the right to ask. */
async function forgetWhoAsks(): Promise<void> {
  await world.context.database.db.updateTable('holds').set({ asked_until: null }).execute()
}

async function placeAtProvider(metadata: Record<string, string>): Promise<Stripe.PaymentIntent> {
  return world.context.stripe.paymentIntents.create({
    amount: 49_900,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    confirm: true,
    metadata,
  })
}
async function installationId(): Promise<string> {
  const { id } = await world.context.database.db
    .selectFrom('installation')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('one hold, one payment', () => {
  test('two requests for one order, of which one met too many requests, hold the card once', async () => {
    await book(world, customer, { date: `${day(1)} 09:00` })
    const other = await world.addProcess()
    const order = orderFor(world, { date: `${day(0)} 09:00` })
    const headers = { 'idempotency-key': 'one-order-sent-twice' }
    await faults({ mode: 'rate_limit', count: 1 })
    const [looking, asking] = [pause(world, 'list'), pause(other, 'create')]
    const first = customer.post('/api/appointments', order, headers)
    await looking.reached
    await forgetWhoAsks()
    const second = at(other, customer).post('/api/appointments', order, headers)
    await asking.reached
    looking.open()
    const { id } = (await first).body
    asking.open()
    expect([(await first).status, (await second).status]).toEqual([201, 201])
    await world.advance(5 * 60)
    expect((await statusesOf(id)).filter((status) => status === 'requires_capture')).toHaveLength(1)
  })

  test('whoever sends an order a second time is given the secret of the payment that is kept', async () => {
    await book(world, customer, { date: `${day(1)} 09:00` })
    const other = await world.addProcess()
    const order = orderFor(world, {
      date: `${day(0)} 09:00`,
      paymentMethodId: 'pm_card_threeDSecure2Required',
    })
    const headers = { 'idempotency-key': 'one-order-sent-twice' }
    await faults({ mode: 'rate_limit', count: 1 })
    const [looking, asking] = [pause(world, 'list'), pause(other, 'create')]
    const first = customer.post('/api/appointments', order, headers)
    await looking.reached
    await forgetWhoAsks()
    const second = at(other, customer).post('/api/appointments', order, headers)
    await asking.reached
    looking.open()
    await first
    asking.open()
    const { clientSecret } = (await second).body
    const open = (await listIntents(world)).filter(({ status }) => status === 'requires_action')
    expect(clientSecret === undefined || open.some((one) => one.client_secret === clientSecret)).toBe(true)
  })

  test('two presses of Capture, of which one met too many requests, charge the card once', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    // The keeper is away: the hold lapses and no other takes its place.
    await world.context.database.pool.query('update appointments set hold_failed_at = now()')
    await world.advance(8 * 24 * hour)
    const other = await world.addProcess()
    await faults({ mode: 'rate_limit', count: 1 })
    const [looking, asking] = [pause(world, 'list'), pause(other, 'create')]
    const first = capture(id)
    await looking.reached
    await forgetWhoAsks()
    const second = capture(id, at(other, administrator))
    await asking.reached
    looking.open()
    await first
    asking.open()
    await second
    await world.advance(5 * 60)
    const kept = (await intentsOf(id))
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, intent) => sum + intent.amount_received - intent.latest_charge.amount_refunded, 0)
    expect(kept).toBe(49_900)
  })

  test('a second payment at the provider for one hold is voided', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    const [{ metadata }] = (await intentsOf(id)) as [{ metadata: Record<string, string> }]
    const double = await placeAtProvider(metadata)
    await world.advance(4 * 60)
    expect((await world.context.stripe.paymentIntents.retrieve(double.id)).status).toBe('canceled')
  })

  test('the same order twice at once for the last bay is one appointment, and neither is told that it is taken', async () => {
    const date = `${day(0)} 09:00`
    await book(world, customer, { date })
    const client = await world.context.database.pool.connect()
    const headers = { 'idempotency-key': 'pressed-twice-at-once' }
    const press = () => customer.post('/api/appointments', orderFor(world, { date }), headers)
    let presses: ReturnType<typeof press>[] = []
    const waiting = async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    try {
      await client.query('begin; select from shops where id = 5 for no key update')
      presses = [press(), press()]
      await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
    } finally {
      await client.query('commit')
      client.release()
    }
    const statuses = (await Promise.all(presses)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
  })
})

describe('a provider that fails or refuses', () => {
  test('one failure while the customer is made known does not lock them out', async () => {
    await faults({ mode: 'error_after', count: 1 })
    const first = await customer.post('/api/appointments', orderFor(world, { date: `${day(0)} 09:00` }))
    expect([201, 503]).toContain(first.status)
    await world.advance(5 * 60)
    const again = await customer.post('/api/appointments', orderFor(world, { date: `${day(0)} 13:00` }))
    expect(again.status).toBe(201)
  })

  test('a customer whom the provider has forgotten can book, or is refused in words and keeps no slot', async () => {
    await book(world, customer, { date: `${day(0)} 09:00` })
    const { pool } = world.context.database
    await pool.query(`update provider_customers set provider_customer_id = 'cus_forgotten'`)
    const answer = await customer.post('/api/appointments', orderFor(world, { date: `${day(0)} 13:00` }))
    await world.advance(16 * 60)
    const { rows } = await pool.query(`select from appointments where state = 'claimed'`)
    expect([answer.status === 500, rows.length]).toEqual([false, 0])
  })

  test('a claim whose payment the provider has forgotten gives its slot back after 15 minutes', async () => {
    await book(world, customer, {
      date: `${day(0)} 09:00`,
      paymentMethodId: 'pm_card_threeDSecure2Required',
    })
    const { pool } = world.context.database
    await pool.query(`update holds set provider_intent_id = 'pi_forgotten'`)
    await world.advance(16 * 60)
    const { rows } = await pool.query(`select state from appointments`)
    expect(rows).toEqual([{ state: 'released' }])
  })

  test('a key that the provider does not take is answered as its silence, not as a bug', async () => {
    const other = await startWorld({ STRIPE_SECRET_KEY: 'sk_wrong' })
    const person = await signUp(other)
    const answer = await person.post('/api/appointments', orderFor(other))
    await other.stop()
    expect(answer.status).toBe(503)
  })

  test('a refund that the provider refuses because of a dispute is no error of the one who cancels', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    await capture(id)
    const { refunds } = world.context.stripe
    Object.assign(refunds, { create: () => Promise.reject(refusedAs('charge_disputed')) })
    const answer = await cancel(id)
    expect([answer.status, answer.body.paymentStatus]).toEqual([200, 'cancelled'])
  })

  test('a capture that the provider refuses because the authorisation expired charges the card anew', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    const { paymentIntents } = world.context.stripe
    await paymentIntents.cancel((await intentsOf(id))[0].id)
    Object.assign(paymentIntents, { capture: () => Promise.reject(refusedAs('charge_expired_for_capture')) })
    expect((await capture(id)).body).toMatchObject({ paymentStatus: 'completed' })
  })

  test('cancelling with two holds at a silent provider is answered within 15 seconds', async () => {
    const id = await bookConfirmed({ date: `${day(0)} 09:00` })
    await change(id, { productId: 2, amount: 799 })
    await faults({ mode: 'timeout', reads: true })
    const begun = performance.now()
    await change(id, { status: 'cancelled' })
    const seconds = (performance.now() - begun) / 1000
    await faults({ mode: 'none' })
    expect(seconds).toBeLessThan(15)
  })
})

function refusedAs(code: string, statusCode = 400): Error {
  return new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    code,
    message: code,
    statusCode,
  } as never)
}

describe('the reconciler', () => {
  test('voids an orphan also when the provider took no requests for hours', async () => {
    const orphan = await placeAtProvider({
      hold_id: '019a0000-0000-7000-8000-000000000000',
      installation_id: await installationId(),
    })
    await faults({ mode: 'error_before' })
    for (let half = 0; half < 4; half += 1) await world.advance(hour / 2)
    await faults({ mode: 'none' })
    for (let times = 0; times < 3; times += 1) await world.advance(4 * 60)
    expect((await world.context.stripe.paymentIntents.retrieve(orphan.id)).status).toBe('canceled')
  })

  test('is not stopped by one payment whose hold id is damaged', async () => {
    const installation_id = await installationId()
    await placeAtProvider({ hold_id: 'damaged', installation_id })
    const orphan = await placeAtProvider({ hold_id: '019a0000-0000-7000-8000-000000000000', installation_id })
    await world.advance(4 * 60)
    expect((await world.context.stripe.paymentIntents.retrieve(orphan.id)).status).toBe('canceled')
  })

  test('finds that a hold is gone at the provider when the event of it was lost, and a fresh one comes in time', async () => {
    await cards({ windowSeconds: { onSession: 30 * 24 * hour, offSession: 30 * 24 * hour } })
    const id = await book(world, customer, { date: `${day(-1)} 09:00` })
    await world.advance(2 * hour)
    await world.runJobs()
    await sandbox('/sandbox/webhooks', { paused: true })
    await world.context.stripe.paymentIntents.cancel((await intentsOf(id))[0].id)
    await advanceTo(id, -71)
    expect(await statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  })
})

describe('looking again', () => {
  test('what is under way is looked at before the holds that are looked at daily', async () => {
    for (let place = 0; place < 8; place += 1) await book(world, customer, { date: `${day(place)} 09:00` })
    const lost = await book(world, customer, { date: `${day(8)} 09:00` })
    // The news of the bookings themselves.
    await world.advance(1)
    const { db } = world.context.database
    await db.updateTable('holds').set({ status: 'releasing' }).where('appointment_id', '=', lost).execute()
    const looked: string[] = []
    const { paymentIntents } = world.context.stripe
    for (const method of ['retrieve', 'cancel'] as const) {
      const real = paymentIntents[method].bind(paymentIntents) as (...args: unknown[]) => unknown
      Object.assign(paymentIntents, {
        [method]: (...args: unknown[]) => {
          looked.push(method)
          return real(...args)
        },
      })
    }
    world.context.clock.setOffset(25 * hour * 1000)
    await world.runJobs()
    expect(looked).toContain('cancel')
    expect(looked.indexOf('cancel')).toBeLessThan(6)
  })

  test('a day with the key of another account, which knows none of the payments, leaves no second hold on a card', async () => {
    await cards({ windowSeconds: { onSession: 30 * 24 * hour, offSession: 30 * 24 * hour } })
    const id = await book(world, customer, { date: `${day(-1)} 09:00` })
    await world.advance(2 * hour)
    const { paymentIntents } = world.context.stripe
    Object.assign(paymentIntents, { retrieve: () => Promise.reject(refusedAs('resource_missing', 404)) })
    await world.advance(25 * hour)
    delete (paymentIntents as Partial<typeof paymentIntents>).retrieve
    await advanceTo(id, -71)
    await world.advance(60)
    expect((await statusesOf(id)).filter((status) => status === 'requires_capture')).toHaveLength(1)
  })

  test('forgetting a customer whom the provider does not know leaves the one who was made known since', async () => {
    await book(world, customer, { date: `${day(0)} 09:00` })
    const { db } = world.context.database
    const other = await world.addProcess()
    await db.updateTable('provider_customers').set({ provider_customer_id: 'cus_forgotten' }).execute()
    const asking = pause(other, 'create')
    const late = at(other, customer).post('/api/appointments', orderFor(world, { date: `${day(1)} 09:00` }))
    await asking.reached
    await book(world, customer, { date: `${day(2)} 09:00` })
    const made = await db.selectFrom('provider_customers').selectAll().executeTakeFirstOrThrow()
    asking.open()
    expect((await late).status).toBe(201)
    const kept = await db.selectFrom('provider_customers').selectAll().executeTakeFirstOrThrow()
    expect(kept.provider_customer_id).toBe(made.provider_customer_id)
  })
})

describe('packages', () => {
  test('a cheaper package while the payment is being captured is refused, or charged at its price', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00`, productId: 2 })
    await faults({ mode: 'error_before' })
    expect((await capture(id)).status).toBe(503)
    await change(id, { productId: 1, amount: 499 })
    await faults({ mode: 'none' })
    await world.advance(60)
    const [intent] = await intentsOf(id)
    expect([intent.status, intent.amount_received]).toEqual(['succeeded', (await own(id)).price * 100])
  })

  test('3-D Secure that took too long is refused with words about that, not about the hours of the job', async () => {
    const id = await bookConfirmed({ date: `${day(0)} 09:00` })
    await change(id, { productId: 2, amount: 799 })
    world.context.clock.setOffset(16 * 60_000)
    const late = await change(id, { productId: 2, amount: 799 })
    expect(late.headers.get('x-refusal')).not.toBe('package_does_not_fit')
  })

  test('an amount that is not the price is refused, by however little', async () => {
    const answer = await customer.post('/api/appointments', orderFor(world, { amount: 499.004 }))
    expect(answer.status).toBe(409)
  })
})

describe('what people are told', () => {
  async function bookUnchargeable(): Promise<string> {
    const id = await bookConfirmed({ date: `${day(0)} 09:00` })
    await advanceTo(id, 3 + 25)
    return id
  }

  test('a refused charge says that the customer was asked only when they were', async () => {
    const id = await bookUnchargeable()
    const before = await mailsTo(world, mailbox)
    const refused = await capture(id)
    await world.runJobs()
    const after = await mailsTo(world, mailbox)
    expect(refused.status).toBe(402)
    expect(refused.body.error.includes('was asked')).toBe(after.length > before.length)
  })

  test('My Appointments shows a link to confirm the card only while it opens', async () => {
    const id = await bookUnchargeable()
    const token = String((await own(id)).confirmCardUrl).split('#')[1]
    const found = await personWith(world, '').post('/api/confirm-card/find', { token })
    expect([token === undefined, found.status]).toSatisfy(
      ([none, status]: unknown[]) => none === true || status === 200,
    )
  })

  test('the shop is told that no card is held only when none is', async () => {
    // Booked in the evening for the first morning: the hold of the booking outlives the job.
    let evening = dayOf(world.context.clock.now(), shopZone)
    while (weekdayOf(evening) > 5) evening = addDays(evening, 1)
    const at = instantOfWallTime(evening, 23.5 * 60, shopZone) ?? 0
    await world.advance(Math.ceil((at - world.context.clock.now()) / 1000))
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    await cards({ behaviour: 'decline_insufficient_funds' })
    for (const hoursBefore of [71, 47, 23]) await advanceTo(id, -hoursBefore)
    const { endsAt } = await timesOf(id)
    const [intent] = await intentsOf(id)
    const outlives = intent.latest_charge.payment_method_details.card.capture_before * 1000 > endsAt
    const told = (await mailsTo(world, administrator.email)).map(({ subject }) => subject)
    expect([intent.status, outlives]).toEqual(['requires_capture', true])
    expect(told.filter((subject) => subject.startsWith('No card is held'))).toEqual([])
  })

  test('cancelling an appointment whose payment was given back at the provider’s desk is told to the customer', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    await capture(id)
    await world.context.stripe.refunds.create({ payment_intent: (await intentsOf(id))[0].id })
    await expect
      .poll(async () => {
        await world.runJobs()
        return (await mailsTo(world, mailbox)).length
      })
      .toBe(3)
    await cancel(id)
    await world.runJobs()
    expect((await mailsTo(world, mailbox)).at(-1)?.subject).toMatch(/^Cancelled/)
  })

  test('cancelling an appointment that was captured early takes it out of the calendar', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    await capture(id)
    await cancel(id)
    await world.runJobs()
    const files = (await mailsTo(world, mailbox)).flatMap(({ attachments }) =>
      attachments.map(({ content }) => content),
    )
    expect(files.some((file) => file.includes('METHOD:CANCEL'))).toBe(true)
  })
})

describe('charges', () => {
  test('pressing Cancel never places a charge', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    await world.context.database.pool.query('update appointments set hold_failed_at = now()')
    await world.advance(8 * 24 * hour)
    await faults({ mode: 'error_before' })
    await capture(id)
    await faults({ mode: 'none' })
    world.context.clock.setOffset(world.context.clock.now() - Date.now() + 60_000)
    await cancel(id)
    expect((await intentsOf(id)).filter(({ status }) => status === 'succeeded')).toEqual([])
  })

  test('eight presses of Capture on a card that is refused try it once and mail once', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    await world.context.database.pool.query('update appointments set hold_failed_at = now()')
    await advanceTo(id, 4)
    await cards({ behaviour: 'decline_insufficient_funds' })
    const before = (await mailsTo(world, mailbox)).length
    await Promise.all(Array.from({ length: 8 }, () => capture(id)))
    await world.runJobs()
    expect((await mailsTo(world, mailbox)).length - before).toBeLessThanOrEqual(1)
  })
})

describe('who asks', () => {
  test('one whose right to ask ran out does not give back another one’s', async () => {
    const id = await book(world, customer, { date: `${day(0)} 09:00` })
    const { db } = world.context.database
    await db.updateTable('holds').set({ status: 'requested' }).where('appointment_id', '=', id).execute()
    const { id: holdId } = await db.selectFrom('holds').select('id').executeTakeFirstOrThrow()
    const asking = await takeAsking(world.context, holdId)
    await db
      .updateTable('holds')
      .set({ asked_until: new Date(0) })
      .execute()
    expect(await takeAsking(world.context, holdId)).not.toBeNull()
    if (asking) await endAsking(world.context, asking)
    expect(await takeAsking(world.context, holdId)).toBeNull()
  })

  test('an order that is being asked for at this moment is not given up, however old its row is', async () => {
    const [asking, other] = [pause(world, 'create'), await world.addProcess()]
    const booking = customer.post('/api/appointments', orderFor(world, { date: `${day(0)} 09:00` }))
    await asking.reached
    world.context.clock.setOffset(31_000)
    await other.runJobs()
    asking.open()
    expect((await booking).status).toBe(201)
  })

  test('the limit on confirming cards counts the caller, whatever they say of themselves', async () => {
    const visitor = personWith(world, '')
    const ask = (place: number) =>
      visitor.post(
        '/api/confirm-card/find',
        { token: 'x'.repeat(54) },
        {
          'x-forwarded-for': `10.0.0.${place}`,
          forwarded: `for=10.0.0.${place}`,
        },
      )
    const answers = await Promise.all(Array.from({ length: 31 }, (_, place) => ask(place)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('at a shop that is suspended the customer cancels, the keeper keeps, the card is charged; a change is refused in words', async () => {
    const [id, other] = [
      await book(world, customer, { date: `${day(-1)} 09:00` }),
      await book(world, customer, { date: `${day(-1)} 13:00` }),
    ]
    await world.context.database.pool.query(`update shops set status = 'suspended' where id = 5`)
    const refused = await change(id, { productId: 2, amount: 799 })
    expect([refused.status, refused.headers.get('x-refusal')]).toEqual([422, 'shop_unknown'])
    expect((await change(other, { status: 'cancelled' })).status).toBe(200)
    await advanceTo(id, -71)
    expect(await statusesOf(id)).toEqual(['canceled', 'requires_capture'])
    expect((await capture(id)).status).toBe(200)
  })

  test('nothing of a payment that could be used or names anybody stands in the log', async () => {
    const orphan = await placeAtProvider({
      hold_id: '019a0000-0000-7000-8000-000000000000',
      installation_id: await installationId(),
    })
    const { paymentIntents } = world.context.stripe
    const real = paymentIntents.cancel.bind(paymentIntents) as (...args: unknown[]) => Promise<unknown>
    // Somebody captures it between the look and the void.
    Object.assign(paymentIntents, {
      cancel: async (...args: unknown[]) => {
        await paymentIntents.capture(orphan.id)
        return real(...args)
      },
    })
    await world.advance(4 * 60)
    expect(world.logLines.filter((line) => line.includes('could not be compared'))).not.toEqual([])
    expect(world.logLines.filter((line) => line.includes('_secret_'))).toEqual([])
  })
})

describe('a database of the version before, with an appointment of every kind', () => {
  let pool: Pool
  let old: Awaited<ReturnType<typeof createEmptyDatabase>>
  let payer: string
  let card: string

  beforeEach(async () => {
    await world.stop()
    old = await createEmptyDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'dashfit-before-'))
    const migrations = join(import.meta.dirname, '../../server/database/migrations')
    for (const file of readdirSync(migrations).filter((name) => name < '008')) {
      copyFileSync(join(migrations, file), join(folder, file))
    }
    world = await startWorld({ DATABASE_URL: old.url })
    pool = world.context.database.pool
    await migrate(pool, folder)
    rmSync(folder, { recursive: true })
    customer = await signUp(world)
    administrator = await signInAdministrator(world)
    const { stripe } = world.context
    payer = (await stripe.customers.create({ email: customer.email })).id
    card = (await stripe.paymentMethods.attach('pm_card_visa', { customer: payer })).id
    await pool.query(`insert into provider_customers select id, $1, now() from users where email = $2`, [
      payer,
      customer.email,
    ])
  })
  afterEach(() => old.drop())

  /** A hold as the version before asked for it. */
  async function placeOld(holdId: string, id: string, method = card): Promise<string> {
    const intent = await world.context.stripe.paymentIntents.create({
      amount: 49_900,
      currency: 'usd',
      customer: payer,
      payment_method: method,
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
      setup_future_usage: 'off_session',
      metadata: { hold_id: holdId, appointment_id: id },
    })
    return intent.id
  }

  type OldHold = {
    status: string
    state: string
    date: string
    movements: string[]
    at?: (holdId: string, id: string) => Promise<string | null>
    /** Whether the row names its payment; not when the answer was lost. */
    named?: boolean
    refunded?: boolean
  }

  async function insertOld(kind: OldHold): Promise<string> {
    const [id, holdId] = [uuid(), uuid()]
    const intent = (await kind.at?.(holdId, id)) ?? null
    const [on = '', time = ''] = kind.date.split(' ')
    const startsAt = new Date(instantOfWallTime(on, Number(time) * 60, shopZone) ?? 0)
    const captured = kind.movements.includes('captured')
    await pool.query(
      `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
         claim_expires_at, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
       select $1, 5, (select min(id) from bays where shop_id = 5), u.id, 1, 49900, $2, $2::timestamptz + interval '3 hours', $3,
         case when $3 = 'claimed' then now() + interval '15 minutes' end, 'Casey Rivera', $4, '6265550142', 2021, 'BMW', 'X5', now()
       from users u where email = $5`,
      [id, startsAt, kind.state, mailbox, customer.email],
    )
    await pool.query(
      `insert into holds (id, appointment_id, amount_cents, payment_method_id, provider_intent_id, status, capture_before,
         captured_cents, refunded_cents, created_at, settled_at)
       values ($1, $2, 49900, $3, $4, $5, $6, $7, $8, now(), case when $5 = 'requested' then null else now() end)`,
      [
        holdId,
        id,
        card,
        kind.named === false ? null : intent,
        kind.status,
        kind.status === 'live' ? new Date(Date.now() + 7 * 24 * hour * 1000) : null,
        captured ? 49_900 : null,
        kind.refunded ? 49_900 : null,
      ],
    )
    for (const movement of kind.movements) {
      await pool.query(
        `insert into ledger (appointment_id, hold_id, movement, amount_cents, provider_reference, recorded_at)
         values ($1, $2, $3, 49900, $4, now())`,
        [id, holdId, movement, intent],
      )
    }
    return id
  }

  const held = ['hold_requested', 'hold_placed']
  const paid = [...held, 'capture_requested', 'captured']
  async function charged(holdId: string, id: string): Promise<string> {
    const intent = await placeOld(holdId, id)
    await world.context.stripe.paymentIntents.capture(intent)
    return intent
  }

  test('goes on from where each of them was', async () => {
    const { stripe } = world.context
    const ids = {
      live: await insertOld({
        status: 'live',
        state: 'booked',
        date: `${day(0)} 9`,
        movements: held,
        at: placeOld,
      }),
      far: await insertOld({
        status: 'live',
        state: 'booked',
        date: `${day(-1)} 9`,
        movements: held,
        at: placeOld,
      }),
      waiting: await insertOld({
        status: 'requires_action',
        state: 'claimed',
        date: `${day(1)} 9`,
        movements: ['hold_requested'],
        at: (holdId, id) => placeOld(holdId, id, 'pm_card_threeDSecure2Required'),
      }),
      lost: await insertOld({
        status: 'requested',
        state: 'claimed',
        date: `${day(2)} 9`,
        movements: ['hold_requested'],
        at: placeOld,
        named: false,
      }),
      never: await insertOld({
        status: 'requested',
        state: 'claimed',
        date: `${day(3)} 9`,
        movements: ['hold_requested'],
      }),
      paid: await insertOld({
        status: 'captured',
        state: 'completed',
        date: `${day(4)} 9`,
        movements: paid,
        at: charged,
      }),
      refunded: await insertOld({
        status: 'captured',
        state: 'cancelled',
        date: `${day(5)} 9`,
        movements: [...paid, 'refund_requested', 'refunded'],
        refunded: true,
        at: async (holdId, id) => {
          const intent = await charged(holdId, id)
          await stripe.refunds.create({ payment_intent: intent })
          return intent
        },
      }),
      released: await insertOld({
        status: 'released',
        state: 'cancelled',
        date: `${day(5)} 9`,
        movements: [...held, 'release_requested', 'hold_released'],
        at: async (holdId, id) => {
          const intent = await placeOld(holdId, id)
          await stripe.paymentIntents.cancel(intent)
          return intent
        },
      }),
      declined: await insertOld({
        status: 'declined',
        state: 'released',
        date: `${day(5)} 9`,
        movements: ['hold_requested', 'hold_declined'],
      }),
      // It died after the provider captured and before it wrote that down.
      capturing: await insertOld({
        status: 'live',
        state: 'booked',
        date: `${day(6)} 9`,
        movements: [...held, 'capture_requested'],
        at: charged,
      }),
    }
    expect((await migrate(pool)).applied).toHaveLength(1)
    const [waiting] = await intentsOf(ids.waiting)
    await challenge(waiting.id, 'complete')
    await world.advance(60)
    const list = (await listOwn(customer)) as { id: string; status: string; hold: { state: string } }[]
    const seen = Object.entries(ids).map(([kind, id]) => {
      const one = list.find((appointment) => appointment.id === id)
      return [kind, one?.status, one?.hold.state]
    })
    expect(seen).toEqual([
      ['live', 'scheduled', 'live'],
      ['far', 'scheduled', 'live'],
      ['waiting', 'scheduled', 'live'],
      ['lost', 'scheduled', 'live'],
      ['never', undefined, undefined],
      ['paid', 'completed', 'none'],
      ['refunded', 'cancelled', 'none'],
      ['released', 'cancelled', 'none'],
      ['declined', undefined, undefined],
      ['capturing', 'completed', 'none'],
    ])
    expect((await change(ids.live, { productId: 2, amount: 799 })).body).toMatchObject({ price: 799 })
    expect((await capture(ids.live)).status).toBe(200)
    expect((await cancel(ids.paid)).status).toBe(200)
    expect((await change(ids.lost, { status: 'cancelled' })).status).toBe(200)
    await world.runJobs()
    expect(await statusesOf(ids.live)).toEqual(['canceled', 'succeeded'])
    expect((await intentsOf(ids.paid))[0].latest_charge.amount_refunded).toBe(49_900)
    expect(await statusesOf(ids.lost)).toEqual(['canceled'])
    await advanceTo(ids.far, -71)
    expect(await statusesOf(ids.far)).toEqual(['canceled', 'requires_capture'])
  })

  test('agrees with the provider to the cent', async () => {
    await insertOld({ status: 'live', state: 'booked', date: `${day(0)} 9`, movements: held, at: placeOld })
    await insertOld({
      status: 'captured',
      state: 'completed',
      date: `${day(4)} 9`,
      movements: paid,
      at: charged,
    })
    await migrate(pool)
    await world.runJobs()
    expect((await reconcile(world.context)).differences).toEqual([])
  })
})
