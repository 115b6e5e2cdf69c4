import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { countHoldHealth } from '../../server/holds/gauges.ts'
import { healthOf, holdSummary } from '../../server/holds/hold-health.ts'
import type { Config } from '../../server/config.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { askingFor } from '../../server/telemetry/request-context.ts'
import { book, orderFor } from '../support/orders.ts'
import { send, signUp, type Person } from '../support/people.ts'
import { scrape, valueOf } from '../support/read-metrics.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { startTraceReceiver } from '../support/trace-receiver.ts'
import { scatterHolds } from '../support/scattered-holds.ts'

const token = 'a-token-for-scrapers'
const callerTrace = '0af7651916cd43dd8448eb211c80319c'
const unwantedTrace = '1af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'
const callOf = 'POST /v1/payment_intents'

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
let world: World
let customer: Person
let appointmentId: string
let booked: { status: number; requestId: string | null }

beforeAll(async () => {
  receiver = await startTraceReceiver()
  world = await startWorld({
    METRICS_TOKEN: token,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    SLOW_QUERY_MS: '40',
  })
  customer = await signUp(world)
  const traceparent = `00-${callerTrace}-${callerSpan}-01`
  const answer = await customer.post('/api/appointments', orderFor(world), { traceparent })
  booked = { status: answer.status, requestId: answer.headers.get('x-request-id') }
  appointmentId = answer.body.id
})
afterAll(async () => {
  await world.stop()
  await receiver.stop()
})

test('requests are counted by route and status, calls and jobs by outcome, and rows of the database as gauges', async () => {
  expect(booked.status).toBe(201)
  await customer.get('/api/appointments/no-such-thing/calendar')
  await send(world, 'GET', '/api/nothing-here?email=casey@example.test')
  const before = (await scrape(world, token)).text
  expect(valueOf(before, 'dashfit_database_up')).toBe(1)
  // The address proof and the confirmation of the booking.
  expect(valueOf(before, 'dashfit_outbox_mails')).toBe(2)
  await world.runJobs()
  const { text } = await scrape(world, token)
  const counted = 'dashfit_http_request_duration_seconds_count'
  expect(valueOf(text, `${counted}{method="POST",route="/api/appointments",status="201"}`)).toBe(1)
  expect(valueOf(text, `${counted}{method="GET",route="/api/appointments/:id/calendar",status="404"}`)).toBe(
    1,
  )
  expect(valueOf(text, `${counted}{method="GET",route="none",status="404"}`)).toBe(1)
  expect(valueOf(text, `dashfit_card_call_duration_seconds_count{call="${callOf}",outcome="2xx"}`)).toBe(1)
  expect(
    valueOf(text, 'dashfit_job_duration_seconds_count{job_name="notifications.send-outbox",outcome="done"}'),
  ).toBe(1)
  expect(valueOf(text, 'dashfit_holds{health="live"}')).toBe(1)
  expect(valueOf(text, 'dashfit_job_lag_seconds{job_name="appointments.keep-holds"}')).toBe(0)
  expect(valueOf(text, 'dashfit_pool_size')).toBe(10)
  expect(valueOf(text, 'dashfit_query_duration_seconds_count')).toBeGreaterThan(10)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  // No personal data: neither URL values nor accounts.
  expect(text).not.toMatch(/example\.test|no-such-thing|nothing-here|[0-9a-f]{8}-[0-9a-f]{4}|pi_|cus_/)
})

test('metrics require the token', async () => {
  expect((await scrape(world)).status).toBe(403)
  expect((await scrape(world, `${token}!`)).status).toBe(403)
  expect((await scrape(world, token)).status).toBe(200)
})

test('without a database the other metrics remain; without a token only localhost is served, and in production no caller', async () => {
  const database = await openDatabase({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    dataDir: '',
    poolSize: 1,
    onError: () => undefined,
  })
  const config: Config = { ...world.context.config, metricsToken: undefined }
  const app = await buildApp({ ...world.context, config, database })
  const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/metrics', headers })
  const { statusCode, body } = await ask()
  expect(statusCode).toBe(200)
  expect(valueOf(body, 'dashfit_database_up')).toBe(0)
  expect(valueOf(body, 'dashfit_outbox_mails')).toBeUndefined()
  expect(body).not.toContain('dashfit_holds{')
  expect(valueOf(body, 'dashfit_pool_size')).toBe(10)

  // Without a token, proxied requests are refused, and in production all are.
  expect((await ask({ 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
  config.production = true
  expect((await ask()).statusCode).toBe(404)
  await app.close()
  await database.close()
})

test('with tracing on, a slow query is logged with its text, time, rows and request, and never with a value', async () => {
  const { db } = world.context.database
  const secret = 'casey-rivera-in-a-parameter'
  const end = world.context.telemetry.underWay.begin({ requestId: 'another' })
  await askingFor({ requestId: 'request-1' }, () =>
    sql`select pg_sleep(0.06), ${secret}::text from generate_series(1, 2)`.execute(db),
  )
  end()
  const lines = world.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const slow = lines.find(({ msg, query }) => msg === 'a slow query' && String(query).includes('pg_sleep'))
  expect(slow).toMatchObject({
    requestIds: ['request-1'],
    rows: 2,
    query: expect.stringContaining('select pg_sleep(0.06), $1::text'),
  })
  expect(slow?.['ms']).toBeGreaterThanOrEqual(60)
  expect(world.logLines.join('')).not.toContain(secret)
  expect(valueOf((await scrape(world, token)).text, 'dashfit_slow_queries_total')).toBeGreaterThan(0)
})

test('the database and the rule in code count the same hold health', async () => {
  const { database, clock } = world.context
  await scatterHolds(world, appointmentId)
  for (const [paysBy, order] of Object.entries({ link: 'asc', at_shop: 'desc' }))
    await database.pool.query(
      `update appointments set pays_by = $1 where id = (
        select id from appointments where state = 'booked' and pays_by = 'card' order by id ${order} limit 1)`,
      [paysBy],
    )
  const rows = await database.db
    .selectFrom('appointments as a')
    .selectAll('a')
    .select(holdSummary.as('holds'))
    .where('state', 'in', ['claimed', 'booked'])
    .execute()
  const expected: Record<string, number> = {}
  for (const row of rows) {
    const { state } = healthOf(row, row.holds, clock.now())
    expected[state] = (expected[state] ?? 0) + 1
  }
  // Every state occurs, so that none agrees by being absent.
  expect(Object.keys(expected).toSorted()).toEqual([
    'at_shop',
    'failed',
    'live',
    'no_card',
    'pending',
    'saved',
    'unconfirmed',
  ])
  expect(await countHoldHealth(world.context)).toEqual(expected)
})

test('every metric of the dashboard, the alarms and the handbook exists', async () => {
  const { text } = await scrape(world, token)
  const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['dashboard.json', 'alerts.yaml', 'operations.md']) {
    const words = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
    const named = [...words.matchAll(/\b(?:dashfit|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(5)
    const known = (name: string) => there.has(name) || there.has(name.replace(/_(bucket|count|sum)$/, ''))
    expect({ file, unknown: named.filter((name) => !known(name)) }).toEqual({ file, unknown: [] })
  }
})

test('a request is one trace with its queries and card calls, under its caller’s span, without personal data', async () => {
  await customer.get('/api/packages', { traceparent: `00-${unwantedTrace}-${callerSpan}-00` })
  await book(world, customer, { date: `${world.bookableDays()[1]} 09:00` })
  // Closing flushes the pending spans.
  await world.context.telemetry.close()
  const { spans } = receiver
  const request = spans.find(
    ({ name, traceId }) => name === 'POST /api/appointments' && traceId === callerTrace,
  )
  expect(request?.parentSpanId).toBe(callerSpan)
  expect(request?.attributes).toMatchObject({
    'http.route': '/api/appointments',
    'http.response.status_code': '201',
    'dashfit.request_id': booked.requestId,
  })
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(below.every(({ traceId }) => traceId === callerTrace)).toBe(true)
  expect(below.map(({ name }) => name)).toContain(callOf)
  const insert = below.find(
    ({ name, attributes }) => name === 'WITH' && /into appointments/.test(attributes['db.query.text'] ?? ''),
  )
  expect(insert?.attributes['db.query.text']).toContain('$1')
  // The caller's sampling decision is kept; a request without one starts a trace.
  expect(spans.some(({ traceId }) => traceId === unwantedTrace)).toBe(false)
  expect(
    spans.filter(({ name, parentSpanId }) => name === 'POST /api/appointments' && !parentSpanId),
  ).toHaveLength(1)
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['job notifications.send-outbox', 'GET /api/appointments/:id/calendar']),
  )
  expect(spans.some(({ name }) => name === 'GET /metrics')).toBe(false)
  expect(JSON.stringify(spans)).not.toMatch(/Casey|example\.test|no-such-thing|WBAJU7C51KB123456|pi_|cus_/)
  const answered = world.logLines.find(
    (line) => line.includes(booked.requestId ?? '-') && line.includes('"msg":"answered"'),
  )
  expect(JSON.parse(answered ?? '{}')).toMatchObject({ trace: callerTrace })
})
