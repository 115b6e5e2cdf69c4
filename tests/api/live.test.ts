import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { book } from '../support/orders.ts'
import {
  openShop,
  personWith,
  registerShop,
  send,
  signIn,
  signInAdministrator,
  signUp,
  type Person,
} from '../support/people.ts'
import { scrape, valueOf } from '../support/read-metrics.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'
import { watchLive, type Watched } from '../support/watch-live.ts'

let world: World
let second: AppProcess
let administrator: Person
let first: { shop: Person; shopId: number }
let other: { shop: Person; shopId: number }
const open: Watched[] = []

async function watch(person: Person, at: { url: string } = world): Promise<Watched> {
  const stream = await watchLive(at, person)
  open.push(stream)
  return stream
}

beforeAll(async () => {
  world = await startWorld()
  second = await world.addProcess()
  administrator = await signInAdministrator(world)
})
beforeEach(async () => {
  first = await openShop(world, administrator)
  other = await openShop(world, administrator)
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
afterAll(() => world.stop())

const change = (shopId: number) =>
  world.context.database.pool.query(`update shops set warranty = clock_timestamp()::text where id = $1`, [
    shopId,
  ])

/** The shops whose news a stream got. The approval of a shop is news that may still arrive. */
const shopsOf = ({ events }: Watched) =>
  new Set(events.flatMap((one) => (one.event === 'shop' ? [one.shopId] : [])))

/** Milliseconds until the server ended the stream, after the deed. */
async function endAfter(stream: Watched, act: () => Promise<unknown>): Promise<number> {
  expect(stream.endedAt()).toBeNull()
  await act()
  const changed = performance.now()
  await expect.poll(() => stream.endedAt(), { interval: 10 }).not.toBeNull()
  return (stream.endedAt() ?? 0) - changed
}

test('a booking reaches the streams of its shop in every process, and no other shop', async () => {
  const streams = [
    await watch(first.shop),
    await watch(first.shop, second),
    await watch(administrator, second),
  ]
  const foreign = await watch(other.shop)
  const begun = performance.now()
  await book(world, await signUp(world), { shopId: first.shopId })
  for (const stream of streams)
    await expect.poll(() => stream.countOf(first.shopId), { interval: 10 }).toBeGreaterThan(0)
  expect(performance.now() - begun).toBeLessThan(2_000)
  // News of its own shop comes after all news before it.
  await change(other.shopId)
  await expect.poll(() => foreign.countOf(other.shopId)).toBeGreaterThan(0)
  expect(shopsOf(foreign)).toEqual(new Set([other.shopId]))
})

test('many changes within a moment are few events', async () => {
  const stream = await watch(first.shop)
  for (let index = 0; index < 40; index++) await change(first.shopId)
  await expect.poll(() => stream.countOf(first.shopId)).toBeGreaterThan(0)
  expect(stream.countOf(first.shopId)).toBeLessThan(40)
})

test('the stream is neither stored, changed nor buffered on its way', async () => {
  const stream = await watch(first.shop)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  expect(stream.headers.get('content-encoding')).toBeNull()
})

test('a stream ends within a second of its session, and the other sessions of the person stay', async () => {
  const again = await signIn(world, first.shop.email)
  const [stream, kept] = [await watch(first.shop, second), await watch(again)]
  expect(await endAfter(stream, () => first.shop.post('/api/auth/sign-out'))).toBeLessThan(1_000)
  expect((await watch(first.shop)).status).toBe(401)
  expect(kept.endedAt()).toBeNull()
})

test('a stream ends within a second of the suspension of its shop', async () => {
  const [stream, foreign] = [await watch(first.shop, second), await watch(other.shop)]
  const suspend = () =>
    administrator.patch(`/api/admin/shops/${first.shopId}/status`, { status: 'suspended', reason: 'Papers' })
  expect(await endAfter(stream, suspend)).toBeLessThan(1_000)
  const refused = await watch(first.shop)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([403, 'shop_suspended'])
  expect(foreign.endedAt()).toBeNull()
})

test('a stream ends within a second of the disabling of its account', async () => {
  const stream = await watch(first.shop, second)
  const disable = () =>
    world.context.database.pool.query('update users set disabled_at = now() where email = $1', [
      first.shop.email,
    ])
  expect(await endAfter(stream, disable)).toBeLessThan(1_000)
  expect((await watch(first.shop)).status).toBe(401)
})

test('a person who is removed from one shop loses its stream within a second, and keeps the other shop', async () => {
  const { pool } = world.context.database
  const person = await signUp(world)
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [person.email])
  const userId = rows[0]?.id
  for (const { shopId } of [first, other])
    await pool.query(`insert into shop_members (shop_id, user_id, role) values ($1, $2, 'technician')`, [
      shopId,
      userId,
    ])
  const stream = await watch(person, second)
  const remove = () =>
    pool.query('delete from shop_members where shop_id = $1 and user_id = $2', [first.shopId, userId])
  expect(await endAfter(stream, remove)).toBeLessThan(1_000)
  const again = await watch(person)
  await change(first.shopId)
  await change(other.shopId)
  await expect.poll(() => again.countOf(other.shopId)).toBeGreaterThan(0)
  expect(shopsOf(again)).toEqual(new Set([other.shopId]))
  await pool.query('delete from shop_members where user_id = $1', [userId])
  await expect.poll(() => again.endedAt()).not.toBeNull()
  expect((await watch(person)).status).toBe(403)
})

test('control: without the news of an access its stream stays open', async () => {
  const { pool } = world.context.database
  await pool.query('alter table sessions disable trigger sessions_tell_end')
  try {
    const stream = await watch(first.shop)
    await first.shop.post('/api/auth/sign-out')
    await change(first.shopId)
    await expect.poll(() => stream.countOf(first.shopId)).toBeGreaterThan(0)
    expect(stream.endedAt()).toBeNull()
  } finally {
    await pool.query('alter table sessions enable trigger sessions_tell_end')
  }
})

test('a session has a limited number of streams, and a closed one makes room', async () => {
  const streams = []
  for (let stream = 0; stream < 8; stream++) streams.push(await watch(first.shop))
  const refused = await watch(first.shop)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await watch(other.shop)).status).toBe(200)
  streams[0]?.close()
  await expect.poll(async () => (await watch(first.shop)).status).toBe(200)
})

test('a person has a limited number of streams over all sessions, and other people keep theirs', async () => {
  // Eight streams of each of five sessions.
  for (let sessions = 0; sessions < 5; sessions += 1) {
    const again = await signIn(world, first.shop.email)
    await Promise.all(Array.from({ length: 8 }, () => watch(again)))
  }
  const refused = await watch(await signIn(world, first.shop.email))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await watch(other.shop)).status).toBe(200)
})

test('customers, visitors and other sites have no stream', async () => {
  for (const [person, status] of [
    [personWith(world, ''), 401],
    [await signUp(world), 403],
  ] as const)
    expect((await send(world, 'GET', '/api/admin/live', { headers: { cookie: person.cookie } })).status).toBe(
      status,
    )
})

test('a HEAD request leaves no stream behind', async () => {
  const streamsOf = async () => valueOf((await scrape(world)).text, 'dashfit_live_streams')
  await expect.poll(streamsOf).toBe(0)
  await send(world, 'HEAD', '/api/admin/live', { headers: { cookie: first.shop.cookie } })
  await expect.poll(streamsOf).toBe(0)
  await watch(first.shop)
  expect(await streamsOf()).toBe(1)
})

test('after a lost connection to the database the streams say so, and news arrives again', async () => {
  const { pool } = world.context.database
  const stream = await watch(first.shop)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'dashfit live'`,
  )
  const states = () =>
    stream.events.map(({ event }) => event).filter((name) => name !== 'shop' && name !== 'beat')
  await expect.poll(states).toEqual(['hello', 'away', 'refresh'])
  const before = stream.countOf(first.shopId)
  await change(first.shopId)
  await expect.poll(() => stream.countOf(first.shopId)).toBeGreaterThan(before)
  expect(stream.endedAt()).toBeNull()
})

test('an access that ended while the connection was lost ends its stream afterwards', async () => {
  const { pool } = world.context.database
  const stream = await watch(first.shop)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'dashfit live'`,
    )
    await client.query(`delete from sessions where user_id = (select id from users where email = $1)`, [
      first.shop.email,
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
  await expect.poll(() => stream.endedAt()).not.toBeNull()
})

test('a pending shop watches itself, and a registered shop is news for administrators alone', async () => {
  const [all, foreign] = [await watch(administrator), await watch(first.shop)]
  const pending = await registerShop(world)
  expect((await watch(pending)).status).toBe(200)
  await expect.poll(() => all.events.some(({ event }) => event === 'shop')).toBe(true)
  await change(first.shopId)
  await expect.poll(() => foreign.countOf(first.shopId)).toBeGreaterThan(0)
  expect(shopsOf(foreign)).toEqual(new Set([first.shopId]))
})
