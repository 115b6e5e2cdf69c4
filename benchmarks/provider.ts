import type { Bench } from './bench.ts'
import { measureBookings, poolSize } from './booking.ts'
import { openBurst } from './burst.ts'
import { atLeast, inWords, mustBe, type Line } from './line.ts'
import { emptyMarket, marketOf, orderOf, type Market } from './market.ts'
import { median } from './measure.ts'

export const delayMs = 200
export const callers = 128
const mostPerSecond = (callers * 1000) / delayMs

/** Nothing of the product's own is held while the card provider thinks: as many are booked as there are callers who wait for it. */
async function measureSlowProvider(bench: Bench, market: Market): Promise<Line> {
  const rates: number[] = []
  await measureBookings(bench, market, callers, 2)
  await market.outside.delay(delayMs)
  try {
    for (let round = 0; round < (bench.quick ? 1 : 3); round++)
      rates.push((await measureBookings(bench, market, callers, bench.quick ? 3 : 10)).steadyRate)
  } finally {
    await market.outside.delay(0)
  }
  const ratio = median(rates) / mostPerSecond
  return atLeast(0.9, {
    what: `bookings, the card provider at ${delayMs} ms, ${callers} callers, ${poolSize} connections, against the ${mostPerSecond} that it allows`,
    figure: `${inWords(median(rates))}/s = ${inWords(ratio)}`,
    value: ratio,
  })
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
  return [await measureSlowProvider(bench, market), await measureCaptures(market)]
}
