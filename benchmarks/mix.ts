import { orderOf, type Market } from './market.ts'
import type { Asked } from './run-load.ts'

/**
 * What a product in use is asked, in a fixed order: of fifty requests thirty-four look at a day, six at ten days, five at an own list, four at
 * Appointment Management, and one books.
 */
export function listMix(market: Market, count: number): Asked[] {
  const { customers, administrator, slots, days } = market
  // The one whose list is asked for books nothing, so that the list stays as long as it is.
  const reader = customers[0] ?? ''
  const buyers = { customers: customers.slice(1) }
  const get = (path: string, cookie?: string): Asked => ({
    method: 'GET',
    path,
    headers: cookie === undefined ? {} : { cookie },
    expects: 200,
  })
  const day = (n: number, suffix = '') => {
    const shopId = slots[(n * 7) % slots.length]?.shopId
    return get(
      `/api/appointments/availability?date=${days[n % days.length]}&shopId=${shopId}&productId=1${suffix}`,
    )
  }
  let booked = 0
  return Array.from({ length: count }, (_, n): Asked => {
    const turn = n % 50
    const slot = slots[booked]
    if (turn === 0 && slot) {
      booked++
      return orderOf(buyers, slot)
    }
    if (turn % 8 === 1) return day(n, '&days=10')
    if (turn % 10 === 5) return get('/api/appointments/user/all', reader)
    if (turn % 12 === 3) return get('/api/admin/appointments?limit=50', administrator)
    return day(n)
  })
}
