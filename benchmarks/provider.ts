import { availableParallelism } from 'node:os'
import { startBare } from './bare.ts'
import type { Bench } from './bench.ts'
import { requireBooked } from './booking-floor.ts'
import { drawStatement, listBookingSteps, splitAtProvider } from './booking-statements.ts'
import { measureBookings, poolSize, processorTimeOf, type Figures } from './booking.ts'
import { openBurst } from './burst.ts'
import { atLeast, inWords, mustBe, shown, type Line } from './line.ts'
import { emptyMarket, marketOf, orderOf, type Market } from './market.ts'
import { inTurns, median } from './measure.ts'
import type { Server } from './product.ts'
import { runLoad, steadyRateOf } from './run-load.ts'

export const delayMs = 200
export const callers = 128

/** So long that a machine which is too slow for all of them at `delayMs` has time to spare: what is missing here is not its speed. */
const longDelayMs = 400

/** A server over the market that does nothing but book, by the product's own statements. */
function openBareBooker(bench: Bench, market: Market): Promise<Server> {
  return bench.once('bare booker', async () => {
    const steps = await listBookingSteps(bench, market)
    const booking = {
      draw: drawStatement(steps, '$1'),
      ...splitAtProvider(steps),
      providerUrl: market.outside.providerUrl,
    }
    return startBare(bench, { databaseUrl: market.databaseUrl, booking, poolSize })
  })
}

/** How many that server books in a second, each of which is then there. */
async function measureBareBookings(
  bench: Bench,
  { market, bare, seconds }: { market: Market; bare: Server; seconds: number },
): Promise<number> {
  await emptyMarket(market)
  const requests = market.slots.slice(0, seconds * 3000).map(({ n }) => ({
    method: 'POST' as const,
    path: '/book',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ n }),
    expects: 201,
  }))
  const result = await runLoad(bench, { urls: [bare.url], callers, requests, seconds, windowSeconds: 1 })
  await requireBooked(market, result.statuses[201] ?? 0)
  return steadyRateOf(result, seconds)
}

/** Books while the provider takes so long, by the product and by the bare server, if there is one, in turns: the medians of both, and each round of the product. */
async function measureWaiting(bench: Bench, market: Market, waitMs: number, bare: Server | null) {
  const seconds = bench.quick ? 3 : 10
  const own: Figures[] = []
  const bookOwn = async () => {
    const figures = await measureBookings(bench, market, callers, seconds)
    own.push(figures)
    return figures.steadyRate
  }
  const bookBare = bare ? [() => measureBareBookings(bench, { market, bare, seconds })] : []
  await market.outside.delay(waitMs)
  try {
    const [rates, floors] = await inTurns(bench.quick ? 1 : 3, [bookOwn, ...bookBare])
    return { own, rate: median(rates), floor: floors ? median(floors) : null }
  } finally {
    await market.outside.delay(0)
  }
}

const at = (waitMs: number) =>
  `bookings, the card provider at ${waitMs} ms, ${callers} callers, ${poolSize} connections`

/** Against what callers who only wait for the provider would book. */
function compareWithWaiting(rate: number, waitMs: number) {
  const most = (callers * 1000) / waitMs
  return {
    what: `${at(waitMs)}, against the ${most} that it allows`,
    figure: `${inWords(rate)}/s = ${inWords(rate / most)}`,
    value: rate / most,
  }
}

/** Nothing of the product's own is held while the card provider thinks: as many are booked as there are callers who wait for it. */
async function measureSlowProvider(bench: Bench, market: Market): Promise<Line[]> {
  await measureBookings(bench, market, callers, 2)
  const bare = bench.quick ? null : await openBareBooker(bench, market)
  if (bare) await measureBareBookings(bench, { market, bare, seconds: 2 })
  const { own, rate, floor } = await measureWaiting(bench, market, delayMs, bare)
  const lines = [atLeast(0.9, compareWithWaiting(rate, delayMs))]
  if (floor !== null) {
    lines.push(
      shown(
        `${at(delayMs)}, against a bare fastify + pg that runs the same statements and asks the same provider`,
        `${inWords(rate)}/s against ${inWords(floor)}/s = ${inWords(rate / floor)}`,
        rate / floor,
      ),
    )
  }
  const used = processorTimeOf(own)
  if (used) {
    const most = (availableParallelism() * 1000) / used.sumMs
    lines.push(
      shown(
        'processor time of a booking then, and what the processors give if nobody else wants them',
        `${used.inWords}: ${inWords(most)}/s`,
        most,
      ),
    )
  }
  if (bench.quick) return lines
  const longer = await measureWaiting(bench, market, longDelayMs, null)
  const { what, figure, value } = compareWithWaiting(longer.rate, longDelayMs)
  return [...lines, shown(what, figure, value)]
}

/** An appointment that fifty capture in one moment. */
async function measureCaptures(market: Market): Promise<Line> {
  await emptyMarket(market)
  const [slot] = market.slots
  if (!slot) throw new Error('the market has no times')
  const { method, path, headers, body = null } = orderOf(market, slot)
  const booked = await fetch(`${market.server.url}${path}`, { method, headers, body })
  const { id } = (await booked.json()) as { id: string }
  const capture = {
    method: 'POST',
    path: `/api/admin/appointments/${id}/capture`,
    headers: { cookie: market.administrator, 'content-type': 'application/json' },
  } as const
  const burst = openBurst(market.server.url)
  await market.outside.delay(50)
  try {
    const asked = async () => (await market.outside.counts()).calls['/v1/payment_intents/:id/capture'] ?? 0
    const before = await asked()
    const { told, ms } = await burst.send(Array.from({ length: 50 }, () => capture))
    const calls = (await asked()) - before
    const done = told.filter(({ status }) => status === 200).length
    const others = [...new Set(told.map(({ status }) => status))].join(', ')
    return mustBe(
      'fifty captures at once: one call to the card provider, and everybody is told that it is charged',
      `${calls} ${calls === 1 ? 'call' : 'calls'}, ${done} of 50 told so (${others}) in ${inWords(ms)} ms`,
      calls === 1 && done === told.length,
    )
  } finally {
    await market.outside.delay(0)
    burst.close()
  }
}

export async function measureProvider(bench: Bench): Promise<Line[]> {
  const market = await marketOf(bench, poolSize)
  return [...(await measureSlowProvider(bench, market)), await measureCaptures(market)]
}
