import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observeRequests } from '../../server/http/observe-requests.ts'
import { send } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ SLOW_QUERY_MS: '50' })
})
afterAll(() => world.stop())

type Line = { msg: string; query: string; requestIds?: string[]; jobs?: string[] }

function slowLines(): Line[] {
  return world.logLines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'a slow query')
}

/** Blocks all queries of `table` until the returned function is called. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const client = await world.context.database.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Of this database only: concurrent tests have others on the same server. */
const lockWaits = `select count(*)::int as found from pg_locks where not granted
  and relation = $1::regclass and database = (select oid from pg_database where datname = current_database())`
async function waitForLockWait(table: string): Promise<void> {
  const { pool } = world.context.database
  await expect
    .poll(async () => (await pool.query<{ found: number }>(lockWaits, [table])).rows[0]?.found)
    .toBeGreaterThan(0)
}

const exceedSlowLimit = () => world.context.database.pool.query('select pg_sleep(0.06)')

test('a slow query names the requests in flight for its whole duration, not later or finished ones', async () => {
  const { underWay } = world.context.telemetry
  underWay.begin({ requestId: 'over before' })()
  const unlock = await lockTable('packages')
  const asked = send(world, 'GET', '/api/packages')
  await waitForLockWait('packages')
  const end = underWay.begin({ requestId: 'later' })
  await exceedSlowLimit()
  await unlock()
  const { status, headers } = await asked
  end()
  expect(status).toBe(200)
  const line = slowLines().find(({ query }) => query.includes('packages'))
  expect(line?.requestIds).toEqual([headers.get('x-request-id')])
  expect(line).not.toHaveProperty('jobs')
})

test('a slow query also names a disconnected request', async () => {
  const unlock = await lockTable('packages')
  const gone = new AbortController()
  const asked = fetch(`${world.url}/api/packages?gone=1`, { signal: gone.signal }).catch(() => 'gone')
  await waitForLockWait('packages')
  const [one] = world.context.telemetry.underWay.since(performance.now())
  gone.abort()
  expect(await asked).toBe('gone')
  await exceedSlowLimit()
  const before = slowLines().length
  await unlock()
  await expect.poll(() => slowLines().length).toBeGreaterThan(before)
  expect(slowLines().at(-1)?.requestIds).toEqual([one?.requestId])
  await expect.poll(() => world.context.telemetry.underWay.since(performance.now())).toEqual([])
})

test('a slow query of a job names the job', async () => {
  const unlock = await lockTable('mail_counts')
  const run = world.runJobs()
  await waitForLockWait('mail_counts')
  await exceedSlowLimit()
  await unlock()
  await run
  const line = slowLines().find(({ query }) => query.includes('mailbox_digest'))
  expect(line?.jobs).toEqual(['notifications.send-outbox'])
  expect(line).not.toHaveProperty('requestIds')
})

test('a request with an incomplete body is in flight no longer than its connection', async () => {
  const { underWay } = world.context.telemetry
  const { port } = new URL(world.url)
  const socket = connect(Number(port), 'localhost')
  socket.write(
    'POST /api/appointments HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )
  await expect.poll(() => underWay.since(performance.now())).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => underWay.since(performance.now())).toEqual([])
})

test('a streamed response is in flight until its last chunk, or until the reader disconnects', async () => {
  const { underWay } = world.context.telemetry
  const app = Fastify({ forceCloseConnections: true })
  observeRequests(app, world.context)
  const answers: PassThrough[] = []
  let begin: () => void = () => undefined
  app.get('/pieces', (_request, reply) => {
    answers.push(new PassThrough())
    return reply.send(answers.at(-1))
  })
  app.get('/late', async (_request, reply) => {
    await new Promise<void>((resolve) => (begin = resolve))
    answers.push(new PassThrough())
    return reply.send(answers.at(-1))
  })
  const url = await app.listen({ port: 0, host: 'localhost' })
  const countUnderWay = () => underWay.since(performance.now()).length

  const read = fetch(`${url}/pieces`)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.write('first')
  const answer = await read
  expect(countUnderWay()).toBe(1)
  answers[0]?.end('last')
  expect(await answer.text()).toBe('firstlast')
  await expect.poll(countUnderWay).toBe(0)

  // A reader that disconnected before the first chunk.
  const gone = new AbortController()
  const closed = new Promise<void>((resolve) =>
    app.server.once('request', (_, raw) => raw.once('close', resolve)),
  )
  const late = fetch(`${url}/late`, { signal: gone.signal }).catch(() => 'gone')
  await expect.poll(countUnderWay).toBe(1)
  gone.abort()
  expect(await late).toBe('gone')
  await closed
  begin()
  await expect.poll(countUnderWay).toBe(0)
  await app.close()
})
