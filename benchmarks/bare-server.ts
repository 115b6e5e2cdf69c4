import { fastify } from 'fastify'
import { Pool } from 'pg'
import type { BareBooking } from './bare-bookings.ts'

/**
 * What a server costs that does nothing but ask the database and answer: no log, no sessions, no headers. A process of its own,
 * built as the product is; the floor below which nothing on these parts comes.
 */
const { PORT, DATABASE_URL, POOL_SIZE, DAY_STATEMENTS, BOOKING } = process.env
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE ?? 10) })
const app = fastify()

const status = { type: 'object', properties: { status: { type: 'string' } } } as const
app.get(
  '/empty',
  {
    schema: {
      querystring: { type: 'object', properties: { date: { type: 'string' } }, required: ['date'] },
      response: { 200: status },
    },
  },
  async () => ({ status: 'alive' }),
)
app.get('/readyz', { schema: { response: { 200: status } } }, async () => {
  await pool.query('select 1')
  return { status: 'ready' }
})
if (DAY_STATEMENTS !== undefined) {
  const { registerDays } = await import('./bare-days.ts')
  registerDays(app, pool, JSON.parse(DAY_STATEMENTS) as { one: string; many: string })
}
if (BOOKING !== undefined) {
  const { registerBookings } = await import('./bare-bookings.ts')
  registerBookings(app, pool, JSON.parse(BOOKING) as BareBooking)
}

process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(PORT), host: 'localhost' })
