import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { declineForStaff, declineSentences } from '../../contract/payments/decline-words.ts'
import { addLine, agreeAtShop } from '../support/day-prices.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, signUp, type Answer, type Person } from '../support/people.ts'
import { pressWork, startNow } from '../support/work-orders.ts'

let world: MoneyWorld
let shop: Person
let shopId: number
let bookings = 0

const fee = 5_000

beforeAll(async () => {
  world = await startMoneyWorld()
  const opened = await openShop(world, world.administrator)
  shop = opened.shop
  shopId = opened.shopId
})
beforeEach(async () => {
  await world.context.database.pool.query('delete from rate_limits; delete from card_attempts')
  world.customer = await signUp(world)
})
afterEach(() => world.cards({ behaviour: 'approve' }))
afterAll(() => world.stop())

async function begun(): Promise<string> {
  bookings += 1
  const id = await world.book({ shopId, date: `${world.day(bookings)} 09:00`, email: world.customer.email })
  await startNow(world, id)
  return id
}

async function endHold(id: string): Promise<void> {
  const [intent] = await world.intentsOf(id)
  await world.context.stripe.paymentIntents.cancel(intent.id)
  await world.runJobs()
}

const capture = (id: string) => world.capture(id, shop)
const chargeFee = (id: string) => shop.post(`/api/admin/appointments/${id}/fee`, { feeCents: fee })

type Way = {
  reach: (decline: () => Promise<unknown>) => Promise<string>
  press: (id: string) => Promise<Answer>
}

/** Every charge of the saved card that a person of the shop can press, with its first decline behind it. */
const ways: Record<string, Way> = {
  'the fee of a no-show': {
    press: chargeFee,
    reach: async (decline) => {
      const id = await begun()
      await world.context.database.pool.query(
        'update appointments set cancel_fee_cents = $2, cancel_fee_from = created_at where id = $1',
        [id, fee],
      )
      await pressWork(shop, id, { event: 'mark_no_show', from: 'booked' })
      await endHold(id)
      await decline()
      expect((await chargeFee(id)).body.feeRefusal).toMatch(
        /^The bank declined it\. You can try again now\.$/,
      )
      return id
    },
  },
  'the price after the end of its hold': {
    press: capture,
    reach: async (decline) => {
      const id = await begun()
      await endHold(id)
      await decline()
      const first = await capture(id)
      expect([first.status, first.body.error]).toEqual([
        402,
        expect.stringContaining('You can try again now.'),
      ])
      return id
    },
  },
  'the extra amount': {
    press: capture,
    reach: async (decline) => {
      const id = await begun()
      await pressWork(shop, id, { event: 'arrive', from: 'booked' })
      await addLine(shop, id, { amountCents: 12_000 })
      await decline()
      await agreeAtShop(shop, id)
      return id
    },
  },
}

async function countDeclines(id: string): Promise<number> {
  const { rows } = await world.context.database.pool.query(
    `select count(*)::int as count from holds where appointment_id = $1 and status = 'declined'`,
    [id],
  )
  return rows[0].count
}

/** The replies to the shop that name a refusal, none in the words for the customer. */
async function expectWordsForStaff(id: string): Promise<void> {
  const pages = [`appointments/${id}`, `appointments/${id}/price`, `attention?shopId=${shopId}`]
  const replies = await Promise.all(pages.map((page) => shop.get(`/api/admin/${page}`)))
  const text = JSON.stringify(replies.map(({ body }) => body))
  for (const sentence of Object.values(declineSentences)) expect(text).not.toContain(sentence)
  const { timeline } = (await shop.get(`/api/admin/appointments/${id}`)).body
  expect(timeline.map(({ detail }: { detail: string | null }) => detail).join()).toContain(
    declineForStaff(declineSentences.declined),
  )
}

test.each(Object.entries(ways))('%s is declined three times within a day and no more', async (_, way) => {
  const id = await way.reach(() => world.cards({ behaviour: 'decline_insufficient_funds' }))
  for (let declines = await countDeclines(id); declines < 3; declines += 1) await way.press(id)
  expect(await countDeclines(id)).toBe(3)
  await expectWordsForStaff(id)
  for (const refused of [await way.press(id), await way.press(id)]) {
    expect([refused.status, refused.headers.get('x-refusal')]).toEqual([402, 'card_refused'])
    expect(refused.body.error).toMatch(
      /^The card was declined before, so it wasn’t charged now\. Another try is possible from \d+:\d\d [AP]M on \w+, .+\.$/,
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  }
  expect(await countDeclines(id)).toBe(3)
  await world.cards({ behaviour: 'approve' })
  await world.advance(86_400)
  expect((await way.press(id)).status).toBe(200)
})

test('a signature at the shop stays on record, and tries a declined card no more often than a charge', async () => {
  const id = await ways['the extra amount']!.reach(() =>
    world.cards({ behaviour: 'decline_insufficient_funds' }),
  )
  for (let press = 0; press < 5; press += 1) {
    const signed = await agreeAtShop(shop, id)
    expect([signed.status, signed.body.extra.state]).toEqual([200, 'refused'])
  }
  expect(await countDeclines(id)).toBe(3)
  await world.cards({ behaviour: 'approve' })
  await world.advance(86_400)
  expect((await agreeAtShop(shop, id)).body.extra.state).toBe('held')
})

test.each(Object.entries(ways))('%s is not tried again on a stolen card', async (name, way) => {
  const id = await way.reach(() => world.cards({ behaviour: 'decline_insufficient_funds' }))
  await world.cards({ behaviour: 'decline_stolen_card' })
  await way.press(id)
  const declines = await countDeclines(id)
  await world.cards({ behaviour: 'approve' })
  for (const seconds of [1, 86_400]) {
    await world.advance(seconds)
    const refused = await way.press(id)
    expect([refused.status, refused.headers.get('x-refusal')]).toEqual([402, 'card_refused'])
    expect(refused.body.error).toContain('The bank accepts no other charge on this card.')
  }
  expect(await countDeclines(id)).toBe(declines)
  if (name.startsWith('the fee')) {
    const { items } = (await shop.get(`/api/admin/attention?shopId=${shopId}`)).body
    const [item] = items.filter(({ reason }: { reason: string }) => reason === 'fee_due')
    expect(item.sentence).toMatch(/accepts no other charge on this card\. .* Or waive it\.$/)
  }
})

test('a final decline after the end of the mailed link asks once to speak with the customer', async () => {
  const id = await begun()
  await endHold(id)
  await world.advance(2 * 86_400)
  await world.cards({ behaviour: 'decline_stolen_card' })
  const { status, body } = await capture(id)
  expect(status).toBe(402)
  expect(body.error.match(/another way to pay/g)).toHaveLength(1)
})
