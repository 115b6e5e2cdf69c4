import type { Bench } from './bench.ts'
import { floorOf, requireBooked } from './booking-floor.ts'
import { listBookingSteps, loadRecorder } from './booking-statements.ts'
import { atLeast, inWords, shown, type Line } from './line.ts'
import { emptyMarket, marketOf, orderOf, type Market } from './market.ts'
import { inTurns, median } from './measure.ts'
import { isProcessorTimeKnown, processorTimeFor } from './processor-time.ts'
import { rateOf, runLoad, steadyRateOf } from './run-load.ts'

/** As many as the floor's clients. */
export const poolSize = 8

export type Figures = { rate: number; steadyRate: number; serverMs: number; databaseMs: number }

/** Books for so many seconds and gives the bookings in one, each of which is then there. */
export async function measureBookings(
  bench: Bench,
  market: Market,
  callers: number,
  seconds: number,
): Promise<Figures> {
  await emptyMarket(market)
  const requests = market.slots.slice(0, seconds * 3000).map((slot) => orderOf(market, slot))
  let made = 0
  let [rate, steadyRate] = [0, 0]
  const pids = market.processes.map(({ pid }) => pid)
  const urls = market.processes.map(({ url }) => url)
  const used = await processorTimeFor({ pids, pool: market.pool }, async () => {
    const result = await runLoad(bench, { urls, callers, requests, seconds, windowSeconds: 1 })
    made = result.statuses[201] ?? 0
    rate = rateOf(result)
    steadyRate = steadyRateOf(result, seconds)
  })
  await requireBooked(market, made)
  return { rate, steadyRate, serverMs: used.server / made, databaseMs: used.database / made }
}

/** What a booking took of the processors, the median of several rounds in milliseconds; null where the system does not say. */
export function processorTimeOf(rounds: readonly Figures[]): { inWords: string; sumMs: number } | null {
  if (!isProcessorTimeKnown) return null
  const serverMs = median(rounds.map((figures) => figures.serverMs))
  const databaseMs = median(rounds.map((figures) => figures.databaseMs))
  return {
    inWords: `${inWords(serverMs)} ms in the server, ${inWords(databaseMs)} ms in the database`,
    sumMs: serverMs + databaseMs,
  }
}

/** What a booking is measured with: the market, and what the product asks for one. */
export async function prepareBooking(bench: Bench) {
  const [market] = await Promise.all([marketOf(bench, poolSize), loadRecorder()])
  await market.outside.delay(0)
  return { market, steps: await listBookingSteps(bench, market) }
}

/** Bookings over HTTP with a card provider that answers at once, against the database alone doing the same. */
export async function measureBooking(bench: Bench): Promise<Line[]> {
  const { market, steps } = await prepareBooking(bench)
  const floor = await floorOf(bench, { market, steps, clients: poolSize })
  const lines: Line[] = [
    shown('what a booking asks the database', `${steps.length} statements, one after another`, steps.length),
    shown(
      'whether the server and its floor go before the database where both want a processor',
      market.processes.every((server) => server.hasPrecedence) ? 'yes' : 'no: the system does not let them',
      Number(market.processes.every((server) => server.hasPrecedence)),
    ),
  ]
  for (const callers of bench.quick ? [32] : [8, 32]) {
    await measureBookings(bench, market, callers, 1)
    const own: Figures[] = []
    const [, floors] = await inTurns(bench.rounds, [
      async () => {
        own.push(await measureBookings(bench, market, callers, bench.seconds))
        return 0
      },
      async () => {
        await emptyMarket(market)
        return floor.measure(bench.seconds)
      },
    ])
    const rate = median(own.map((figures) => figures.rate))
    const ratio = rate / median(floors)
    lines.push(
      atLeast(0.45, {
        what: `bookings over HTTP, ${callers} callers, the card provider at 0 ms, against ${floor.name}, ${poolSize} connections each`,
        figure: `${inWords(rate)}/s against ${inWords(median(floors))}/s = ${inWords(ratio)}`,
        value: ratio,
      }),
    )
    const used = processorTimeOf(own)
    if (used) lines.push(shown(`processor time of a booking, ${callers} callers`, used.inWords, used.sumMs))
  }
  return lines
}
