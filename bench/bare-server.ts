import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { Pool } from 'pg'

/**
 * The floor: a server without sessions, log or security headers. It answers the free times of one day from
 * one indexed query, and serves one static document.
 */
const { PORT, DATABASE_URL, PAGE } = process.env
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 })
const app = fastify()

app.get('/readyz', async () => {
  await pool.query('select 1')
  return { status: 'ready' }
})

const dayQuery = `
  select extract(epoch from $2::date::timestamp at time zone s.time_zone)::integer as midnight,
    extract(epoch from h.closes_at) / 3600 as closes,
    (select duration_minutes / 60.0 from packages where id = $3) as hours,
    (select array_agg(id) from bays where shop_id = s.id and in_use) as bays,
    (select json_agg(json_build_array(bay_id, extract(epoch from starts_at), extract(epoch from ends_at)))
      from appointments where shop_id = s.id and state in ('claimed', 'booked', 'completed')
        and starts_at >= ($2::date - 1)::timestamp at time zone s.time_zone
        and starts_at < ($2::date + 1)::timestamp at time zone s.time_zone) as busy
  from shops s join shop_hours h on h.shop_id = s.id and h.weekday = extract(isodow from $2::date) and h.is_open
    and not exists (select from shop_closures where shop_id = s.id and $2::date between first_day and last_day)
  where s.id = $1 and s.status = 'approved'`

type Row = {
  midnight: number
  closes: string
  hours: string
  bays: number[]
  busy: [bayId: number, from: number, to: number][] | null
}
type Query = { date: string; shopId: string; productId: string }

/** The product's answer for a bookable day that opens at 9 and whose clock does not change. */
function slotsOf({ midnight, closes, hours, bays, busy }: Row) {
  return [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => {
    const [from, to] = [midnight + hour * 3600, midnight + (hour + Number(hours)) * 3600]
    const isFree = (bay: number) =>
      (busy ?? []).every(([bayId, begin, end]) => bayId !== bay || end <= from || to <= begin)
    const shown = {
      time: `${hour}:00`,
      displayTime: `${((hour + 11) % 12) + 1}:00 ${hour < 12 ? 'AM' : 'PM'}`,
    }
    const isOver = hour + Number(hours) > Number(closes)
    if (!isOver && bays.some(isFree)) return { ...shown, available: true }
    return { ...shown, available: false, reason: isOver ? 'ends after closing' : 'taken' }
  })
}

app.get<{ Querystring: Query }>('/day', async ({ query: { shopId, date, productId } }) => {
  const { rows } = await pool.query<Row>({ name: 'day', text: dayQuery, values: [shopId, date, productId] })
  return rows.flatMap(slotsOf)
})

const page = PAGE ? readFileSync(PAGE) : Buffer.alloc(0)
app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))

process.on('disconnect', () => process.exit(0))
await app.listen({ port: Number(PORT), host: 'localhost' })
