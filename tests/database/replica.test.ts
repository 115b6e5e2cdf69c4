import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { migrate } from '../../server/database/migrate.ts'
import { connectDatabase } from '../../server/database/open-database.ts'
import { openReplica, type Replica } from '../../server/database/open-replica.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { orderFor } from '../support/orders.ts'
import { personWith, signUp, signInAdministrator, type Person } from '../support/people.ts'
import { startReplica, type ReplicaServer } from '../support/start-replica.ts'
import { startWorld, type World } from '../support/start-world.ts'

/** Another process of the world, with a replica. */
type Reader = { url: string; replica: Replica; app: FastifyInstance }

let dataDir: string
let primary: EmbeddedPostgres
let server: ReplicaServer
let world: World
/** Uses the replica however far it lags. */
let patient: Reader
/** Does not use a replica that lags half a second. */
let strict: Reader
/** Control without the rule: always uses the replica, even a stopped one. */
let trusting: Reader

async function openReader(mostLagMs: number, changes: Partial<Replica> = {}): Promise<Reader> {
  const { database, log } = world.context
  const opened = openReplica({
    url: server.url,
    primary: database,
    poolSize: 2,
    log,
    lookEveryMs: 20,
    mostLagMs,
  })
  const replica = { ...opened, ...changes }
  const app = await buildApp({ ...world.context, replica })
  const port = await findFreePort()
  await app.listen({ port, host: 'localhost' })
  return { url: `http://localhost:${port}`, replica, app }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dashfit-replica-'))
  primary = await startEmbeddedPostgres({ dataDir })
  const database = connectDatabase(primary.url, { poolSize: 1, onError: () => undefined })
  await migrate(database.pool)
  // With one bay, one job occupies the morning.
  await database.pool.query(`delete from bays where shop_id = 5 and name = 'Bay 2'`)
  await database.close()
  server = await startReplica(primary.url, join(dataDir, 'postgres/cluster'), join(dataDir, 'replica'))
  world = await startWorld({ DATABASE_URL: primary.url })
  patient = await openReader(60_000)
  strict = await openReader(500)
  trusting = await openReader(60_000, { has: () => true })
})
afterAll(async () => {
  for (const reader of [patient, strict, trusting]) {
    await reader?.app.close()
    await reader?.replica.close()
  }
  await world?.stop()
  await server?.remove()
  await primary?.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

/** Whether 9:00 of the nth bookable day is free, requested from this process with these cookies. */
async function isFree(reader: { url: string }, place: number, cookie = ''): Promise<boolean> {
  const day = world.bookableDays()[place]
  const answer = await personWith(reader, cookie).get(
    `/api/appointments/availability?date=${day}&shopId=5&productId=1`,
  )
  expect(answer.status).toBe(200)
  return (answer.body as { available: boolean }[])[0]?.available ?? false
}

/** Books 9:00 of the nth bookable day and returns the browser's cookies. */
async function book(person: Person, place: number): Promise<string> {
  const date = `${world.bookableDays()[place]} 09:00`
  const answer = await personWith(patient, person.cookie).post('/api/appointments', orderFor(world, { date }))
  expect(answer.status).toBe(201)
  const [written] = answer.headers.getSetCookie()
  expect(written).toMatch(/^dashfit\.written=\d+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
  return `${person.cookie}; ${written?.split(';')[0]}`
}

test('a writer reads its own write in every process, while others read from a lagging replica', async () => {
  const customer = await signUp(world)
  await expect.poll(() => patient.replica.has(null) && strict.replica.has(null)).toBe(true)
  await server.pause()
  const cookies = await book(customer, 0)
  expect(await isFree(patient, 0)).toBe(true)
  expect(await isFree(patient, 0, cookies)).toBe(false)
  expect(await isFree(strict, 0, cookies)).toBe(false)
  // Without the rule the reader misses its own booking.
  expect(await isFree(trusting, 0, cookies)).toBe(true)

  // A replica beyond the lag limit is not used.
  await expect.poll(() => isFree(strict, 0)).toBe(false)

  // Sessions are never read from the replica, which does not have this account yet. Nor are the lists of live
  // pages, which ask for what the news of the primary told.
  const administrator = await signInAdministrator(world)
  const asked = (path: string) => personWith(patient, administrator.cookie).get(`/api/admin/${path}`)
  expect((await asked('appointments?limit=50')).body).toHaveLength(1)
  const { status, body } = await asked('overview?shopId=5')
  expect([status, body.makes]).toEqual([200, []])

  await server.resume()
  await expect.poll(() => isFree(patient, 0)).toBe(false)
  const moment = Number(/written=(\d+)/.exec(cookies)?.[1])
  await expect.poll(() => patient.replica.has(moment)).toBe(true)
  expect(await isFree(patient, 0, cookies)).toBe(false)
})

test('a replica refuses writes, and no page fails while it is down, promoted or lagging', async () => {
  const customer = await signUp(world)
  const write = () =>
    patient.replica.database.db
      .updateTable('shops')
      .set({ business_name: 'Elsewhere' })
      .execute()
      .catch((error: unknown) => (error as { code?: string }).code)
  expect(await write()).toBe('25006')

  await server.kill()
  await book(customer, 1)
  for (const reader of [trusting, patient, strict]) expect(await isFree(reader, 1)).toBe(false)
  await expect.poll(() => patient.replica.has(null)).toBe(false)
  await server.start()
  await expect.poll(() => patient.replica.has(null)).toBe(true)

  await server.promote()
  expect(await write()).toBe('25006')
  await expect.poll(() => patient.replica.has(null)).toBe(false)
  await book(customer, 2)
  expect(await isFree(patient, 2)).toBe(false)
})
