import { startBare } from './bare.ts'
import type { Bench } from './bench.ts'
import { atMost, inWords, type Line } from './line.ts'
import { inTurns, median } from './measure.ts'
import { outsideOf } from './outside.ts'
import { createDatabase, startServer, type Server } from './product.ts'

/** Milliseconds from the start of a process to its first answer that all is there. */
async function measureStart(start: () => Promise<Server>): Promise<number> {
  const began = performance.now()
  const server = await start()
  const took = performance.now() - began
  await server.close()
  return took
}

/** Start to ready over a database that is there already, against a bare fastify + pg over the same. */
export async function measureStarts(bench: Bench): Promise<Line[]> {
  const databaseUrl = await createDatabase(bench, 'start')
  const outside = await outsideOf(bench)
  const startOwn = () => startServer(bench, { name: 'start', databaseUrl, outside })
  const startFloor = () => startBare(bench, { databaseUrl })
  // The first start makes the administrator; the floor's first builds it.
  for (const start of [startOwn, startFloor]) await (await start()).close()
  const [own, bare] = await inTurns(bench.quick ? 1 : bench.rounds, [
    () => measureStart(startOwn),
    () => measureStart(startFloor),
  ])
  const ratio = median(own) / median(bare)
  return [
    atMost(3, {
      what: 'start to ready, against a bare fastify + pg',
      figure: `${inWords(median(own))} ms against ${inWords(median(bare))} ms = ${inWords(ratio)}`,
      value: ratio,
    }),
  ]
}
