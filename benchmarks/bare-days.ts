import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { bookingWindow, isDayInWindow } from '../contract/slots/booking-window.ts'
import { listFreeSlots } from '../contract/slots/free-slots.ts'
import { addDays, parseTimeOfDay, weekdayOf } from '../contract/time.ts'

type Row = {
  asked: number
  time_zone: string
  opens_at: string | null
  closes_at: string | null
  bay_ids: number[]
  busy: [bayId: number, from: number, to: number][] | null
  duration_minutes: number
}
type Asked = { date: string; shopId: number; productId: number; days: number }

const slots = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      time: { type: 'string' },
      displayTime: { type: 'string' },
      available: { type: 'boolean' },
      reason: { type: 'string' },
    },
  },
} as const
const days = {
  type: 'array',
  items: { type: 'object', properties: { date: { type: 'string' }, slots } },
} as const
const querystring = {
  type: 'object',
  properties: {
    date: { type: 'string' },
    shopId: { type: 'integer' },
    productId: { type: 'integer' },
    days: { type: 'integer', default: 1 },
  },
  required: ['date', 'shopId', 'productId'],
} as const

function slotsOf(row: Row, day: string) {
  const { time_zone: zone, opens_at: opens, closes_at: closes } = row
  const shopDay = {
    day,
    zone,
    bookable: isDayInWindow(day, bookingWindow(Date.now(), zone)),
    hours:
      opens === null || closes === null
        ? null
        : { opens: parseTimeOfDay(opens.slice(0, 5)) ?? 0, closes: parseTimeOfDay(closes.slice(0, 5)) ?? 0 },
    bays: row.bay_ids.map((id) =>
      (row.busy ?? []).filter(([bayId]) => bayId === id).map(([, from, to]) => ({ from, to })),
    ),
  }
  return listFreeSlots(shopDay, row.duration_minutes)
}

/** The product's questions for free times with its own statements, one question to the database for each request. */
export function registerDays(
  app: FastifyInstance,
  pool: Pool,
  statements: { one: string; many: string },
): void {
  app.get<{ Querystring: Asked }>(
    '/day',
    { schema: { querystring, response: { 200: slots } } },
    async (request) => {
      const { date, shopId, productId } = request.query
      const values = [shopId, date, weekdayOf(date), productId, null]
      const { rows } = await pool.query<Row>({ name: 'one', text: statements.one, values })
      const [row] = rows
      if (!row) throw new Error('there is no such shop')
      return slotsOf(row, date)
    },
  )
  app.get<{ Querystring: Asked }>(
    '/days',
    { schema: { querystring, response: { 200: days } } },
    async (request) => {
      const { date, shopId, productId, days: count } = request.query
      const dates = Array.from({ length: count }, (_, index) => addDays(date, index))
      const values = [
        dates.map(() => shopId),
        dates,
        dates.map(weekdayOf),
        dates.map(() => productId),
        dates.map(() => null),
      ]
      const { rows } = await pool.query<Row>({ name: 'many', text: statements.many, values })
      return rows
        .sort((a, b) => a.asked - b.asked)
        .map((row, index) => ({ date: dates[index] ?? '', slots: slotsOf(row, dates[index] ?? '') }))
    },
  )
}
