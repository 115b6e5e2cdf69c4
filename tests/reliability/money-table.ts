import { randomUUID } from 'node:crypto'
import { formatCents } from '../../contract/money.ts'
import { paymentStateOf } from '../../contract/payments/payment-state.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import { addLine, agreeAtShop, payAtShop, priceOf, refundPart, removePayment } from '../support/day-prices.ts'
import type { MoneyWorld } from '../support/money.ts'
import { signUp, type Answer, type Person } from '../support/people.ts'
import { arriveNow, pressWork, startNow } from '../support/work-orders.ts'
import type { Shop } from './price-mixes.ts'

type Table = { world: MoneyWorld; shop: Shop }
export type Place = (table: Table) => Promise<string>
type Event = (table: Table, id: string) => Promise<Answer>

const extra = 12_000

/** A job of a customer of its own whose car has just arrived. */
async function begun(table: Table, paymentMethodId = 'pm_card_visa'): Promise<string> {
  const id = await coming(table, paymentMethodId)
  await arriveNow(table.world, table.shop.desk, id)
  return id
}

async function coming({ world, shop }: Table, paymentMethodId = 'pm_card_visa'): Promise<string> {
  world.customer = await signUp(world)
  const order = {
    shopId: shop.shopId,
    date: `${world.day(0)} 09:00`,
    email: world.customer.email,
    paymentMethodId,
  }
  const isAsked = paymentMethodId === 'pm_card_authenticationRequired'
  return isAsked ? world.bookConfirmed(order) : world.book(order)
}

async function withExtra(table: Table, card?: string): Promise<string> {
  const id = await begun(table, card)
  await addLine(table.shop.desk, id, { amountCents: extra })
  return id
}

async function agreed(table: Table, card?: string): Promise<string> {
  const id = await withExtra(table, card)
  await agreeAtShop(table.shop.desk, id)
  return id
}

const feeCents = 5_000

/** The customer agreed to a fee that counts from now on. */
async function agreeToFee({ world }: Table, id: string): Promise<string> {
  await world.context.database.pool.query(
    'update appointments set cancel_fee_cents = $2, cancel_fee_from = created_at where id = $1',
    [id, feeCents],
  )
  return id
}

async function missed(table: Table): Promise<string> {
  const id = await agreeToFee(table, await coming(table))
  await startNow(table.world, id)
  await pressWork(table.shop.desk, id, { event: 'mark_no_show', from: 'booked' })
  return id
}

const chargeFee: Event = ({ shop }, id) => shop.desk.post(`/api/admin/appointments/${id}/fee`, { feeCents })

async function paid(table: Table, make: Place = begun): Promise<string> {
  const id = await make(table)
  await table.world.capture(id)
  return id
}

/** The states of a payment, each reached through the product's own calls. The package costs $499. */
export const places: Readonly<Record<string, Place>> = {
  'card held, before the start': coming,
  'card held': begun,
  'card held, discount of $50': async (table) => {
    const id = await begun(table)
    await addLine(table.shop.desk, id, { kind: 'discount', amountCents: 5_000 })
    return id
  },
  '$120 more, not agreed': withExtra,
  '$120 more, agreed and held': agreed,
  '$120 more, hold raised': (table) => agreed(table, 'pm_card_debit_incrementalAuthAuthorized'),
  '$120 more, refused by the bank': (table) => agreed(table, 'pm_card_authenticationRequired'),
  'hold ended by the bank': async (table) => {
    const id = await begun(table)
    const [intent] = await table.world.intentsOf(id)
    await table.world.context.stripe.paymentIntents.cancel(intent.id)
    await table.world.runJobs()
    return id
  },
  '$100 paid in cash': async (table) => {
    const id = await begun(table)
    await payAtShop(table.shop.desk, id, 10_000)
    return id
  },
  'no card, pays at the shop': async ({ world, shop }) => {
    const { body } = await bookAtDesk(shop.desk, { shopId: shop.shopId, date: `${world.day(0)} 09:00` })
    await arriveNow(world, shop.desk, body.id)
    return body.id
  },
  'paid by card': (table) => paid(table),
  'paid by card, $120 more': (table) => paid(table, agreed),
  'paid at the shop': async (table) => {
    const id = await begun(table)
    await payAtShop(table.shop.desk, id)
    return id
  },
  'paid by card, $50 refunded': async (table) => {
    const id = await paid(table)
    await refundPart(table.shop.desk, id, { amountCents: 5_000 })
    return id
  },
  'paid by card, disputed': async (table) => {
    const id = await paid(table)
    await table.world.dispute(id, 'open')
    const isTold = async () => (await table.world.movementsOf(id)).includes('dispute_opened')
    for (let round = 0; round < 50 && !(await isTold()); round += 1) await table.world.runJobs()
    return id
  },
  'late for a free cancellation, fee of $50': async (table) => agreeToFee(table, await coming(table)),
  'no-show, fee of $50': missed,
  'no-show, fee charged': async (table) => {
    const id = await missed(table)
    await chargeFee(table, id)
    return id
  },
  cancelled: async (table) => {
    const id = await begun(table)
    await table.world.cancel(id)
    return id
  },
  '$100 paid in cash, cancelled': async (table) => {
    const id = await begun(table)
    await payAtShop(table.shop.desk, id, 10_000)
    await table.world.cancel(id)
    return id
  },
  'paid by card, cancelled': async (table) => {
    const id = await paid(table)
    await table.world.cancel(id)
    return id
  },
}

const cancelBy = (person: Person, id: string) =>
  person.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })

/** What people do with a payment. */
export const events: Readonly<Record<string, Event>> = {
  'shop captures': ({ world, shop }, id) => world.capture(id, shop.desk),
  'shop takes all in cash': ({ shop }, id) => payAtShop(shop.desk, id),
  'shop takes $60 in cash': ({ shop }, id) => payAtShop(shop.desk, id, 6_000),
  'shop removes the recorded cash': async ({ shop }, id) => {
    const [payment] = (await priceOf(shop.desk, id)).payments
    return removePayment(shop.desk, id, payment?.id ?? randomUUID())
  },
  'shop adds a part of $40': ({ shop }, id) => addLine(shop.desk, id, { amountCents: 4_000 }),
  'customer agrees at the shop': ({ shop }, id) => agreeAtShop(shop.desk, id),
  'shop refunds $30': async ({ world, shop }, id) => {
    const refundedCents = await refundedOf(world, id)
    return refundPart(shop.desk, id, { amountCents: 3_000, seenRefundedCents: refundedCents })
  },
  'customer cancels': async ({ world }, id) => {
    const shown = await findFee(world, id)
    const headers = shown === null ? {} : { 'x-shown-fee': String(shown) }
    return world.customer.patch(`/api/appointments/${id}`, { status: 'cancelled' }, headers)
  },
  'shop cancels': ({ shop }, id) => cancelBy(shop.desk, id),
  'shop charges the fee': chargeFee,
  'shop waives the fee': ({ shop }, id) => shop.desk.post(`/api/admin/appointments/${id}/fee/waive`),
  'administrator refunds the fee': ({ world }, id) =>
    world.administrator.post(`/api/admin/appointments/${id}/fee/refund`),
  'shop gives $100 of cash back': ({ shop }, id) =>
    shop.desk.post(`/api/admin/appointments/${id}/payment/return`, { leftAtShopCents: 10_000 }),
  'administrator cancels': ({ world }, id) => cancelBy(world.administrator, id),
}

async function readMoney({ context }: MoneyWorld, id: string) {
  const rows = await context.database.db
    .selectFrom('ledger')
    .select(['hold_id as holdId', 'movement', 'amount_cents as amountCents'])
    .where('appointment_id', '=', id)
    .orderBy('id')
    .execute()
  return paymentStateOf(rows)
}

async function findFee({ context }: MoneyWorld, id: string): Promise<number | null> {
  const { cancel_fee_cents: cents } = await context.database.db
    .selectFrom('appointments')
    .select('cancel_fee_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return cents
}

async function refundedOf(world: MoneyWorld, id: string): Promise<number> {
  return (await readMoney(world, id)).refundedCents
}

/** One line of the table: a state, an event, its answer and the money afterwards. */
export async function tellCombination(table: Table, place: string, event: string): Promise<string> {
  const [reach, act] = [places[place], events[event]]
  if (!reach || !act) throw new Error(`${place} and ${event} are no combination`)
  await table.world.context.database.pool.query('delete from rate_limits; delete from card_attempts')
  const id = await reach(table)
  const { status, headers } = await act(table, id)
  await table.world.runJobs()
  const money = await readMoney(table.world, id)
  // Its time is free for the next one.
  await startNow(table.world, id)
  const answer = status < 400 ? 'done' : `${status} ${headers.get('x-refusal') ?? ''}`
  const cents = [money.heldCents, money.capturedCents, money.refundedCents, money.paidOtherwiseCents]
  const cells = [
    place,
    event,
    answer,
    ...cents.map((each) => (each === 0 ? '' : formatCents(each))),
    money.status,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The head of the page. */
export const pageHead = [
  '# What happens to the money',
  '',
  'Every state of a payment with everything that people do with it. The package costs $499. Each line was played',
  'through the API: `npm run battery -- money` compares this page with it, and with `-- -u` draws it anew. `npm test`',
  'plays each payment once with an event drawn at random. [The states of a single hold](hold-states.md) are another table.',
  '',
  'The table plays the price, lines, cash, refunds and fees. Five more things move the same money, and tests play them:',
  '',
  '- **A tip** is a line like any other, given by the customer alone: with a signature at the shop, or by the link.',
  '- **By the link** the customer agrees as at the shop, present, so that their bank can ask them before it holds more.',
  '- **A hold that can be raised** is raised to all that is due, and stays one payment.',
  '- **Overcapture**: of some cards more can be captured than is held. Within that, nothing more is held.',
  '- **A rest** is left when the bank ends the extra hold while the price is captured. The job is complete, and the rest',
  '  is charged later or taken at the shop.',
  '',
  '| payment | event | answer | held | captured | refunded | at the shop | state |',
  '|---|---|---|---|---|---|---|---|',
]
