import type { Bench } from './bench.ts'
import { poolSize } from './booking.ts'
import { openBurst, type Burst } from './burst.ts'
import type { Answer } from './caller.ts'
import { atMost, inWords, mustBe, type Line } from './line.ts'
import { emptyMarket, marketOf, type Market } from './market.ts'
import { median, percentile } from './measure.ts'
import { raceKinds, type Place, type RaceKind, type Round } from './race-kinds.ts'

type Row = { id: string; state: string }

/** What is not as it must be: in what the callers were told, and in the rows. */
async function judge(
  { pool }: Market,
  { shopId }: Place,
  kind: RaceKind,
  { day, sold }: Round,
  told: readonly Answer[],
): Promise<string[]> {
  const won = told.filter((one) => kind.hasIt(one)).length
  const found = told
    .filter(({ status }) => ![200, 201, 409].includes(status))
    .map(({ status, text }) => `somebody was answered ${status} ${text}`)
  if (won < sold.least || won > sold.most) found.push(`${won} were told that they have it`)
  const ids = new Set(
    told.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text).id as string),
  )
  if (ids.size > 1) found.push(`${ids.size} appointments were sold`)
  const { rows } = await pool.query<Row>(
    `select id, state from appointments where shop_id = $1 and state in ('claimed', 'booked', 'completed')
      and (starts_at at time zone 'America/Los_Angeles')::date = $2`,
    [shopId, day],
  )
  if (rows.length !== Math.min(1, won) || rows.some(({ state }) => state !== 'booked'))
    found.push(`${won} have it, and there are ${JSON.stringify(rows)}`)
  return found.map((sentence) => `${kind.name} at ${shopId}: ${sentence}`)
}

async function countDeadlocks({ pool }: Market): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? Number.NaN
}

async function runKind(bench: Bench, market: Market, burst: Burst, kind: RaceKind): Promise<Line[]> {
  const [warmUps, rounds] = bench.quick ? [2, 5] : [5, 100]
  await emptyMarket(market)
  const deadlocks = await countDeadlocks(market)
  const took: number[] = []
  const found: string[] = []
  // The first rounds are thrown away, as no product in use is cold.
  for (let round = -warmUps; round < rounds; round++) {
    const number = round + warmUps
    const place: Place = {
      shopId: market.raceShops[number % market.raceShops.length] ?? 0,
      days: daysOf(market, Math.floor(number / market.raceShops.length)),
    }
    const staged = await kind.stage(market, place)
    const before = await market.outside.counts()
    const { told, ms } = await burst.send(staged.requests)
    const after = await market.outside.counts()
    const asked = holdsIn(after) - holdsIn(before)
    found.push(...(await judge(market, place, kind, staged, told)))
    if (asked > 1) found.push(`${kind.name}: the card provider was asked for ${asked} holds`)
    if (round >= 0) took.push(ms)
  }
  const locked = (await countDeadlocks(market)) - deadlocks
  for (const sentence of found.slice(0, 5)) bench.say(sentence)
  const what = `50 callers, ${kind.name}, ${rounds} rounds`
  return [
    mustBe(
      `${what}: sold once, nobody sees a failure, no deadlock`,
      `${found.length} faults, ${locked} deadlocks`,
      found.length === 0 && locked === 0,
    ),
    atMost(25, {
      what: `${what}: median of a round`,
      figure: `${inWords(median(took))} ms`,
      value: median(took),
    }),
    atMost(150, {
      what: `${what}: 99 in 100 rounds take at most`,
      figure: `${inWords(percentile(took, 0.99))} ms`,
      value: percentile(took, 0.99),
    }),
  ]
}

function daysOf({ days }: Market, turn: number): [string, string] {
  return [days[2 * turn] ?? '', days[2 * turn + 1] ?? '']
}

function holdsIn({ calls }: { calls: Record<string, number> }): number {
  return calls['/v1/payment_intents'] ?? 0
}

/** Fifty people at once for what one can have. */
export async function measureRaces(bench: Bench): Promise<Line[]> {
  const market = await marketOf(bench, poolSize)
  await market.outside.delay(0)
  const burst = openBurst(market.server.url)
  try {
    const lines: Line[] = []
    for (const kind of raceKinds) lines.push(...(await runKind(bench, market, burst, kind)))
    return lines
  } finally {
    burst.close()
  }
}
