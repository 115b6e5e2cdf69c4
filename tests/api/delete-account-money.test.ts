import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { places, type Place } from '../reliability/money-table.ts'
import type { Shop } from '../reliability/price-mixes.ts'
import { payAtShop, refundPart } from '../support/day-prices.ts'
import { leave } from '../support/leaving.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, signUp } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'
import { startNow } from '../support/work-orders.ts'

let world: MoneyWorld
let shop: Shop

beforeAll(async () => {
  world = await startMoneyWorld({ LOG_LEVEL: 'silent' })
  const opened = await openShop(world, world.administrator)
  const desk = await addMember(world, opened.shop, opened.shopId, 'desk', 'Dana Desk')
  shop = { shopId: opened.shopId, owner: opened.shop, desk }
})
beforeEach(async () => {
  await world.context.database.pool.query('delete from rate_limits; delete from card_attempts')
  world.customer = await signUp(world)
})
afterEach(async () => {
  await world.faults({ mode: 'none' })
  await world.cards({ behaviour: 'approve' })
})
afterAll(() => world.stop())

const begun: Place = (table) => places['card held']!(table)

/** States with a debt that those of the page about money do not have. */
const debts: Record<string, Place> = {
  'fee that the card refused': async (table) => {
    const id = await places['no-show, fee of $50']!(table)
    const [intent] = await world.intentsOf(id)
    await world.context.stripe.paymentIntents.cancel(intent.id)
    await world.runJobs()
    await world.cards({ behaviour: 'decline_insufficient_funds' })
    await shop.desk.post(`/api/admin/appointments/${id}/fee`, { feeCents: 5_000 })
    return id
  },
  'extra amount whose hold ended before its capture': async (table) => {
    const id = await places['$120 more, agreed and held']!(table)
    const held = await world.intentsOf(id)
    const extra = held.find(({ amount }) => amount === 12_000)
    await world.context.stripe.paymentIntents.cancel(extra.id)
    await world.context.database.pool.query(
      `update holds set status = 'live' where provider_intent_id = $1`,
      [extra.id],
    )
    await world.capture(id, shop.desk)
    await world.runJobs()
    return id
  },
  'part refund that was not made yet': async (table) => {
    const id = await places['paid by card']!(table)
    await world.faults({ mode: 'error_before' })
    await refundPart(shop.desk, id, { amountCents: 5_000 })
    return id
  },
  'cash of a cancelled appointment': async (table) => {
    const id = await begun(table)
    await payAtShop(shop.desk, id, 10_000)
    await shop.desk.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
    return id
  },
}

/** A part of the sentence that refuses the deletion; null where no money is open. */
const expected: Record<string, string | null> = {
  'card held, before the start': 'You have an appointment on',
  'card held': 'isn’t paid yet',
  'card held, discount of $50': 'isn’t paid yet',
  '$120 more, not agreed': 'isn’t paid yet',
  '$120 more, agreed and held': 'isn’t paid yet',
  '$120 more, hold raised': 'isn’t paid yet',
  '$120 more, refused by the bank': 'isn’t paid yet',
  'hold ended by the bank': 'isn’t paid yet',
  '$100 paid in cash': 'isn’t paid yet',
  // Its customer is a guest without an account.
  'no card, pays at the shop': null,
  'paid by card': null,
  'paid by card, $120 more': null,
  'paid at the shop': null,
  'paid by card, $50 refunded': null,
  'paid by card, disputed': 'You’re disputing a payment',
  'late for a free cancellation, fee of $50': 'You have an appointment on',
  'no-show, fee of $50': 'isn’t paid yet',
  'no-show, fee charged': null,
  cancelled: null,
  '$100 paid in cash, cancelled': 'The shop still has to give you $100 back',
  'paid by card, cancelled': null,
  'fee that the card refused': 'The fee of $50 for your appointment on',
  'extra amount whose hold ended before its capture': '$120 of the installation on',
  'part refund that was not made yet': 'Your refund of $50 is on its way',
  'cash of a cancelled appointment': 'The shop still has to give you $100 back',
}

test.each(Object.entries({ ...places, ...debts }))(
  'an account with “%s” is deleted only without open money',
  async (name, reach) => {
    expect(expected).toHaveProperty([name])
    const id = await reach({ world, shop })
    const answer = await leave(world.customer)
    // Its time is free for the next one.
    await startNow(world, id)
    const sentence = expected[name]
    if (sentence === null) expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    else
      expect([answer.status, answer.headers.get('x-refusal'), answer.body.error]).toEqual([
        409,
        'account_in_use',
        expect.stringContaining(sentence ?? 'a sentence'),
      ])
  },
)

test('once a debt is settled the account can be deleted', async () => {
  const settle: Record<string, (id: string) => Promise<unknown>> = {
    'fee that the card refused': (id) => shop.desk.post(`/api/admin/appointments/${id}/fee/waive`),
    'extra amount whose hold ended before its capture': (id) => payAtShop(shop.desk, id, 12_000),
    'part refund that was not made yet': async () => {
      await world.faults({ mode: 'none' })
      await world.advance(31)
      await world.runJobs()
    },
    'cash of a cancelled appointment': (id) =>
      shop.desk.post(`/api/admin/appointments/${id}/payment/return`, { leftAtShopCents: 10_000 }),
  }
  for (const [name, reach] of Object.entries(debts)) {
    const id = await reach({ world, shop })
    await settle[name]?.(id)
    expect([name, (await leave(world.customer)).status]).toEqual([name, 200])
    await world.cards({ behaviour: 'approve' })
  }
})

test('the owner of a shop with a debt cannot close it by leaving', async () => {
  const sentences: Record<string, string> = {
    'fee that the card refused': 'a cancellation fee that is still due',
    'cash of a cancelled appointment': 'has to give money back',
  }
  for (const [name, sentence] of Object.entries(sentences)) {
    await world.context.database.pool.query('delete from rate_limits')
    const opened = await openShop(world, world.administrator)
    const own = { shopId: opened.shopId, owner: opened.shop, desk: opened.shop }
    const before = shop
    shop = own
    await debts[name]?.({ world, shop })
    shop = before
    await world.cards({ behaviour: 'approve' })
    expect((await leave(own.owner)).body.error).toContain(sentence)
  }
})
