import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'
import { auditConsent } from './audit-consent.ts'
import { countDeadlocks } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { auditFees } from './fee-mixes.ts'
import { auditRefunds, listUnderWay, livePriceMix, restPrices, type Shop, type Tally } from './price-mixes.ts'

const mixesPerControl = 12
/** The size is the number of mixes. */
const run = batteryRun('prices', 25)
/** Each rest looks at all mixes so far, so a longer run rests more seldom. */
const mixesPerRest = Math.max(50, run.size / 20)

let world: MoneyWorld
let shop: Shop

beforeAll(async () => {
  world = await startMoneyWorld({ LOG_LEVEL: 'silent' })
  const opened = await openShop(world, world.administrator)
  const desk = await addMember(world, opened.shop, opened.shopId, 'desk', 'Dana Desk')
  shop = { shopId: opened.shopId, owner: opened.shop, desk }
})
afterAll(() => world.stop())

/** Lives through mixes, and returns every contradiction between ledger, rows and provider afterwards. */
async function liveMixes(first: number, count: number, tally: Tally): Promise<string[]> {
  const ids: string[] = []
  for (let index = first; index < first + count; index += 1) {
    ids.push(await livePriceMix(world, shop, run.chance.fork(index), tally))
    if ((index + 1) % mixesPerRest === 0) await restPrices(world)
  }
  await restPrices(world)
  const { differences } = await reconcile(world.context)
  return [
    ...differences,
    ...(await listUnderWay(world)),
    ...(await auditRefunds(world, ids)),
    ...(await auditFees(world, ids)),
    ...(await auditConsent(world, ids)),
  ]
}

const newTally = (): Tally => ({ answers: 0, refused: 0, crashes: 0, faults: 0, failed: [] })

test(
  'after random prices with crashes ledger and provider agree to the cent',
  async () => {
    const total = newTally()
    const found = await liveMixes(0, run.size, total)
    const { failed, ...tally } = total
    const { rows } = await world.context.database.pool.query<{ movement: string; cents: number }>(
      `select movement, sum(amount_cents)::bigint as cents from ledger
        where movement in ('captured', 'refunded', 'paid_otherwise', 'paid_otherwise_in_part', 'tax_collected', 'fee_due', 'fee_waived')
        group by movement order by movement`,
    )
    const sums = Object.fromEntries(rows.map(({ movement, cents }) => [movement, cents]))
    run.report({ mixes: run.size, ...tally, ...sums })
    expect(firstOf([...failed, ...found])).toEqual([])
    expect(await countDeadlocks(world.context.database.pool)).toBe(0)
    // Both happen, or the mixes would prove little.
    expect(Math.min(tally.crashes, tally.refused)).toBeGreaterThan(run.size / 10)
  },
  run.patience(3000),
)

test('control: a ledger that is one cent off is found', async () => {
  const { pool } = world.context.database
  await pool.query(`create function lose_a_cent() returns trigger language plpgsql as $$ begin
      if new.movement = 'captured' then new.amount_cents := new.amount_cents - 1; end if;
      return new;
    end $$;
    create trigger lose_a_cent before insert on ledger for each row execute function lose_a_cent()`)
  const found = await liveMixes(run.size, mixesPerControl, newTally())
  await pool.query('drop trigger lose_a_cent on ledger')
  expect(found.join('\n')).toContain('the ledger says')
}, 120_000)

test('control: refunds that are sent again without their key are found', async () => {
  const { refunds } = world.context.stripe
  const doubled: unknown[] = []
  const create = refunds.create.bind(refunds)
  Reflect.set(refunds, 'create', async (params: Stripe.RefundCreateParams) => {
    await create(params)
    const second = await create(params)
    doubled.push(second)
    return second
  })
  const found: string[] = []
  // Not every dozen has a refund that leaves room for a second one.
  for (let first = run.size + mixesPerControl; doubled.length === 0; first += mixesPerControl)
    found.push(...(await liveMixes(first, mixesPerControl, newTally())))
  refunds.create = create
  expect(found.join('\n')).toContain('by its rows')
}, 120_000)

test('control: a fee that no hold tells of is found', async () => {
  const { rows } = await world.context.database.pool.query<{ appointment_id: string }>(
    'update holds set fee_cents = null where fee_cents is not null returning appointment_id',
  )
  const ids = rows.map(({ appointment_id: id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  expect((await auditFees(world, ids)).join('\n')).toContain('kept, and a fee of 0 taken')
})

test('control: a charge above what the customer signed is found', async () => {
  const { rows } = await world.context.database.pool.query<{ appointment_id: string }>(
    `update price_agreements g set card_cents = 1 where ended_at is null returning appointment_id`,
  )
  const found = await auditConsent(
    world,
    rows.map(({ appointment_id: id }) => id),
  )
  expect(found.join('\n')).toContain('charged, 1 agreed to')
})
