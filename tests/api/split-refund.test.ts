import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { addLine, agreeAtShop, priceOf, refundPart } from '../support/day-prices.ts'
import { mailsTo } from '../support/mails.ts'
import { patience, refusedAs, replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { signUp } from '../support/people.ts'
import { arriveNow } from '../support/work-orders.ts'

const [price, extra] = [49_900, 12_000]
const reason = 'A scratch in the trim'
let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
beforeEach(async () => {
  world.customer = await signUp(world)
})
afterEach(async () => {
  await world.faults({ mode: 'none' })
  const { differences, underWay } = await reconcile(world.context)
  expect([differences, underWay]).toEqual([[], 0])
})
afterAll(() => world.stop())

/** A paid job with a hold of the price and one of the extra amount. */
async function paidJob(): Promise<string> {
  const { administrator } = world
  const id = await world.book({ date: `${world.day(0)} 09:00`, email: world.customer.email })
  await arriveNow(world, administrator, id)
  await addLine(administrator, id, { amountCents: extra })
  await agreeAtShop(administrator, id)
  expect((await world.capture(id)).status).toBe(200)
  expect(await world.statusesOf(id)).toEqual(['succeeded', 'succeeded'])
  return id
}

async function refundMails() {
  await world.runJobs()
  const mails = await mailsTo(world, world.customer.email)
  return mails.filter(({ subject }) => subject.startsWith('Refund'))
}

/** Runs the jobs until the provider's news and every part are recorded. */
async function settle(id: string, refundedCents: number): Promise<void> {
  await expect
    .poll(async () => {
      await world.advance(31)
      await world.runJobs()
      const price = await priceOf(world.administrator, id)
      return [price.refundedCents, price.refundingCents]
    }, patience)
    .toEqual([refundedCents, 0])
}

test('a refund of two holds is one mail, one entry and one line of the receipt', async () => {
  const { administrator } = world
  const id = await paidJob()
  expect((await refundPart(administrator, id, { amountCents: 55_000 })).status).toBe(200)
  await settle(id, 55_000)

  const [mail, ...others] = await refundMails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain('Refund: $550 ')
  expect(mail?.text).toContain(reason)
  const { timeline } = (await administrator.get(`/api/admin/appointments/${id}`)).body
  const refunds = timeline.filter(({ title }: { title: string }) => title.includes('efund'))
  expect(refunds.map(({ title, detail }: { title: string; detail: string }) => [title, detail])).toEqual([
    ['Payment refunded', '$550 to Visa ending in 4242.'],
    ['Email about the refund', expect.anything()],
  ])
  const { amounts } = (await administrator.get(`/api/admin/appointments/${id}/receipt`)).body
  expect(amounts.filter(({ label }: { label: string }) => label.startsWith('Refunded'))).toEqual([
    { label: `Refunded: ${reason}`, amount: '−$550', isTotal: false },
  ])
})

test('a refund whose second part is made later is mailed once, with the whole amount', async () => {
  const id = await paidJob()
  let calls = 0
  const restore = replace(world.context.stripe.refunds, 'create', (real) => (...args) => {
    calls += 1
    return calls === 1 ? real(...args) : Promise.reject(refusedAs('balance_insufficient'))
  })
  await refundPart(world.administrator, id, { amountCents: 55_000 })
  expect(await refundMails()).toEqual([])
  const { refundedCents, refundingCents } = await priceOf(world.administrator, id)
  expect([refundedCents, refundingCents].toSorted((a, b) => a - b)).toEqual([5_100, price])
  restore()
  await world.advance(3_700)
  await settle(id, 55_000)
  expect((await refundMails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Refund: $550 '),
  ])
})

test.each(['drop_answer', 'error_after', 'timeout'])(
  'a refund with %s is counted once at every moment, and mailed once',
  async (mode) => {
    const id = await paidJob()
    await world.faults({ mode, share: 1 })
    await refundPart(world.administrator, id, { amountCents: 15_000 })
    await world.faults({ mode: 'none' })
    const seen = new Set<number>()
    await expect
      .poll(async () => {
        await world.runJobs()
        const { refundedCents, refundingCents, refundableCents } = await priceOf(world.administrator, id)
        seen.add(refundedCents + refundingCents)
        seen.add(price + extra - (refundableCents ?? 0))
        return refundedCents
      }, patience)
      .toBe(15_000)
    await settle(id, 15_000)
    expect([...seen]).toEqual([15_000])
    expect(await refundMails()).toHaveLength(1)
  },
)

test('a refund in the provider’s dashboard has a mail of its own, also beside one of the shop', async () => {
  const id = await paidJob()
  const restore = replace(
    world.context.stripe.refunds,
    'create',
    () => () => Promise.reject(refusedAs('balance_insufficient')),
  )
  await refundPart(world.administrator, id, { amountCents: 5_000 })
  restore()
  const [intent] = await world.intentsOf(id)
  await world.context.stripe.refunds.create({ payment_intent: intent.id, amount: 3_000 })
  await expect.poll(async () => (await refundMails()).length, patience).toBe(1)
  await world.advance(3_700)
  await settle(id, 8_000)
  const mails = await refundMails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Refund: $30 '),
    expect.stringContaining('Refund: $50 '),
  ])
  expect(mails.map(({ text }) => text.includes(reason))).toEqual([false, true])
})

test('the cancellation of a paid job refunds both holds in one mail', async () => {
  const id = await paidJob()
  await refundPart(world.administrator, id, { amountCents: 2_000 })
  await world.cancel(id)
  await settle(id, price + extra)
  expect((await refundMails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Refund: $20 '),
    expect.stringContaining('Refund: $599 '),
  ])
})
