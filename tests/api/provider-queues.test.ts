import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { followDisputes } from '../../server/holds/settle-disputes.ts'
import { disputeDesk } from '../support/dispute-desk.ts'
import { hour, replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'

let world: MoneyWorld
let desk: ReturnType<typeof disputeDesk>

beforeAll(async () => {
  world = await startMoneyWorld({ LOG_LEVEL: 'info' })
  desk = disputeDesk(world)
})
afterAll(() => world.stop())
beforeEach(() => void world.logLines.splice(0))
afterEach(() => world.context.database.pool.query('delete from provider_events'))

const now = () => world.context.clock.now()
const unhandled = async (): Promise<string[]> => {
  const { rows } = await world.context.database.pool.query(
    'select id from provider_events where handled_at is null order by received_at, id',
  )
  return rows.map(({ id }) => id)
}
const isLogged = (...parts: string[]) =>
  world.logLines.some((line) => parts.every((part) => line.includes(part)))

type Kept = { id: string; intentId?: string | null; dispute?: object | null; at?: number }

/** Stores an event as its webhook does. `at` in epoch milliseconds. */
async function store(events: readonly Kept[]): Promise<void> {
  await world.context.database.db
    .insertInto('provider_events')
    .values(
      events.map(({ id, intentId = null, dispute = null, at = now() }) => ({
        id,
        type: dispute === null ? 'payment_intent.succeeded' : 'charge.dispute.created',
        provider_intent_id: intentId,
        dispute: dispute && JSON.stringify(dispute),
        received_at: new Date(at),
      })),
    )
    .execute()
}

const told = { status: 'needs_response', intentId: 'pi_of_nobody' }
const permission = () =>
  new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no right' } as never)

test.each([
  ['the provider does not know', () => {}, 'no payment known'],
  [
    'the provider states in a shape that cannot be read',
    () => void replace(world.context.stripe.disputes, 'retrieve', () => async () => ({ object: 'dispute' })),
    'could not be read',
  ],
  [
    'a restricted key may not read',
    () => void replace(world.context.stripe.disputes, 'retrieve', () => () => Promise.reject(permission())),
    'may not read',
  ],
])('an event about a dispute that %s is handled once, and logged', async (name, arrange, line) => {
  arrange()
  const id = `dp_${name.replaceAll(/\W/g, '_')}`
  expect(await desk.tell('created', { ...told, id })).toBe(200)
  expect(await unhandled()).toEqual([])
  expect(isLogged(id, line)).toBe(true)
  expect((await desk.attention()).strayDisputes.map((one: { id: string }) => one.id)).toContain(id)
})

test('an event whose charge a restricted key may not read is handled once, and its dispute is listed', async () => {
  replace(world.context.stripe.charges, 'retrieve', () => () => Promise.reject(permission()))
  await desk.tell('created', { id: 'dp_hidden_charge', intentId: null, status: 'needs_response' })
  expect(await unhandled()).toEqual([])
  expect((await desk.attention()).strayDisputes.map((one: { id: string }) => one.id)).toContain(
    'dp_hidden_charge',
  )
})

test('a stored dispute that cannot be read is handled once, and logged', async () => {
  await store([{ id: 'evt_malformed', dispute: { id: 7 } }])
  await world.runJobs()
  expect(await unhandled()).toEqual([])
  expect(isLogged('evt_malformed', 'a person must look at it')).toBe(true)
})

test('an event that fails by an error is retried for an hour, then given up with a log line', async () => {
  replace(world.context.stripe.paymentIntents, 'retrieve', () => () => Promise.reject(new Error('poison')))
  await store([{ id: 'evt_poison', intentId: 'pi_poison' }])
  await world.runJobs()
  await world.advance(hour - 120)
  await world.runJobs()
  expect(await unhandled()).toEqual(['evt_poison'])
  await world.advance(180)
  await world.runJobs()
  expect(await unhandled()).toEqual([])
  expect(isLogged('evt_poison', 'given up')).toBe(true)
})

test('an event without an answer of the provider is retried for three days, and handled when it answers', async () => {
  await store([{ id: 'evt_silent', intentId: 'pi_of_nobody', at: now() - 71 * hour * 1000 }])
  await world.faults({ mode: 'error_before', reads: true })
  await world.runJobs()
  expect(await unhandled()).toEqual(['evt_silent'])
  await store([{ id: 'evt_too_old', intentId: 'pi_of_none', at: now() - 73 * hour * 1000 }])
  await world.runJobs()
  expect(await unhandled()).toEqual(['evt_silent'])
  await world.faults({ mode: 'none' })
  await world.runJobs()
  expect(await unhandled()).toEqual([])
})

test('450 events that fail in front keep no later event waiting', async () => {
  const id = await desk.bookCaptured()
  const intentId = await desk.intentOf(id)
  await world.runJobs()
  const poison = Array.from({ length: 450 }, (_, index) => ({
    id: `evt_poison_${index}`,
    intentId: `pi_poison_${index}`,
    at: now() - 60_000,
  }))
  replace(world.context.stripe.paymentIntents, 'retrieve', (real) => (...args) => {
    return String(args[0]).startsWith('pi_poison') ? Promise.reject(new Error('poison')) : real(...args)
  })
  await store(poison)
  await desk.tell('created', { id: 'dp_behind', intentId, status: 'needs_response' })
  expect(await desk.disputesOf(id)).toEqual(['dispute_opened', 'dispute_withdrawn'])
  expect(await unhandled()).toHaveLength(450)
})

test('an event that fails keeps no other event of its payment waiting', async () => {
  const id = await desk.bookCaptured()
  const intentId = await desk.intentOf(id)
  await store([{ id: 'evt_malformed', intentId, dispute: { id: 7 }, at: now() - 1000 }])
  await desk.tell('created', { id: 'dp_second', intentId, status: 'needs_response' })
  expect(await unhandled()).toEqual([])
  expect(await desk.disputesOf(id)).toEqual(['dispute_opened', 'dispute_withdrawn'])
})

test('an open dispute that cannot be looked at keeps no other one waiting', async () => {
  const ids = ['dp_first', 'dp_last']
  for (const id of ids) await desk.tell('created', { ...told, id })
  await world.context.database.pool.query(
    `update disputes set looked_at = case id when 'dp_first' then $1::timestamptz else $1 + interval '1 minute' end
     where id = any($2)`,
    [new Date(now() - 48 * hour * 1000), ids],
  )
  const asked: unknown[] = []
  replace(world.context.stripe.disputes, 'retrieve', () => (id) => {
    asked.push(id)
    return Promise.reject(new Stripe.errors.StripeConnectionError({ message: 'away' }))
  })
  for (const _ of ids) await followDisputes(world.context, { since: now(), atOnce: false })
  expect(asked.slice(0, 2)).toEqual(ids)
})

test('250 deletions that the provider refuses keep no later one waiting', async () => {
  const { pool } = world.context.database
  const ids = Array.from({ length: 251 }, (_, index) => `left_${String(index).padStart(3, '0')}`)
  await pool.query(
    `insert into users (id, name, email) select id, 'Left', id || '@example.test' from unnest($1::text[]) as id`,
    [ids],
  )
  await pool.query(
    `insert into provider_deletions (user_id, provider_customer_id, email, asked_at)
     select id, 'cus_' || id, id || '@example.test', now() from unnest($1::text[]) as id`,
    [ids],
  )
  const last = ids.at(-1)
  replace(world.context.stripe.customers, 'del', () => async (id) => {
    if (id !== `cus_${last}`) throw new Error('poison')
  })
  await world.runJobs()
  const { rows } = await pool.query('select user_id from provider_deletions order by user_id')
  expect(rows.map((row) => row.user_id)).toEqual(ids.slice(0, -1))
  await pool.query('delete from provider_deletions')
})
