import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusedAs, replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { signUp } from '../support/people.ts'
import { startWorld } from '../support/start-world.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
beforeEach(async () => {
  world.customer = await signUp(world)
})
afterEach(() => world.faults({ mode: 'none' }))
afterAll(() => world.stop())

describe('a provider that fails or refuses', () => {
  const order = (changes: Record<string, unknown>) =>
    world.customer.post('/api/appointments', orderFor(world, changes))

  test('one failure while creating the provider’s customer does not lock the customer out', async () => {
    await world.faults({ mode: 'error_after', count: 1 })
    const first = await order({ date: `${world.day(0)} 09:00` })
    expect([201, 503]).toContain(first.status)
    await world.advance(5 * 60)
    const again = await order({ date: `${world.day(0)} 13:00` })
    expect(again.status).toBe(201)
  })

  test('a customer that the provider deleted can book, or is refused with a sentence and keeps no slot', async () => {
    await world.book({ date: `${world.day(1)} 09:00` })
    const { pool } = world.context.database
    await pool.query(
      `update provider_customers set provider_customer_id = 'cus_forgotten'
       where user_id = (select id from users where email = $1)`,
      [world.customer.email],
    )
    const answer = await order({ date: `${world.day(1)} 13:00` })
    await world.advance(16 * 60)
    const { rows } = await pool.query(`select from appointments where state = 'claimed'`)
    expect([answer.status === 500, rows.length]).toEqual([false, 0])
  })

  test.each([
    ['that is being requested', 'pm_card_visa'],
    ['that waits for the bank', 'pm_card_authenticationRequired'],
  ])(
    'a claim %s frees its slot after 15 minutes while the provider is silent',
    async (_, paymentMethodId) => {
      // The provider knows the customer already.
      await world.book({ date: `${world.day(6)} 09:00` })
      const date = `${world.day(6)} 14:00`
      const isRequested = paymentMethodId === 'pm_card_visa'
      if (isRequested) await world.faults({ mode: 'error_before', reads: true })
      const headers = { 'idempotency-key': `silent-${paymentMethodId}` }
      const send = () =>
        world.customer.post('/api/appointments', orderFor(world, { date, paymentMethodId }), headers)
      expect((await send()).status).toBe(isRequested ? 503 : 201)
      await world.faults({ mode: 'error_before', reads: true })
      await world.advance(16 * 60)
      await world.runJobs()
      const { rows } = await world.context.database.pool.query(
        `select state from appointments a join users u on u.id = a.customer_id where u.email = $1 order by a.created_at`,
        [world.customer.email],
      )
      expect(rows).toEqual([{ state: 'booked' }, { state: 'released' }])
      await world.faults({ mode: 'none' })
      // Nothing is placed for a claim that is over.
      const late = await send()
      expect([late.status, late.headers.get('x-refusal')]).toEqual([409, 'claim_expired'])
    },
  )

  test('a claim whose payment the provider deleted frees its slot after 15 minutes', async () => {
    const id = await world.book({
      date: `${world.day(2)} 09:00`,
      paymentMethodId: 'pm_card_threeDSecure2Required',
    })
    const { pool } = world.context.database
    await pool.query(`update holds set provider_intent_id = 'pi_forgotten' where appointment_id = $1`, [id])
    await world.advance(16 * 60)
    const { rows } = await pool.query(`select state from appointments where id = $1`, [id])
    expect(rows).toEqual([{ state: 'released' }])
  })

  test('an API key that the provider refuses is treated as an outage, not as a bug', async () => {
    const other = await startWorld({ STRIPE_SECRET_KEY: 'sk_wrong' })
    const person = await signUp(other)
    const answer = await person.post('/api/appointments', orderFor(other))
    await other.stop()
    expect(answer.status).toBe(503)
  })

  test('a refund that the provider refuses because of a dispute does not fail the cancellation', async () => {
    const id = await world.book({ date: `${world.day(3)} 09:00` })
    await world.capture(id)
    replace(world.context.stripe.refunds, 'create', () => () => Promise.reject(refusedAs('charge_disputed')))
    const answer = await world.cancel(id)
    expect([answer.status, answer.body.paymentStatus]).toEqual([200, 'cancelled'])
  })

  test('a capture that the provider refuses because the authorization expired charges the card anew', async () => {
    const id = await world.book({ date: `${world.day(4)} 09:00` })
    const { paymentIntents } = world.context.stripe
    await paymentIntents.cancel((await world.intentsOf(id))[0].id)
    replace(paymentIntents, 'capture', () => () => Promise.reject(refusedAs('charge_expired_for_capture')))
    expect((await world.capture(id)).body).toMatchObject({ paymentStatus: 'completed' })
  })

  test('with a provider that times out every call is answered within 13 seconds', async () => {
    const cancelled = await world.bookConfirmed({ date: `${world.day(5)} 09:00` })
    await world.change(cancelled, { productId: 2, amount: 799 })
    const captured = await world.book({ date: `${world.day(7)} 09:00` })
    const refunded = await world.book({ date: `${world.day(8)} 09:00` })
    await world.capture(refunded)
    const changed = await world.book({ date: `${world.day(9)} 09:00` })
    await world.faults({ mode: 'timeout', reads: true })
    const begun = performance.now()
    const answers = await Promise.all([
      world.change(cancelled, { status: 'cancelled' }),
      world.capture(captured),
      world.cancel(refunded),
      world.change(changed, { productId: 2, amount: 799 }),
      order({ date: `${world.day(7)} 14:00` }),
    ])
    const seconds = (performance.now() - begun) / 1000
    await world.faults({ mode: 'none' })
    expect(seconds).toBeLessThan(13)
    expect(answers.map(({ status }) => status === 500)).toEqual(answers.map(() => false))
  }, 30_000)
})
