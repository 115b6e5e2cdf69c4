import type { Bench } from './bench.ts'
import { poolSize } from './booking.ts'
import { atMost, inWords, notRun, shown, type Line } from './line.ts'
import { emptyMarket, marketOf, resumeMails } from './market.ts'
import { percentile } from './measure.ts'
import { listMix } from './mix.ts'
import { isProcessorTimeKnown, memoryOf } from './processor-time.ts'
import { rateOf, runLoad } from './run-load.ts'

/** Of what the server can take. */
const share = 0.6

/** Minutes of a mix of everything, mails among it, at six tenths of what the server can take. */
export async function measureSoak(bench: Bench): Promise<Line[]> {
  if (!isProcessorTimeKnown) return [notRun('soak', 'this system does not say what a process holds')]
  const [minutes, unit] = bench.quick ? [3, 'second'] : [5, 'minute']
  const windowSeconds = bench.quick ? 1 : 60
  const market = await marketOf(bench, poolSize)
  await emptyMarket(market)
  await resumeMails(market)
  const { url, pid } = market.server
  const peak = rateOf(
    await runLoad(bench, {
      urls: [url],
      callers: 16,
      requests: listMix(market, 100_000),
      seconds: bench.quick ? 1 : 15,
    }),
  )
  await emptyMarket(market)
  const perSecond = Math.max(10, Math.floor(peak * share))
  const requests = listMix(market, Math.ceil(perSecond * windowSeconds * minutes))
  const memories: number[] = []
  const looking = setInterval(() => memories.push(memoryOf(pid) / 1024), windowSeconds * 100)
  const { windows } = await runLoad(bench, {
    urls: [url],
    callers: 64,
    requests,
    seconds: windowSeconds * minutes,
    perSecond,
    windowSeconds,
  }).finally(() => clearInterval(looking))
  const waits = windows.slice(0, minutes).map((one) => percentile(one, 0.99))
  const [first = Number.NaN, ...later] = waits
  const worst = Math.max(...later)
  const firstWindow = memories.slice(0, 10)
  const lastWindow = memories.slice(-10)
  const growth =
    (100 * (percentile(lastWindow, 0.5) - percentile(firstWindow, 0.5))) / percentile(firstWindow, 0.5)
  const what = `${minutes} ${unit}s of everything at ${perSecond} requests a second`
  const waited = {
    what: `${what}: what 99 in 100 wait at most, the worst ${unit} against the first`,
    figure: `${waits.map(inWords).join(' / ')} ms = ${inWords(worst / first)}`,
    value: worst / first,
  }
  const held = {
    what: `${what}: memory, the last ${unit} against the first`,
    figure: `${inWords(percentile(firstWindow, 0.5))} MB, then ${growth < 0 ? '' : '+'}${inWords(growth)} %`,
    value: growth,
  }
  // What a machine does beside it shows in seconds; it is the minutes that are asked for.
  if (bench.quick)
    return [shown(waited.what, waited.figure, waited.value), shown(held.what, held.figure, held.value)]
  return [atMost(1.3, waited), atMost(5, held)]
}
