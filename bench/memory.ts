import { bookOverHttp } from './booking.ts'
import type { Bench } from './bench.ts'
import { atMost, format, type Figure } from './figures.ts'
import { runLoad } from './http-client.ts'
import { openMarket } from './market.ts'
import { residentMbOf } from './processor-time.ts'
import { signUpCustomer } from './servers.ts'

const callers = 32
const seconds = 10

/**
 * Resident memory of the server after availability, booking, race and, on top, bookings and reads by 32
 * callers.
 */
export async function measureMemory(bench: Bench): Promise<Figure[]> {
  const market = await openMarket(bench)
  const { server, administrator, busy } = market
  // A list of a usual length: the customers above have booked hundreds of times.
  const reader = await signUpCustomer(server, 'reader@example.test')
  await bookOverHttp(market, callers, seconds)
  const reads = [
    { path: `/api/appointments/availability?date=${busy.day}&shopId=${busy.shopId}&productId=1&days=10` },
    { path: '/api/appointments/user/all', headers: { cookie: reader } },
    { path: '/api/admin/appointments?limit=50', headers: { cookie: administrator } },
  ]
  let count = 0
  const next = () => reads[count++ % reads.length] ?? { path: '/' }
  await runLoad({ url: server.url, callers, seconds, status: 200, next })
  const megabytes = residentMbOf(server.pid)
  return [
    atMost(
      200,
      'memory of the server process after all of it',
      megabytes,
      `${format(megabytes)} MB resident`,
    ),
  ]
}
