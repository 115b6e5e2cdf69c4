import { availableParallelism } from 'node:os'
import type { Bench } from './bench.ts'
import { measureBookings, poolSize, processorTimeOf, type Figures } from './booking.ts'
import { openBurst } from './burst.ts'
import { atLeast, inWords, mustBe, shown, type Line } from './line.ts'
import { emptyMarket, marketOf, orderOf, type Market } from './market.ts'
import { median } from './measure.ts'

export const delayMs = 200
export const callers = 128

/** So long that a machine which is too slow for all of them at `delayMs` has time to spare: what is missing here is not its speed. */
const longDelayMs = 400

/** Bookings a second while the provider takes so long, against what callers who only wait for it would book. */
async function compareWithWaiting(bench: Bench, market: Market, waitMs: number) {
  await market.outside.delay(waitMs)
  try {
    const rounds: Figures[] = []
    for (let round = 0; round < (bench.quick ? 1 : 3); round++)
      rounds.push(await measureBookings(bench, market, callers, bench.quick ? 3 : 10))
    const rate = median(rounds.map(({ steadyRate }) => steadyRate))
    const most = (callers * 1000) / waitMs
    const compared = {
      what: `bookings, the card provider at ${waitMs} ms, ${callers} callers, ${poolSize} connections, against the ${most} that it allows`,
      figure: `${inWords(rate)}/s = ${inWords(rate / most)}`,
      value: rate / most,
    }
    return { rounds, compared }
  } finally {
    await market.outside.delay(0)
  }
}

/** Nothing of the product's own is held while the card provider thinks: as many are booked as there are callers who wait for it. */
async function measureSlowProvider(bench: Bench, market: Market): Promise<Line[]> {
  await measureBookings(bench, market, callers, 2)
  const { rounds, compared } = await compareWithWaiting(bench, market, delayMs)
  const lines = [atLeast(0.9, compared)]
  const used = processorTimeOf(rounds)
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
  const longer = await compareWithWaiting(bench, market, longDelayMs)
  return [...lines, shown(longer.compared.what, longer.compared.figure, longer.compared.value)]
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
