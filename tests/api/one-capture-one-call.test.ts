import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { acquireCaptureLease } from '../../server/holds/capture-lease.ts'
import { advanceProduct, refusedAs, replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { personWith } from '../support/people.ts'
import type { AppProcess } from '../support/start-world.ts'

let world: MoneyWorld
let other: AppProcess

beforeAll(async () => {
  world = await startMoneyWorld()
  other = await world.addProcess()
})
afterEach(() => world.faults({ mode: 'none' }))
afterAll(() => world.stop())

/** Records the idempotency keys of all capture calls from now on. */
function listenToCaptures(): string[] {
  const keys: string[] = []
  for (const { context } of [world, other]) {
    replace(context.stripe.paymentIntents, 'capture', (real) => (...args) => {
      keys.push((args[2] as { idempotencyKey: string }).idempotencyKey)
      return real(...args)
    })
  }
  return keys
}

/** An appointment whose capture failed at the provider, with its hold in `capturing`. */
async function leaveCapturing(date: string): Promise<{ id: string; holdId: string }> {
  const id = await world.book({ date })
  await world.faults({ mode: 'error_before' })
  expect((await world.capture(id)).status).toBe(503)
  await world.faults({ mode: 'none' })
  const hold = await world.context.database.db
    .selectFrom('holds')
    .select(['id', 'status', 'asked_until'])
    .where('appointment_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(hold).toMatchObject({ status: 'capturing', asked_until: null })
  return { id, holdId: hold.id }
}

async function setLeaseEnd(holdId: string, seconds: number): Promise<void> {
  await sql`update holds set asked_until = now() + make_interval(secs => ${seconds}) where id = ${holdId}`.execute(
    world.context.database.db,
  )
}

test('fifty concurrent captures at two processes make one call to the provider, and all are told that it is charged', async () => {
  const id = await world.book({ date: `${world.day(0)} 09:00` })
  const keys = listenToCaptures()
  await world.faults({ mode: 'slow', delayMs: 500 })
  const there = personWith(other, world.administrator.cookie)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => world.capture(id, n % 2 === 0 ? world.administrator : there)),
  )
  expect(answers.map(({ status, body }) => [status, body.paymentStatus])).toEqual(
    answers.map(() => [200, 'completed']),
  )
  expect(keys).toHaveLength(1)
})

test('when the lease holder is gone, one waiter captures instead, under the same key', async () => {
  const { id, holdId } = await leaveCapturing(`${world.day(1)} 09:00`)
  expect(await acquireCaptureLease(other.context, holdId)).not.toBeNull()
  const keys = listenToCaptures()
  const answers = Promise.all(Array.from({ length: 8 }, () => world.capture(id)))
  await setLeaseEnd(holdId, 0.2)
  expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(keys).toHaveLength(1)
  expect(await world.statusesOf(id)).toEqual(['succeeded'])
})

test('waiters do not repeat a capture that failed for the lease holder', async () => {
  const id = await world.book({ date: `${world.day(2)} 09:00` })
  let calls = 0
  const restore = replace(world.context.stripe.paymentIntents, 'capture', () => async () => {
    calls += 1
    // Time for the other requests to arrive, or most of them on a slow machine.
    await wait(1000)
    throw new Stripe.errors.StripeConnectionError({ message: 'connection refused' })
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.capture(id)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  expect(calls).toBeLessThan(4)
  restore()
  expect((await world.capture(id)).body).toMatchObject({ paymentStatus: 'completed' })
})

test('the job skips a capture with a live lease, and takes over one whose lease expired', async () => {
  const { id, holdId } = await leaveCapturing(`${world.day(3)} 09:00`)
  expect(await acquireCaptureLease(other.context, holdId)).not.toBeNull()
  await setLeaseEnd(holdId, 4.9)
  const keys = listenToCaptures()
  advanceProduct(world, 31)
  await world.runJobs()
  expect(keys).toEqual([])
  await setLeaseEnd(holdId, 0)
  await world.runJobs()
  expect(keys).toHaveLength(1)
  expect(await world.statusesOf(id)).toEqual(['succeeded'])
})

test('the job backs off after a refused capture, and a person can retry at once', async () => {
  const id = await world.book({ date: `${world.day(4)} 09:00` })
  const refuse = () => () => Promise.reject(refusedAs('account_closed'))
  const restore = replace(world.context.stripe.paymentIntents, 'capture', refuse)
  expect((await world.capture(id)).status).toBe(503)
  restore()
  const { rows } = await world.context.database.pool.query<{ rests: boolean }>(
    `select asked_until > now() + interval '50 minutes' as rests from holds where appointment_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ rests: true }])
  expect((await world.capture(id)).body).toMatchObject({ paymentStatus: 'completed' })
})
