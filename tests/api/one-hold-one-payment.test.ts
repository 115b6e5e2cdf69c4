import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  advanceProduct,
  hour,
  pause,
  placeAtProvider,
  startMoneyWorld,
  type MoneyWorld,
} from '../support/money.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { listIntents, orderFor } from '../support/orders.ts'
import { mailsTo } from '../support/mails.ts'
import { personWith, signUp, type Answer, type Person } from '../support/people.ts'
import type { AppProcess } from '../support/start-world.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
beforeEach(async () => {
  world.customer = await signUp(world)
})
afterEach(() => world.faults({ mode: 'none' }))
afterAll(() => world.stop())

/** Expires all leases, as after a process stalled for longer than its lease. */
async function expireLeases(): Promise<void> {
  await world.context.database.db.updateTable('holds').set({ asked_until: null }).execute()
}

/**
 * Sends one request at two processes. The first is rate limited and pauses during its lookup. The second
 * takes the lease and pauses until the first has its response.
 */
async function sendTwice(
  send: (to: AppProcess) => Promise<Answer>,
): Promise<{ first: Answer; second: Answer }> {
  const other = await world.addProcess()
  await world.faults({ mode: 'rate_limit', count: 1 })
  const [looking, asking] = [pause(world, 'list'), pause(other, 'create')]
  const sent = send(world)
  await looking.reached
  await expireLeases()
  const sentAgain = send(other)
  await asking.reached
  looking.open()
  const first = await sent
  asking.open()
  return { first, second: await sentAgain }
}

describe('one hold, one payment', () => {
  const orderTwice = (changes: Record<string, unknown>) => {
    const order = orderFor(world, changes)
    return sendTwice((to) =>
      personWith(to, world.customer.cookie).post('/api/appointments', order, {
        'idempotency-key': 'one-order-sent-twice',
      }),
    )
  }

  test('two requests for one order, one of them rate limited, hold the card once', async () => {
    await world.book({ date: `${world.day(1)} 09:00` })
    const { first, second } = await orderTwice({ date: `${world.day(0)} 09:00` })
    expect([first.status, second.status]).toEqual([201, 201])
    await world.advance(5 * 60)
    const statuses = await world.statusesOf(first.body.id)
    expect(statuses.filter((status) => status === 'requires_capture')).toHaveLength(1)
  })

  test('a stalled request and a rate-limited retry hold the card once', async () => {
    await world.book({ date: `${world.day(1)} 13:00` })
    const { stripe } = world.context
    const { hostname, port } = new URL(world.sandboxUrl)
    const address = { host: hostname, port, protocol: 'http' } as const
    world.context.stripe = new Stripe('sk_test_sandbox', { ...address, timeout: 400, maxNetworkRetries: 0 })
    try {
      const order = orderFor(world, { date: `${world.day(0)} 13:00` })
      const press = () => world.customer.post('/api/appointments', order, { 'idempotency-key': 'on-its-way' })
      await world.faults({ mode: 'late', count: 1, delayMs: 2500 })
      const late = performance.now() + 2500
      expect((await press()).status).toBe(503)
      await world.faults({ mode: 'rate_limit', count: 1 })
      const { status, body } = await press()
      expect(status).toBe(201)
      await expect.poll(() => performance.now()).toBeGreaterThan(late + 200)
      expect(await world.intentsOf(body.id)).toHaveLength(1)
    } finally {
      world.context.stripe = stripe
    }
  })

  test('a repeated order gets the client secret of the surviving payment', async () => {
    await world.book({ date: `${world.day(3)} 09:00` })
    const { second } = await orderTwice({
      date: `${world.day(2)} 09:00`,
      paymentMethodId: 'pm_card_threeDSecure2Required',
    })
    const { clientSecret } = second.body
    const open = (await listIntents(world)).filter(({ status }) => status === 'requires_action')
    expect(clientSecret === undefined || open.some((one) => one.client_secret === clientSecret)).toBe(true)
  })

  test('two presses of Capture, one of them rate limited, charge the card once', async () => {
    const id = await world.book({ date: `${world.day(4)} 09:00` })
    await world.leaveToLapse(id)
    await world.advance(8 * 24 * hour)
    await sendTwice((to) => world.capture(id, personWith(to, world.administrator.cookie)))
    await world.advance(5 * 60)
    const kept = (await world.intentsOf(id))
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, intent) => sum + intent.amount_received - intent.latest_charge.amount_refunded, 0)
    expect(kept).toBe(49_900)
  })

  test('a second payment at the provider for one hold is voided', async () => {
    const id = await world.book({ date: `${world.day(0)} 09:00` })
    const [{ metadata }] = (await world.intentsOf(id)) as [{ metadata: Record<string, string> }]
    // Without a webhook, so that the reconciler must find it.
    await world.webhooks({ paused: true })
    const double = await placeAtProvider(world, metadata)
    await world.advance(4 * 60)
    await world.webhooks({ paused: false })
    expect((await world.context.stripe.paymentIntents.retrieve(double.id)).status).toBe('canceled')
  })

  test('one order sent twice concurrently for the last bay is one appointment, and neither response is a refusal', async () => {
    const date = `${world.day(-1)} 09:00`
    await world.book({ date })
    const { pool } = world.context.database
    const client = await pool.connect()
    const headers = { 'idempotency-key': 'pressed-twice-at-once' }
    // At two processes: within one, equal concurrent orders are single-flight.
    const people = [world.customer, personWith(await world.addProcess(), world.customer.cookie)]
    const press = (person: Person) => person.post('/api/appointments', orderFor(world, { date }), headers)
    let presses: ReturnType<typeof press>[] = []
    try {
      await client.query('begin; select from shops where id = 5 for no key update')
      presses = people.map(press)
      await expect.poll(() => countLockWaits(pool), { timeout: 20_000 }).toBe(2)
    } finally {
      await client.query('commit')
      client.release()
    }
    const statuses = (await Promise.all(presses)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
  })
})

describe('charges', () => {
  test('pressing Cancel never places a charge', async () => {
    const id = await world.book({ date: `${world.day(1)} 09:00` })
    await world.leaveToLapse(id)
    await world.advance(8 * 24 * hour)
    await world.faults({ mode: 'error_before' })
    await world.capture(id)
    await world.faults({ mode: 'none' })
    advanceProduct(world, 60)
    await world.cancel(id)
    expect((await world.intentsOf(id)).filter(({ status }) => status === 'succeeded')).toEqual([])
  })

  test('eight presses of Capture on a declined card attempt it once and mail once', async () => {
    const email = 'refused-once@example.test'
    const id = await world.book({ date: `${world.day(0)} 09:00`, email })
    await world.leaveToLapse(id)
    await world.advanceTo(id, 4)
    await world.cards({ behaviour: 'decline_insufficient_funds' })
    const before = (await mailsTo(world, email)).length
    await Promise.all(Array.from({ length: 8 }, () => world.capture(id)))
    await world.runJobs()
    expect((await mailsTo(world, email)).length - before).toBeLessThanOrEqual(1)
  })
})

describe('packages', () => {
  test('a cheaper package during the capture is refused, or charged at its price', async () => {
    const id = await world.book({ date: `${world.day(0)} 09:00`, productId: 2 })
    await world.faults({ mode: 'error_before' })
    expect((await world.capture(id)).status).toBe(503)
    await world.change(id, { productId: 1, amount: 499 })
    await world.faults({ mode: 'none' })
    await world.advance(60)
    const [intent] = await world.intentsOf(id)
    expect([intent.status, intent.amount_received]).toEqual(['succeeded', (await world.own(id)).price * 100])
  })

  test('an expired 3-D Secure is refused with its own message, not the one about closing hours', async () => {
    const id = await world.bookConfirmed({ date: `${world.day(1)} 09:00` })
    await world.change(id, { productId: 2, amount: 799 })
    advanceProduct(world, 16 * 60)
    const late = await world.change(id, { productId: 2, amount: 799 })
    expect(late.headers.get('x-refusal')).not.toBe('package_does_not_fit')
  })

  test('an amount other than the price is refused, by any difference', async () => {
    const answer = await world.customer.post('/api/appointments', orderFor(world, { amount: 499.004 }))
    expect(answer.status).toBe(409)
  })
})
