import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { hashPassword } from 'better-auth/crypto'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { instantOfWallTime } from '../../contract/time.ts'
import { migrate } from '../../server/database/migrate.ts'
import { insertAccount } from '../../server/identity/insert-account.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { hour, mailbox, withMoney, type MoneyWorld } from '../support/money.ts'
import { listOwn } from '../support/orders.ts'
import { goodPassword, newEmail, personWith, signIn } from '../support/people.ts'
import { shopZone, startWorld } from '../support/start-world.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

describe('a database of the previous version, with an appointment of every kind', () => {
  let world: MoneyWorld
  let pool: Pool
  let payer: string
  let card: string

  beforeEach(async () => {
    const old = await createEmptyDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'dashfit-before-'))
    const migrations = join(import.meta.dirname, '../../server/database/migrations')
    for (const file of readdirSync(migrations).filter((name) => name < '008')) {
      copyFileSync(join(migrations, file), join(folder, file))
    }
    const empty = await startWorld({ DATABASE_URL: old }, { namedAddressesAreProven: false })
    pool = empty.context.database.pool
    await migrate(pool, folder)
    rmSync(folder, { recursive: true })
    // The previous version cannot run here to sign users up: its rows are inserted, and people sign in after
    // the upgrade.
    const passwordHash = await hashPassword(goodPassword)
    const joined = async (role: 'customer' | 'administrator') => {
      const account = { name: 'Casey Rivera', email: newEmail(), passwordHash, role, emailVerified: false }
      await insertAccount(empty.context.database.db, account)
      return personWith(empty, '', account.email, goodPassword)
    }
    const [customer, administrator] = [await joined('customer'), await joined('administrator')]
    world = await withMoney(empty, { customer, administrator })
    const { stripe } = world.context
    payer = (await stripe.customers.create({ email: customer.email })).id
    card = (await stripe.paymentMethods.attach('pm_card_visa', { customer: payer })).id
    await pool.query(`insert into provider_customers select id, $1, now() from users where email = $2`, [
      payer,
      customer.email,
    ])
  })
  afterEach(() => world.stop())

  /** Places a hold with the request of the previous version. */
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
    /** Whether the row has its payment id; false when the response was lost. */
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
         case when $3 = 'claimed' then now() + interval '15 minutes' end, 'Casey Rivera', $4, '6265550142', 2013, 'BMW', 'X5', now()
       from users u where email = $5`,
      [id, startsAt, kind.state, mailbox, world.customer.email],
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

  test('every appointment continues from its state', async () => {
    const { stripe } = world.context
    const ids = {
      live: await insertOld({
        status: 'live',
        state: 'booked',
        date: `${world.day(0)} 9`,
        movements: held,
        at: placeOld,
      }),
      far: await insertOld({
        status: 'live',
        state: 'booked',
        date: `${world.day(-1)} 9`,
        movements: held,
        at: placeOld,
      }),
      waiting: await insertOld({
        status: 'requires_action',
        state: 'claimed',
        date: `${world.day(1)} 9`,
        movements: ['hold_requested'],
        at: (holdId, id) => placeOld(holdId, id, 'pm_card_threeDSecure2Required'),
      }),
      lost: await insertOld({
        status: 'requested',
        state: 'claimed',
        date: `${world.day(2)} 9`,
        movements: ['hold_requested'],
        at: placeOld,
        named: false,
      }),
      never: await insertOld({
        status: 'requested',
        state: 'claimed',
        date: `${world.day(3)} 9`,
        movements: ['hold_requested'],
      }),
      paid: await insertOld({
        status: 'captured',
        state: 'completed',
        date: `${world.day(4)} 9`,
        movements: paid,
        at: charged,
      }),
      refunded: await insertOld({
        status: 'captured',
        state: 'cancelled',
        date: `${world.day(5)} 9`,
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
        date: `${world.day(5)} 9`,
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
        date: `${world.day(5)} 9`,
        movements: ['hold_requested', 'hold_declined'],
      }),
      // The process died between the provider's capture and its own update.
      capturing: await insertOld({
        status: 'live',
        state: 'booked',
        date: `${world.day(6)} 9`,
        movements: [...held, 'capture_requested'],
        at: charged,
      }),
    }
    expect((await migrate(pool)).applied[0]).toBe('008-holds-that-outlive-the-wait')
    const [waiting] = await world.intentsOf(ids.waiting)
    await world.challenge(waiting.id, 'complete')
    await world.advance(60)
    world.customer = await signIn(world, world.customer.email)
    world.administrator = await signIn(world, world.administrator.email)
    const list = (await listOwn(world.customer)) as { id: string; status: string; hold: { state: string } }[]
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
    expect((await world.change(ids.live, { productId: 2, amount: 799 })).body).toMatchObject({ price: 799 })
    expect((await world.capture(ids.live)).status).toBe(200)
    expect((await world.cancel(ids.paid)).status).toBe(200)
    expect((await world.change(ids.lost, { status: 'cancelled' })).status).toBe(200)
    await world.runJobs()
    expect(await world.statusesOf(ids.live)).toEqual(['canceled', 'succeeded'])
    expect((await world.intentsOf(ids.paid))[0].latest_charge.amount_refunded).toBe(49_900)
    expect(await world.statusesOf(ids.lost)).toEqual(['canceled'])
    await world.advanceTo(ids.far, -71)
    expect(await world.statusesOf(ids.far)).toEqual(['canceled', 'requires_capture'])
  })

  test('agrees with the provider to the cent', async () => {
    await insertOld({
      status: 'live',
      state: 'booked',
      date: `${world.day(0)} 9`,
      movements: held,
      at: placeOld,
    })
    await insertOld({
      status: 'captured',
      state: 'completed',
      date: `${world.day(4)} 9`,
      movements: paid,
      at: charged,
    })
    await migrate(pool)
    await world.runJobs()
    expect((await reconcile(world.context)).differences).toEqual([])
  })
})
