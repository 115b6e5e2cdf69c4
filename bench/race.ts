import type { Bench } from './bench.ts'
import { atMost, format, percentile, type Figure } from './figures.ts'
import { openConnection } from './http-client.ts'
import { openMarket, orderFor } from './market.ts'

const callers = 50
const warmUpRounds = 5
const rounds = 100

/** Callers who order the same time of one bay in the same moment: one is sold, all others get 409. */
export async function measureRace(bench: Bench): Promise<Figure[]> {
  const { server, pool, raceShops, days, customers } = await openMarket(bench)
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(server.url)))
  const roundMs: number[] = []
  let faults = 0
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const shopId = raceShops[round % raceShops.length] ?? 0
    const slot = { shopId, day: days[Math.floor(round / raceShops.length)] ?? '', hour: 9 }
    const orders = connections.map((_, index) => orderFor(customers[index % customers.length] ?? '', slot))
    const holdsBefore = bench.provider.holdCount()
    const begin = performance.now()
    const responses = await Promise.all(
      connections.map((connection, index) => connection.send(orders[index] ?? { path: '/' })),
    )
    if (round >= warmUpRounds) roundMs.push(performance.now() - begin)
    const countOf = (status: number) => responses.filter((response) => response.status === status).length
    const { rowCount } = await pool.query(
      `select from appointments where shop_id = $1 and starts_at::date = $2 and state in ('claimed', 'booked')`,
      [shopId, slot.day],
    )
    const holds = bench.provider.holdCount() - holdsBefore
    if (countOf(201) !== 1 || countOf(409) !== callers - 1 || rowCount !== 1 || holds !== 1) faults++
  }
  for (const connection of connections) connection.close()
  const longest = percentile(roundMs, 0.99)
  return [
    atMost(0, `${callers} callers, one time, ${rounds} rounds: rounds not sold exactly once`, faults),
    atMost(250, '99 % of these rounds take at most', longest, `${format(longest)} ms`),
  ]
}
