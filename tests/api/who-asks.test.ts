import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { releaseRequestLease, acquireRequestLease } from '../../server/holds/request-lease.ts'
import {
  advanceProduct,
  pause,
  placeOrphan,
  replace,
  startMoneyWorld,
  type MoneyWorld,
} from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { personWith } from '../support/people.ts'

let world: MoneyWorld

beforeEach(async () => {
  world = await startMoneyWorld()
})
afterEach(() => world.stop())

describe('leases and limits', () => {
  test('a holder of an expired lease does not release the next holder’s', async () => {
    const id = await world.book({ date: `${world.day(0)} 09:00` })
    const { db } = world.context.database
    await db.updateTable('holds').set({ status: 'requested' }).where('appointment_id', '=', id).execute()
    const { id: holdId } = await db.selectFrom('holds').select('id').executeTakeFirstOrThrow()
    const asking = await acquireRequestLease(world.context, holdId)
    await db
      .updateTable('holds')
      .set({ asked_until: new Date(0) })
      .execute()
    // Leases are identified by their end in milliseconds, and last for seconds.
    await sql`select pg_sleep(0.002)`.execute(db)
    expect(await acquireRequestLease(world.context, holdId)).not.toBeNull()
    if (asking) await releaseRequestLease(world.context, asking)
    expect(await acquireRequestLease(world.context, holdId)).toBeNull()
  })

  test('a claim with a hold request in flight is not given up, at any age of its row', async () => {
    const [asking, other] = [pause(world, 'create'), await world.addProcess()]
    const booking = world.customer.post(
      '/api/appointments',
      orderFor(world, { date: `${world.day(0)} 09:00` }),
    )
    await asking.reached
    advanceProduct(world, 31)
    await other.runJobs()
    asking.open()
    expect((await booking).status).toBe(201)
  })

  test('the limit on confirming cards counts the network address, not the forwarding headers of the caller', async () => {
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

  test('at a suspended shop cancelling, hold renewal and capture work; a change is refused with a sentence', async () => {
    const [id, other] = [
      await world.book({ date: `${world.day(-1)} 09:00` }),
      await world.book({ date: `${world.day(-1)} 13:00` }),
    ]
    await world.context.database.pool.query(`update shops set status = 'suspended' where id = 5`)
    const refused = await world.change(id, { productId: 2, amount: 799 })
    expect([refused.status, refused.headers.get('x-refusal')]).toEqual([422, 'shop_unknown'])
    expect((await world.change(other, { status: 'cancelled' })).status).toBe(200)
    await world.advanceTo(id, -71)
    expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
    expect((await world.capture(id)).status).toBe(200)
  })

  test('the log has no usable payment secret and no personal data', async () => {
    const orphan = await placeOrphan(world)
    const { paymentIntents } = world.context.stripe
    // Simulates a capture between the lookup and the void.
    replace(paymentIntents, 'cancel', (real) => async (...args) => {
      await paymentIntents.capture(orphan.id)
      return real(...args)
    })
    await world.advance(4 * 60)
    expect(world.logLines.filter((line) => line.includes('could not be compared'))).not.toEqual([])
    expect(world.logLines.filter((line) => line.includes('_secret_'))).toEqual([])
  })
})
