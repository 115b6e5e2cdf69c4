import { isDeepStrictEqual } from 'node:util'
import type { Bench } from './bench.ts'
import { atLeast, compare, ratioOf, type Figure } from './figures.ts'
import { runLoad } from './http-client.ts'
import { openMarket } from './market.ts'
import { startBareServer } from './servers.ts'

const callers = 8
const seconds = 4

/** Free times of one day per second, against a bare server that answers the same from one query. */
export async function measureAvailability(bench: Bench): Promise<Figure[]> {
  const { server, databaseUrl, busy } = await openMarket(bench)
  const bare = await startBareServer(bench, databaseUrl)
  const query = `date=${busy.day}&shopId=${busy.shopId}&productId=2`
  const own = { url: server.url, path: `/api/appointments/availability?${query}` }
  const floor = { url: bare.url, path: `/day?${query}` }
  try {
    const answers = await Promise.all(
      [own, floor].map(async ({ url, path }) => (await fetch(url + path)).json()),
    )
    const slots = answers[0] as { available: boolean }[]
    const isMixed = slots.some(({ available }) => available) && slots.some(({ available }) => !available)
    if (!isMixed || !isDeepStrictEqual(answers[0], answers[1]))
      throw new Error(`different free times: ${JSON.stringify(answers)}`)
    const measure = async ({ url, path }: typeof own) =>
      (await runLoad({ url, callers, seconds, status: 200, next: () => ({ path }) })).perSecond
    await compare(
      1,
      () => measure(own),
      () => measure(floor),
    )
    const [rate, floorRate] = await compare(
      5,
      () => measure(own),
      () => measure(floor),
    )
    return [
      atLeast(
        0.9,
        `free times of a day, ${callers} callers, against a bare fastify + pg`,
        rate / floorRate,
        ratioOf(rate, floorRate, 'a second'),
      ),
    ]
  } finally {
    bare.close()
  }
}
