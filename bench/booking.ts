import type { Bench } from './bench.ts'
import { openBookingFloor } from './booking-floor.ts'
import { atLeast, compare, ratioOf, type Figure } from './figures.ts'
import { runLoad, type Rate } from './http-client.ts'
import { openMarket, orderFor, type Market } from './market.ts'
import { recordBooking } from './record-booking.ts'

const callers = 8
const seconds = 4

type Counts = { booked: number; live: number; mails: number }

/** Runs bookings and answers their rate. Throws unless each left an appointment, a live hold and a mail. */
async function requireBooked({ pool }: Market, run: () => Promise<Rate>): Promise<number> {
  const count = async (): Promise<Counts[]> => {
    const { rows } = await pool.query<Counts>(
      `select (select count(*)::integer from appointments where state = 'booked') as booked,
        (select count(*)::integer from holds where status = 'live') as live,
        (select count(*)::integer from outbox where kind = 'appointment_confirmed') as mails`,
    )
    return rows
  }
  const [before] = await count()
  const rate = await run()
  const [after] = await count()
  for (const name of ['booked', 'live', 'mails'] as const) {
    const added = (after?.[name] ?? 0) - (before?.[name] ?? 0)
    if (added === 0 || added !== rate.count) throw new Error(`${rate.count} bookings left ${added} ${name}`)
  }
  return rate.perSecond
}

/** Books over HTTP and answers the rate per second. */
export function bookOverHttp(market: Market, callers: number, seconds: number): Promise<number> {
  const { server, customers } = market
  let number = 0
  const next = () => orderFor(customers[number++ % customers.length] ?? '', market.nextSlot())
  return requireBooked(market, () => runLoad({ url: server.url, callers, seconds, status: 201, next }))
}

/** Bookings per second with a card provider at 0 ms, against the database alone with the same statements. */
export async function measureBooking(bench: Bench): Promise<Figure[]> {
  const market = await openMarket(bench)
  const booking = await recordBooking(bench, market)
  const floor = await openBookingFloor(bench, market, booking)
  const measureOwn = () => bookOverHttp(market, callers, seconds)
  await measureOwn()
  const [own, bare] = await compare(5, measureOwn, () => requireBooked(market, () => floor.book(seconds)))
  const subject = `bookings, ${callers} callers, card provider at 0 ms`
  const against = `${floor.name} with the same ${booking.statements.length} statements`
  return [atLeast(0.25, `${subject}, against ${against}`, own / bare, ratioOf(own, bare, 'a second'))]
}
