import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { refundPart } from '../support/day-prices.ts'
import { patience, replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { startNow } from '../support/work-orders.ts'

let world: MoneyWorld
let bookings = 0

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterEach(async () => {
  await world.faults({ mode: 'none' })
  expect((await reconcile(world.context)).differences).toEqual([])
})
afterAll(() => world.stop())

async function bookCaptured(): Promise<string> {
  bookings += 1
  const id = await world.book({ date: `${world.day(bookings)} 09:00` })
  await startNow(world, id)
  await world.capture(id)
  return id
}

const part = 5_000
const refundedOf = async (id: string) => (await world.own(id)).money.refundedCents

/** Within ten minutes of the product's clock. */
async function expectRefundSoon(id: string, cents: number): Promise<void> {
  const from = world.context.clock.now()
  await expect
    .poll(async () => {
      await world.advance(31)
      await world.runJobs()
      return refundedOf(id)
    }, patience)
    .toBe(cents)
  expect(world.context.clock.now() - from).toBeLessThan(600_000)
}

/** Every way in which the provider does not make a refund at once; each ends with the returned function. */
const troubles: Record<string, () => Promise<() => unknown>> = {
  ...Object.fromEntries(
    ['drop_answer', 'error_before', 'error_after', 'timeout'].map((mode) => [
      mode,
      async () => {
        await world.faults({ mode, share: 1 })
        return () => world.faults({ mode: 'none' })
      },
    ]),
  ),
  'a refusal': async () =>
    replace(
      world.context.stripe.refunds,
      'create',
      () => () =>
        Promise.reject(
          new Stripe.errors.StripeInvalidRequestError({
            type: 'invalid_request_error',
            code: 'balance_insufficient',
            message: 'Insufficient funds in your Stripe balance to refund this amount.',
          }),
        ),
    ),
}

test.each(Object.keys(troubles))(
  'after a part refund with %s, a cancellation gives all back within minutes',
  async (name) => {
    const id = await bookCaptured()
    const end = await troubles[name]?.()
    await refundPart(world.administrator, id, { amountCents: part })
    await world.advance(31)
    await world.runJobs()
    await world.cancel(id)
    await end?.()
    await expectRefundSoon(id, 49_900)
    const [intent] = await world.intentsOf(id)
    expect(intent.latest_charge.amount_refunded).toBe(49_900)
  },
)

test('a part refund that waited for a dispute is made once the shop has won it', async () => {
  const id = await bookCaptured()
  await world.faults({ mode: 'error_before', share: 1 })
  await refundPart(world.administrator, id, { amountCents: part })
  await world.faults({ mode: 'none' })
  await world.dispute(id, 'open')
  await world.advance(31)
  await world.runJobs()
  expect(await refundedOf(id)).toBe(0)
  await world.dispute(id, 'win')
  await expectRefundSoon(id, part)
})
