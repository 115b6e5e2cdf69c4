import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { book, listIntents, listOwn } from '../support/orders.ts'
import { signInAdministrator, signUp, type Person } from '../support/people.ts'
import { mailsTo } from '../support/mails.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
  customer = await signUp(world)
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())

function day(index: number): string {
  return world.bookableDays()[index] ?? ''
}

async function intentsOf(id: string) {
  const all = await listIntents(world)
  return all.filter((intent) => intent.metadata.appointment_id === id).toReversed()
}

async function statusesOf(id: string): Promise<string[]> {
  return (await intentsOf(id)).map((intent) => intent.status as string)
}

async function own(id: string) {
  return (await listOwn(customer)).find((appointment: { id: string }) => appointment.id === id)
}

async function sandbox(path: string, body: object): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

const change = (id: string, body: object) => customer.patch(`/api/appointments/${id}`, body)
const capture = (id: string) => administrator.post(`/api/admin/appointments/${id}/capture`)
const cancel = (id: string) =>
  administrator.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
const answerChallenge = (intentId: string, outcome: 'complete' | 'fail') =>
  sandbox(`/sandbox/payments/${intentId}/challenge`, { outcome })

/** Books with a card that asks for 3-D Secure every time, and confirms it. */
async function bookConfirmed(changes: Record<string, unknown>): Promise<string> {
  const id = await book(world, customer, { paymentMethodId: 'pm_card_authenticationRequired', ...changes })
  await answerChallenge((await intentsOf(id))[0].id, 'complete')
  await world.runJobs()
  return id
}

async function agree(): Promise<void> {
  await world.runJobs()
  expect((await reconcile(world.context)).differences).toEqual([])
}

test('a dearer package takes its hold first and releases the old one after', async () => {
  const id = await book(world, customer, { date: `${day(0)} 09:00` })
  const answer = await change(id, { productId: 3, amount: 1299 })
  expect([answer.status, answer.body.productId, answer.body.price]).toEqual([200, 3, 1299])
  const [before, after] = await intentsOf(id)
  expect([before.status, after.status, after.amount]).toEqual(['canceled', 'requires_capture', 129_900])
  expect(after.created).toBeGreaterThanOrEqual(before.created)
  await capture(id)
  expect((await intentsOf(id))[1]).toMatchObject({ status: 'succeeded', amount_received: 129_900 })
  await agree()
})

test('another price than the customer agreed to is refused and changes nothing', async () => {
  const id = await book(world, customer, { date: `${day(0)} 13:00` })
  const refused = await change(id, { productId: 2, amount: 749 })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'price_changed'])
  expect(await statusesOf(id)).toEqual(['requires_capture'])
})

test('3-D Secure in the middle changes nothing until it is confirmed', async () => {
  const id = await bookConfirmed({ date: `${day(1)} 09:00` })
  const asked = await change(id, { productId: 2, amount: 799 })
  expect(asked.body).toMatchObject({ productId: 1, price: 499, requiresAction: true })
  expect(asked.body.clientSecret).toMatch(/^pi_.*_secret_/)
  expect(await statusesOf(id)).toEqual(['requires_capture', 'requires_action'])
  const again = await change(id, { productId: 2, amount: 799 })
  expect(again.body.clientSecret).toBe(asked.body.clientSecret)
  await answerChallenge((await intentsOf(id))[1].id, 'complete')
  const done = await change(id, { productId: 2, amount: 799 })
  expect(done.body).toMatchObject({ productId: 2, price: 799 })
  expect(done.body.requiresAction).toBeUndefined()
  expect(await statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  await agree()
})

test('3-D Secure that is confirmed while nobody asks again changes the package by the provider’s event', async () => {
  const id = await bookConfirmed({ date: `${day(1)} 13:00` })
  await change(id, { productId: 2, amount: 799 })
  await answerChallenge((await intentsOf(id))[1].id, 'complete')
  await expect
    .poll(async () => {
      await world.runJobs()
      return (await own(id)).productId
    })
    .toBe(2)
  expect(await statusesOf(id)).toEqual(['canceled', 'requires_capture'])
})

test('3-D Secure that is never confirmed, or fails, leaves everything as it was', async () => {
  const id = await bookConfirmed({ date: `${day(2)} 09:00` })
  await change(id, { productId: 2, amount: 799 })
  await answerChallenge((await intentsOf(id))[1].id, 'fail')
  const refused = await change(id, { productId: 2, amount: 799 })
  expect(refused.body.requiresAction ?? refused.status).toSatisfy(
    (what: unknown) => what === 402 || what === true,
  )
  await world.advance(16 * 60)
  expect(await own(id)).toMatchObject({ productId: 1, price: 499 })
  const statuses = await statusesOf(id)
  expect(statuses[0]).toBe('requires_capture')
  expect(statuses.slice(1).filter((status) => status !== 'canceled')).toEqual([])
  await agree()
})

test('a decline leaves everything as it was and says so', async () => {
  const id = await book(world, customer, { date: `${day(2)} 13:00` })
  await sandbox('/sandbox/cards', { behaviour: 'decline_insufficient_funds' })
  const refused = await change(id, { productId: 3, amount: 1299 })
  await sandbox('/sandbox/cards', { behaviour: 'approve' })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'package_does_not_fit'])
  await sandbox('/sandbox/cards', { behaviour: 'decline_insufficient_funds' })
  const declined = await change(id, { productId: 2, amount: 799 })
  await sandbox('/sandbox/cards', { behaviour: 'approve' })
  expect([declined.status, declined.body.error]).toEqual([
    402,
    'Your card has insufficient funds. Your package was not changed.',
  ])
  expect(await own(id)).toMatchObject({ productId: 1, price: 499, hold: { state: 'live' } })
  expect(await statusesOf(id)).toEqual(['requires_capture', 'canceled'])
})

test('a customer cancels until the start: the hold is released at once, the bay is free, the mail says so', async () => {
  const email = `cancel-${Date.now()}@example.test`
  const date = `${day(3)} 09:00`
  const id = await book(world, customer, { date, email })
  await book(world, customer, { date })
  const answer = await change(id, { status: 'cancelled' })
  expect([answer.status, answer.body.status, answer.body.hold.state]).toEqual([200, 'cancelled', 'none'])
  expect((await change(id, { status: 'cancelled' })).status).toBe(200)
  expect(await statusesOf(id)).toEqual(['canceled'])
  await book(world, customer, { date })
  await world.runJobs()
  const mails = await mailsTo(world, email)
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Confirmed', 'Cancelled'])
  expect((await change(id, { productId: 2 })).status).toBe(409)
  await agree()
})

test('a customer cancels neither somebody else’s appointment nor one that has begun', async () => {
  const id = await book(world, customer, { date: `${day(4)} 09:00` })
  const other = await signUp(world)
  expect((await other.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(404)
  const { starts_at: startsAt } = await world.context.database.db
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  world.context.clock.setOffset(startsAt.getTime() - Date.now() + 1000)
  const refused = await change(id, { status: 'cancelled' })
  world.context.clock.setOffset(0)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'appointment_not_changeable'])
})

test('a claim that waits for 3-D Secure can be cancelled, and a late confirmation holds nothing', async () => {
  const id = await book(world, customer, {
    date: `${day(4)} 13:00`,
    paymentMethodId: 'pm_card_authenticationRequired',
  })
  expect((await own(id)).status).toBe('pending')
  expect((await change(id, { status: 'cancelled' })).body.status).toBe('cancelled')
  expect(await statusesOf(id)).toEqual(['canceled'])
  await agree()
})

test('cancelling while the provider is away is done at once, and the hold goes back when it answers', async () => {
  const id = await book(world, customer, { date: `${day(5)} 09:00` })
  await sandbox('/sandbox/faults', { mode: 'error_before' })
  expect((await change(id, { status: 'cancelled' })).body.status).toBe('cancelled')
  expect(await statusesOf(id)).toEqual(['requires_capture'])
  await sandbox('/sandbox/faults', { mode: 'none' })
  await world.advance(60)
  expect(await statusesOf(id)).toEqual(['canceled'])
  await agree()
})

test.each(['error_before', 'error_after', 'drop_answer', 'rate_limit'])(
  'a capture whose answer is lost (%s) is one capture',
  async (mode) => {
    const id = await book(world, customer, { date: `${day(5 + (mode.length % 3))} 13:00` })
    await sandbox('/sandbox/faults', { mode, count: 1 })
    const first = await capture(id)
    expect([200, 503]).toContain(first.status)
    await sandbox('/sandbox/faults', { mode: 'none' })
    await world.advance(60)
    expect((await capture(id)).body).toMatchObject({ id, paymentStatus: 'completed' })
    expect(await statusesOf(id)).toEqual(['succeeded'])
    await agree()
    await cancel(id)
  },
)

test('a capture sends a receipt, a cancellation after it refunds and says so', async () => {
  const email = `receipt-${Date.now()}@example.test`
  const id = await book(world, customer, { date: `${day(7)} 09:00`, email })
  await capture(id)
  await capture(id)
  await cancel(id)
  await cancel(id)
  await world.runJobs()
  const subjects = (await mailsTo(world, email)).map(({ subject }) => subject)
  expect(subjects.map((subject) => subject.split(':')[0])).toEqual([
    'Confirmed',
    'Receipt',
    'Cancelled',
    'Refund',
  ])
  await agree()
})

test('what a person does at the provider’s own desk is taken over: capture, refund, release', async () => {
  const { stripe } = world.context
  const [captured, refunded, released] = [
    await book(world, customer, { date: `${day(8)} 09:00` }),
    await book(world, customer, { date: `${day(8)} 09:00` }),
    await book(world, customer, { date: `${day(8)} 13:00` }),
  ] as const
  const intentOf = async (id: string) => (await intentsOf(id))[0].id as string
  await stripe.paymentIntents.capture(await intentOf(captured))
  await capture(refunded)
  await stripe.refunds.create({ payment_intent: await intentOf(refunded), amount: 10_000 })
  await stripe.paymentIntents.cancel(await intentOf(released))
  await expect
    .poll(async () => {
      await world.runJobs()
      return [(await own(captured)).status, (await own(released)).hold.state]
    })
    .toEqual(['completed', 'saved'])
  await agree()
  await cancel(refunded)
  expect((await intentsOf(refunded))[0].latest_charge.amount_refunded).toBe(49_900)
  await agree()
})

test('a hold whose row is gone is voided, and one of another installation is left alone', async () => {
  const { stripe } = world.context
  const { id: installation } = await world.context.database.db
    .selectFrom('installation')
    .select('id')
    .executeTakeFirstOrThrow()
  const place = (installationId: string) =>
    stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
      metadata: { hold_id: '019a0000-0000-7000-8000-000000000000', installation_id: installationId },
    })
  const [orphan, foreign] = [await place(installation), await place('another')] as const
  await world.advance(4 * 60)
  expect((await stripe.paymentIntents.retrieve(orphan.id)).status).toBe('canceled')
  expect((await stripe.paymentIntents.retrieve(foreign.id)).status).toBe('requires_capture')
})

test('the reconciliation tells a difference of one cent', async () => {
  await agree()
  const id = await book(world, customer, { date: `${day(9)} 09:00` })
  await capture(id)
  await world.context.database.pool.query(
    `insert into ledger (appointment_id, hold_id, movement, amount_cents, recorded_at)
     select appointment_id, id, 'refunded', 1, now() from holds where appointment_id = $1`,
    [id],
  )
  const { differences, ledger, provider } = await reconcile(world.context)
  expect(differences).toHaveLength(1)
  expect(differences[0]).toContain('$0.01 refunded')
  expect(ledger.refundedCents - provider.refundedCents).toBe(1)
})
