import type { Bench } from './bench.ts'
import { weighPage } from './landing-weight.ts'
import { atMost, inWords, type Line } from './line.ts'
import { outsideOf } from './outside.ts'
import { createDatabase, startServer } from './product.ts'

/** What a browser loads for the landing page. */
export async function measureWeight(bench: Bench): Promise<Line[]> {
  const databaseUrl = await createDatabase(bench, 'weight')
  const server = await startServer(bench, { name: 'weight', databaseUrl, outside: await outsideOf(bench) })
  try {
    const landing = await weighPage(`${server.url}/`)
    const kilobytes = landing.gzippedBytes / 1000
    return [
      atMost(80, {
        what: 'JavaScript of the landing page, gzipped',
        figure: `${inWords(kilobytes)} kB`,
        value: kilobytes,
      }),
      atMost(0, {
        what: "card provider's scripts on the landing page",
        figure: String(landing.foreignScripts.length),
        value: landing.foreignScripts.length,
      }),
    ]
  } finally {
    await server.close()
  }
}
