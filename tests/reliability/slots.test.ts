import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFor } from '../support/orders.ts'
import { outsideOf } from '../support/outside.ts'
import { signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { startBeside, type AppBeside } from './app-beside.ts'
import { auditMoney, countDeadlocks } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { findOverlaps } from './bay-audit.ts'
import { inTurns } from './in-turns.ts'
import { burstCrowd, lastByteCrowd } from './slot-crowd.ts'
import { drawWishes, judgeRound, roundKinds, type Round, type RoundKind } from './slot-rounds.ts'
import { removeBayConstraint, removeShopTurn } from './without-slot-guards.ts'

const callersPerRound = 100
/** Shops of 1 to 5 bays, in rotation; each has one round on each bookable day. */
const mostBays = 5
const callersPerControl = 40

/** The size is the number of requests. */
const run = batteryRun('slots', 400)
const rounds = Math.max(1, Math.round(run.size / callersPerRound))

/**
 * From this size on the two servers are processes of their own; starting them would take longer than a
 * sample.
 */
const isWhole = run.size >= 5000

let world: World
let ownProcesses: AppBeside[] = []
let urls: string[]
let customers: Person[]
let shopIds: number[]
let days: string[]
const burst = burstCrowd()

beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'error' })
  if (isWhole) ownProcesses = await Promise.all([startBeside(world), startBeside(world)])
  urls = (isWhole ? ownProcesses : [world, await world.addProcess()]).map(({ url }) => url)
  // The first day may pass during the run.
  days = world.bookableDays().slice(1)
  customers = await inTurns(Array.from({ length: 8 }), 4, () => signUp(world))
  shopIds = await openShops(Math.max(2 * mostBays, Math.ceil((rounds + 1) / days.length)))
})
afterAll(async () => {
  burst.close()
  for (const one of ownProcesses) await one.stop()
  await world.stop()
})

/** Shops like the built-in one, the first with one bay, the next with two, and so on. */
async function openShops(count: number): Promise<number[]> {
  const { rows } = await world.context.database.pool.query<{ id: number }>(
    `with opened as (
      insert into shops (business_name, address, time_zone, status)
        select 'Garage ' || n, address, time_zone, 'approved' from shops, generate_series(1, $1::int) n where id = 5
        returning id, business_name),
    weeks as (
      insert into shop_hours (shop_id, weekday, is_open, opens_at, closes_at)
        select o.id, weekday, is_open, opens_at, closes_at from opened o, shop_hours where shop_id = 5),
    fitted as (
      insert into bays (shop_id, name) select o.id, 'Bay ' || n from opened o,
        generate_series(1, 1 + (substr(o.business_name, 8)::int - 1) % $2::int) n)
    select id from opened order by substr(business_name, 8)::int`,
    [count, mostBays],
  )
  return rows.map(({ id }) => id)
}

/** Every shop has its first round before any has a second one. */
function drawRound(index: number, kind: RoundKind, callers: number): Round {
  const place = index % shopIds.length
  return {
    kind,
    shopId: shopIds[place] ?? 0,
    bays: 1 + (place % mostBays),
    day: days[Math.floor(index / shopIds.length)] ?? '',
    wishes: drawWishes(kind, callers, run.chance.fork(index)),
  }
}

type Played = { found: string[]; won: number; lost: number; failed: number }

async function playRound(index: number, round: Round): Promise<Played> {
  const { day, shopId } = round
  const orders = round.wishes.map(({ hour, productId }, caller) => ({
    url: urls[caller % urls.length] ?? '',
    cookie: customers[caller % customers.length]?.cookie ?? '',
    body: JSON.stringify(
      orderFor(world, { date: `${day} ${String(hour).padStart(2, '0')}:00`, productId, shopId }),
    ),
  }))
  const told = await (index % 2 === 0 ? burst.send(orders) : lastByteCrowd(orders))
  return {
    found: await judgeRound(world.context.database.pool, round, told),
    won: told.filter(({ status }) => status === 201).length,
    lost: told.filter(({ status }) => status === 409).length,
    failed: told.filter(({ status }) => status >= 500).length,
  }
}

test(
  `of ${rounds * callersPerRound} callers, ${callersPerRound} at a time, as many succeed as there are bays (seed ${run.seed})`,
  async () => {
    const total: Played = { found: [], won: 0, lost: 0, failed: 0 }
    const kinds = run.chance.shuffled(roundKinds)
    for (let index = 0; index < rounds && total.found.length < 50; index++) {
      // Each kind with both ways of sending.
      const kind = kinds[(index + Math.floor(index / kinds.length)) % kinds.length] ?? 'one wish'
      const round = drawRound(index, kind, callersPerRound)
      const { found, won, lost, failed } = await playRound(index, round)
      total.found.push(...found)
      total.won += won
      total.lost += lost
      total.failed += failed
    }
    const { pool } = world.context.database
    const overlaps = await findOverlaps(pool)
    const intents = await outsideOf(world.sandboxUrl).intents()
    const money = await auditMoney({ pool, intents, now: world.context.clock.now() })
    const logged = [...world.logLines, ...ownProcesses.flatMap(({ errors }) => errors)].map(
      (line) => `logged: ${line}`,
    )
    const deadlocks = await countDeadlocks(pool)
    const found = [...total.found, ...overlaps, ...money, ...logged]
    run.report({
      requests: rounds * callersPerRound,
      rounds,
      won: total.won,
      'told it is taken': total.lost,
      'double bookings': overlaps.length,
      'answered 5xx': total.failed,
      deadlocks,
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(total.failed).toBe(0)
    expect(deadlocks).toBe(0)
  },
  run.patience(60),
)

test('control: without the shop row lock and the constraint, too many succeed and bays are double-booked', async () => {
  const { pool } = world.context.database
  await removeBayConstraint(pool)
  await removeShopTurn(pool)
  // The last shop's last day, which no round used.
  const last = shopIds.length * days.length - 1
  const { found } = await playRound(last, drawRound(last, 'one wish', callersPerControl))
  expect(found.filter((sentence) => /\d+ of \d+ won/.test(sentence))).toHaveLength(1)
  expect(await findOverlaps(pool)).not.toEqual([])
})
