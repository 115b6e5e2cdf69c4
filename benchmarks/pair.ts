import type { Bench } from './bench.ts'
import { floorOf } from './booking-floor.ts'
import { listBookingSteps } from './booking-statements.ts'
import { measureBookings, poolSize } from './booking.ts'
import { inWords, shown, type Line } from './line.ts'
import { emptyMarket, marketOf, type Market } from './market.ts'
import { inTurns, median } from './measure.ts'
import { memoryOf } from './processor-time.ts'
import { callers as waitingCallers, delayMs } from './provider.ts'

/** What each process of a market holds. */
function heldBy({ processes }: Market): string {
  return processes.map(({ pid }) => inWords(memoryOf(pid) / 1024)).join(' and ')
}

/** What a second process of the product is worth on this machine: one and two book in turns, with as many connections together. */
export async function measurePair(bench: Bench): Promise<Line[]> {
  const markets = [await marketOf(bench, poolSize), await marketOf(bench, poolSize / 2, 2)]
  const [first] = markets
  if (!first) throw new Error('there is no market')
  await first.outside.delay(0)
  const floor = await floorOf(bench, {
    market: first,
    steps: await listBookingSteps(bench, first),
    clients: poolSize,
  })
  const booked = (callers: number) =>
    markets.map((market) => async () => (await measureBookings(bench, market, callers, bench.seconds)).rate)
  const lines: Line[] = []
  for (const callers of [8, 32]) {
    for (const market of markets) await measureBookings(bench, market, callers, 2)
    const [floors = [], ...rates] = await inTurns(bench.rounds, [
      async () => {
        await emptyMarket(first)
        return floor.measure(bench.seconds)
      },
      ...booked(callers),
    ])
    const most = median(floors)
    lines.push(
      shown(
        `bookings over HTTP by one / two processes, ${callers} callers, against ${floor.name}, ${poolSize} connections together`,
        `${rates.map((own) => inWords(median(own))).join(' / ')} of ${inWords(most)} a second = ${rates.map((own) => inWords(median(own) / most)).join(' / ')}`,
      ),
    )
  }
  await first.outside.delay(delayMs)
  try {
    const rates = await inTurns(bench.quick ? 1 : 3, booked(waitingCallers))
    lines.push(
      shown(
        `the same with the card provider at ${delayMs} ms, ${waitingCallers} callers`,
        `${rates.map((own) => inWords(median(own))).join(' / ')} a second`,
      ),
    )
  } finally {
    await first.outside.delay(0)
  }
  lines.push(shown('what each process then holds', `${markets.map(heldBy).join(' / ')} MB`))
  return lines
}
