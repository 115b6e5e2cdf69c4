import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardLinkOf } from '../../server/payments/card-link.ts'
import { addLine, agreeAtShop, payAtShop } from '../support/day-prices.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import type { Person } from '../support/people.ts'
import { openShopWithDesk } from '../support/shop-people.ts'
import { arriveNow, pressWork } from '../support/work-orders.ts'

const price = 49_900
let world: MoneyWorld
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ desk, shopId } = await openShopWithDesk(world))
})
afterAll(() => world.stop())

/** A job whose car has just arrived. */
async function job(): Promise<string> {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00`, email: world.customer.email })
  await arriveNow(world, desk, id)
  return id
}

const promise = (amount: string) =>
  `Your card will only be charged ${amount} after the installation is completed and confirmed`

const changes: Record<string, { make: (id: string) => Promise<unknown>; dueCents: number; words: string }> = {
  'agreed lines': {
    make: async (id) => {
      await addLine(desk, id, { amountCents: 12_060 })
      await agreeAtShop(desk, id)
    },
    dueCents: price + 12_060,
    words: promise('$619.60'),
  },
  'lines that wait for an agreement': {
    make: (id) => addLine(desk, id, { amountCents: 12_060 }),
    dueCents: price + 12_060,
    words: 'The total is now $619.60, and you agreed to $499. Nothing more is charged before you agree.',
  },
  'a discount': {
    make: (id) => addLine(desk, id, { kind: 'discount', description: 'Late', amountCents: 6_000 }),
    dueCents: price - 6_000,
    words: promise('$439'),
  },
  'a part paid in cash': {
    make: (id) => payAtShop(desk, id, 10_000),
    dueCents: price - 10_000,
    words: `${promise('$399')}. $100 of $499 is paid already.`,
  },
}

test.each(Object.keys(changes))('with %s the mail and the page name what is still charged', async (name) => {
  const { make, dueCents, words } = changes[name] ?? expect.fail()
  const id = await job()
  await make(id)
  await pressWork(desk, id, { event: 'start', from: 'arrived' })
  await pressWork(desk, id, { event: 'finish', from: 'in_bay' })
  await world.advance(30)
  await world.runJobs()
  const ready = (await mailsTo(world, world.customer.email)).at(-1)
  expect(ready?.subject).toContain('is ready')
  expect(ready?.text).toContain(words)
  expect((await world.own(id)).dayPrice).toMatchObject({ dueCents })
})

test('the page that confirms a card names what is charged of a changed price', async () => {
  const id = await job()
  const find = async () =>
    (await desk.post('/api/confirm-card/find', { token: cardLinkOf(world.context, id).split('#')[1] })).body
  expect(await find()).toMatchObject({ price: 499, toPay: null })
  await addLine(desk, id, { kind: 'discount', description: 'Late', amountCents: 6_000 })
  expect(await find()).toMatchObject({
    price: 499,
    toPay: { totalCents: price - 6_000, agreedCents: price, dueCents: price - 6_000 },
  })
})

test('the mail that the car is ready names no charge once all is paid', async () => {
  const id = await job()
  await payAtShop(desk, id)
  await pressWork(desk, id, { event: 'start', from: 'arrived' })
  await pressWork(desk, id, { event: 'finish', from: 'in_bay' })
  await world.advance(30)
  await world.runJobs()
  const ready = (await mailsTo(world, world.customer.email)).at(-1)
  expect(ready?.subject).toContain('is ready')
  expect(ready?.text).not.toContain('$499 after')
  expect(ready?.text).not.toMatch(/will only be charged/)
})
