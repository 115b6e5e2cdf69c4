import { Pool } from 'pg'
import { bookingWindow, weekdaysOfWindow } from '../../contract/slots/booking-window.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { orderFor } from '../support/orders.ts'
import { goodPassword, signIn, signUp, type Answer, type Person } from '../support/people.ts'
import { raisedLimits } from '../support/raised-limits.ts'
import { startProduct, type Product } from '../support/start-product.ts'
import type { Chance } from './chance.ts'
import { outsideOf, type Outside } from '../support/outside.ts'
import { widenShop } from './wide-shop.ts'

/** The built product, its people, and every answer that they received. */
export type Fixture = {
  product: Product
  outside: Outside
  pool: Pool
  customers: Person[]
  administrator: Person
  dealings: Map<string, Dealing>
  /** Answers to orders that neither a fault nor a kill explains. */
  odd: string[]
  /** The product's clock, as the sandbox has it. */
  now(): Promise<number>
  stop(): Promise<void>
}

/** The parts of a world that people need for their dealings, wherever the product runs. */
export type Crowd = Pick<Fixture, 'outside' | 'customers' | 'administrator' | 'dealings' | 'odd' | 'now'>

/** Creates three customers and an administrator before the first request. */
export async function openCrowd(
  outside: Outside,
  server: { url: string },
  administratorEmail: string,
  people = 3,
): Promise<Crowd> {
  const customers: Person[] = []
  for (let index = 0; index < people; index++) customers.push(await signUp(server))
  return {
    outside,
    customers,
    administrator: await signIn(server, administratorEmail),
    dealings: new Map(),
    odd: [],
    now: () => outside.now(),
  }
}

/** The requests about one appointment, and the acknowledged answers. */
export type Dealing = {
  customer: Person
  asked: Set<'capture' | 'cancel'>
  wantedPackages: Set<number>
  acknowledged: { what: 'booked' | 'captured' | 'cancelled' | 'package'; packageId: number }[]
  /** Answers that neither a fault nor a kill explains. */
  odd: string[]
}

const administratorEmail = 'keeper@example.test'

export async function openFixture(): Promise<Fixture> {
  const product = await startProduct({
    ...raisedLimits,
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: administratorEmail,
    ADMIN_PASSWORD: goodPassword,
  })
  const postgres = await startEmbeddedPostgres({ dataDir: product.dataDir })
  const pool = new Pool({ connectionString: postgres.url, max: 2 })
  await widenShop(pool, 120)
  return {
    product,
    pool,
    ...(await openCrowd(outsideOf(product.sandboxUrl), product, administratorEmail, 8)),
    stop: async () => {
      await pool.end()
      await postgres.stop()
      await product.stop()
    },
  }
}

/** Null without an answer: a kill hit the server, or with it the bank, during the request. */
async function orNull<Told>(asking: Promise<Told>): Promise<Told | null> {
  return asking.catch(() => null)
}

const expectedStatuses = new Set([200, 201, 402, 404, 409, 422, 503])

function recordOdd(dealing: Dealing, what: string, answer: Answer | null): void {
  if (answer && !expectedStatuses.has(answer.status))
    dealing.odd.push(`${what} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
}

async function bookOne(fixture: Crowd, now: number, chance: Chance): Promise<void> {
  const customer = chance.pick(fixture.customers)
  const bookableDays = () => weekdaysOfWindow(bookingWindow(now, 'America/Los_Angeles'))
  const order = orderFor(
    { bookableDays },
    {
      date: `${chance.pick(bookableDays())} ${String(chance.between(9, 12)).padStart(2, '0')}:00`,
      productId: chance.between(1, 3),
      paymentMethodId: chance.happens(0.15) ? 'pm_card_authenticationRequired' : 'pm_card_visa',
    },
  )
  const key = `kill-${chance.below(2 ** 31)}-${chance.below(2 ** 31)}`
  let answer = await orNull(customer.post('/api/appointments', order, { 'idempotency-key': key }))
  // A browser repeats the order after an unclear answer.
  if (answer?.status === 503 && chance.happens(0.5))
    answer = await orNull(customer.post('/api/appointments', order, { 'idempotency-key': key }))
  if (answer?.status !== 201) {
    if (answer && !expectedStatuses.has(answer.status))
      fixture.odd.push(`booking was answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return
  }
  const waitsForBank = answer.body.requiresAction === true
  fixture.dealings.set(answer.body.id as string, {
    customer,
    asked: new Set(),
    wantedPackages: new Set([order['productId'] as number]),
    acknowledged: waitsForBank ? [] : [{ what: 'booked', packageId: order['productId'] as number }],
    odd: [],
  })
  if (waitsForBank && chance.happens(0.6)) {
    const intentId = String(answer.body.clientSecret).split('_secret')[0] ?? ''
    await orNull(fixture.outside.challenge(intentId, chance.happens(0.8) ? 'complete' : 'fail'))
  }
}

async function dealOne(fixture: Crowd, id: string, dealing: Dealing, chance: Chance): Promise<void> {
  const { administrator } = fixture
  const packageId = chance.between(1, 3)
  const roll = chance.next()
  if (roll < 0.35) {
    dealing.asked.add('capture')
    const answer = await orNull(administrator.post(`/api/admin/appointments/${id}/capture`))
    if (answer?.status === 200) dealing.acknowledged.push({ what: 'captured', packageId: 0 })
    recordOdd(dealing, 'capture', answer)
  } else if (roll < 0.65) {
    dealing.wantedPackages.add(packageId)
    const answer = await orNull(dealing.customer.patch(`/api/appointments/${id}`, { productId: packageId }))
    if (answer?.status === 200 && answer.body.requiresAction !== true)
      dealing.acknowledged.push({ what: 'package', packageId })
    recordOdd(dealing, 'change of package', answer)
  } else {
    dealing.asked.add('cancel')
    const byCustomer = chance.happens(0.5)
    const body = { status: 'cancelled' }
    const answer = await orNull(
      byCustomer
        ? dealing.customer.patch(`/api/appointments/${id}`, body)
        : administrator.patch(`/api/admin/appointments/${id}/status`, body),
    )
    if (answer?.status === 200) dealing.acknowledged.push({ what: 'cancelled', packageId: 0 })
    recordOdd(dealing, 'cancel', answer)
  }
}

/** Lets one person after another act, until `goesOn` returns false. */
export async function bustle(fixture: Crowd, chance: Chance, goesOn: () => boolean): Promise<void> {
  const now = await fixture.now()
  while (goesOn()) {
    const recent = [...fixture.dealings].slice(-30)
    if (recent.length < 3 || chance.happens(0.45)) await bookOne(fixture, now, chance)
    else {
      const [id, dealing] = chance.pick(recent)
      await dealOne(fixture, id, dealing, chance)
    }
  }
}

/** Acknowledged answers that are not true. */
export async function auditDealings({
  pool,
  dealings,
  odd: oddOrders,
}: Pick<Fixture, 'pool' | 'dealings' | 'odd'>): Promise<string[]> {
  const ids = [...dealings.keys()]
  const { rows } = await pool.query<{ id: string; state: string; package_id: number }>(
    'select id, state, package_id from appointments where id = any($1::uuid[])',
    [ids],
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const ofDealings = [...dealings].flatMap(([id, { asked, acknowledged, wantedPackages, odd }]) => {
    const row = rowOf.get(id)
    if (!row) return [`${id}: acknowledged and gone`]
    const found = [...odd]
    for (const { what } of acknowledged) {
      const ends: Record<typeof what, boolean> = {
        booked:
          row.state === 'booked' ||
          (row.state === 'completed' && asked.has('capture')) ||
          (row.state === 'cancelled' && asked.has('cancel')),
        package: row.state !== 'released' && row.state !== 'claimed',
        captured: row.state === 'completed' || (row.state === 'cancelled' && asked.has('cancel')),
        cancelled: row.state === 'cancelled',
      }
      if (!ends[what]) found.push(`acknowledged as ${what}, and is ${row.state}`)
    }
    if (!wantedPackages.has(row.package_id))
      found.push(`has package ${row.package_id}, which no request chose`)
    return found.map((sentence) => `${id}: ${sentence}`)
  })
  return [...oddOrders, ...ofDealings]
}

/** The number of acknowledged answers. */
export function countAcknowledged({ dealings }: Pick<Crowd, 'dealings'>): number {
  return [...dealings.values()].reduce((sum, one) => sum + one.acknowledged.length, 0)
}
