import type { Bench } from './bench.ts'
import { atMost, compare, ratioOf, type Figure } from './figures.ts'
import { createDatabase, startBareServer, startProduct, type Server } from './servers.ts'

async function measureStart(start: () => Promise<Server>): Promise<number> {
  const begin = performance.now()
  const server = await start()
  const ms = performance.now() - begin
  server.close()
  return ms
}

/** From the start of the process to its first successful /readyz, over a database that is migrated. */
export async function measureStarts(bench: Bench): Promise<Figure[]> {
  const { databaseUrl } = await createDatabase(bench, 'start')
  const startOwn = () => measureStart(() => startProduct(bench, databaseUrl))
  const startBare = () => measureStart(() => startBareServer(bench, databaseUrl))
  // Warm-up: the first start also creates the administrator.
  await startOwn()
  await startBare()
  const [own, bare] = await compare(5, startOwn, startBare)
  return [atMost(3, 'start until ready, against a bare server', own / bare, ratioOf(own, bare, 'ms'))]
}
