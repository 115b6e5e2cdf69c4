import type { Bench } from './bench.ts'
import { measureBookings, poolSize } from './booking.ts'
import { atMost, inWords, notRun, type Line } from './line.ts'
import { emptyMarket, marketOf } from './market.ts'
import { listMix } from './mix.ts'
import { isProcessorTimeKnown, memoryOf } from './processor-time.ts'
import { runLoad } from './run-load.ts'

/** What the server holds after bookings, races, mails and whatever else this run asked of it, and a mix of everything on top. */
export async function measureMemory(bench: Bench): Promise<Line[]> {
  if (!isProcessorTimeKnown) return [notRun('memory', 'this system does not say what a process holds')]
  const market = await marketOf(bench, poolSize)
  await measureBookings(bench, market, 32, bench.seconds)
  await emptyMarket(market)
  await runLoad(bench, {
    urls: [market.server.url],
    callers: 32,
    requests: listMix(market, 30_000),
    seconds: bench.quick ? 1 : 15,
  })
  const megabytes = memoryOf(market.server.pid) / 1024
  await emptyMarket(market)
  return [
    atMost(150, {
      what: 'memory of the server after all of it',
      figure: `${inWords(megabytes)} MB resident`,
      value: megabytes,
    }),
  ]
}
