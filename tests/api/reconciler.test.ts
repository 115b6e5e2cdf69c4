import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  advanceProduct,
  hour,
  installationId,
  pause,
  placeAtProvider,
  placeOrphan,
  refusedAs,
  replace,
  startMoneyWorld,
  type MoneyWorld,
} from '../support/money.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { listIntents, orderFor } from '../support/orders.ts'
import { personWith } from '../support/people.ts'

let world: MoneyWorld

beforeEach(async () => {
  world = await startMoneyWorld()
})
afterEach(() => world.stop())

describe('the reconciler', () => {
  test('voids an orphan also after hours of rejected requests to the provider', async () => {
    const orphan = await placeOrphan(world)
    await world.faults({ mode: 'error_before' })
    for (let half = 0; half < 4; half += 1) await world.advance(hour / 2)
    await world.faults({ mode: 'none' })
    for (let times = 0; times < 3; times += 1) await world.advance(4 * 60)
    expect((await world.context.stripe.paymentIntents.retrieve(orphan.id)).status).toBe('canceled')
  })

  test('is not stopped by one payment with a damaged hold id', async () => {
    await placeAtProvider(world, { hold_id: 'damaged', installation_id: await installationId(world) })
    const orphan = await placeOrphan(world)
    await world.advance(4 * 60)
    expect((await world.context.stripe.paymentIntents.retrieve(orphan.id)).status).toBe('canceled')
  })

  test('finds a hold that was voided at the provider without a webhook, and a fresh one is placed in time', async () => {
    await world.cards({ windowSeconds: { onSession: 30 * 24 * hour, offSession: 30 * 24 * hour } })
    const id = await world.book({ date: `${world.day(-1)} 09:00` })
    await world.advance(2 * hour)
    await world.runJobs()
    await world.webhooks({ paused: true })
    await world.context.stripe.paymentIntents.cancel((await world.intentsOf(id))[0].id)
    await world.advanceTo(id, -71)
    expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  })
})

describe('after an older copy of the database was restored', () => {
  /** Simulates a copy older than all rows, with all webhooks delivered before. */
  const forgetSweep = () =>
    world.context.database.pool.query('update installation set swept_until = null, swept_at = null')
  const differences = async () => (await reconcile(world.context)).differences

  test('a charge without a row is adopted by its appointment, which cannot be charged again', async () => {
    const { pool } = world.context.database
    const id = await world.book()
    await world.capture(id)
    await world.webhooks({ paused: true })
    await pool.query('alter table ledger disable trigger user')
    await pool.query('delete from ledger where appointment_id = $1', [id])
    await pool.query('delete from holds where appointment_id = $1', [id])
    await pool.query(`update appointments set state = 'booked' where id = $1`, [id])
    await forgetSweep()
    expect(await differences()).not.toEqual([])
    await world.advance(4 * 60)
    expect(await differences()).toEqual([])
    expect((await world.capture(id)).status).toBe(200)
    expect(await world.statusesOf(id)).toEqual(['succeeded'])
  })

  test('refunds are found at any age of the payment, and a charge without an appointment until it was refunded by hand', async () => {
    const [id, orphan] = [await world.book(), await placeOrphan(world)]
    await world.capture(id)
    await world.advance(3 * hour)
    await world.webhooks({ paused: true })
    const { refunds, paymentIntents } = world.context.stripe
    await refunds.create({ payment_intent: (await world.intentsOf(id))[0].id })
    await paymentIntents.capture((await placeOrphan(world)).id)
    await forgetSweep()
    expect(await differences()).toHaveLength(2)
    await world.advance(4 * 60)
    expect(await differences()).toHaveLength(1)
    expect(await world.movementsOf(id)).toContain('refunded')
    expect((await paymentIntents.retrieve(orphan.id)).status).toBe('canceled')
    const charge = (await listIntents(world)).find(
      ({ metadata, status }) => !metadata.appointment_id && status === 'succeeded',
    )
    await refunds.create({ payment_intent: charge.id })
    await world.advance(4 * 60)
    expect(await differences()).toEqual([])
  })
})

describe('repeated reconciliation', () => {
  test('holds in progress are read before those that are read daily', async () => {
    for (let place = 0; place < 8; place += 1) await world.book({ date: `${world.day(place)} 09:00` })
    const lost = await world.book({ date: `${world.day(8)} 09:00` })
    // The webhooks of the bookings themselves.
    await world.advance(1)
    const { db } = world.context.database
    await db.updateTable('holds').set({ status: 'releasing' }).where('appointment_id', '=', lost).execute()
    const looked: string[] = []
    for (const method of ['retrieve', 'cancel'] as const) {
      replace(world.context.stripe.paymentIntents, method, (real) => (...args) => {
        looked.push(method)
        return real(...args)
      })
    }
    advanceProduct(world, 25 * hour)
    await world.runJobs()
    expect(looked).toContain('cancel')
    expect(looked.indexOf('cancel')).toBeLessThan(6)
  })

  test('a day with another account’s API key, which knows no payments, leaves no second hold on a card', async () => {
    await world.cards({ windowSeconds: { onSession: 30 * 24 * hour, offSession: 30 * 24 * hour } })
    const id = await world.book({ date: `${world.day(-1)} 09:00` })
    await world.advance(2 * hour)
    const { paymentIntents } = world.context.stripe
    const unknown = () => Promise.reject(refusedAs('resource_missing', 404))
    const restore = replace(paymentIntents, 'retrieve', () => unknown)
    await world.advance(25 * hour)
    restore()
    await world.advanceTo(id, -71)
    await world.advance(60)
    expect((await world.statusesOf(id)).filter((status) => status === 'requires_capture')).toHaveLength(1)
  })

  test('deleting a customer unknown to the provider keeps its newer record', async () => {
    await world.book({ date: `${world.day(0)} 09:00` })
    const { db } = world.context.database
    const other = await world.addProcess()
    await db.updateTable('provider_customers').set({ provider_customer_id: 'cus_forgotten' }).execute()
    const asking = pause(other, 'create')
    const late = personWith(other, world.customer.cookie).post(
      '/api/appointments',
      orderFor(world, { date: `${world.day(1)} 09:00` }),
    )
    await asking.reached
    await world.book({ date: `${world.day(2)} 09:00` })
    const made = await db.selectFrom('provider_customers').selectAll().executeTakeFirstOrThrow()
    asking.open()
    expect((await late).status).toBe(201)
    const kept = await db.selectFrom('provider_customers').selectAll().executeTakeFirstOrThrow()
    expect(kept.provider_customer_id).toBe(made.provider_customer_id)
  })
})
