import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askForCode,
  fromNewNetwork,
  requestCode,
  signInByCode,
  tryCode,
  wrongCodeOf,
  type Challenge,
} from '../support/email-codes.ts'
import { newEmail, signUp } from '../support/people.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'

let world: World
let other: AppProcess

beforeAll(async () => {
  world = await startWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  other = await world.addProcess()
})
afterAll(() => world.stop())

test('an address gets five codes in 15 minutes and twenty in a day, and a known device of its owner has five of its own', async () => {
  const owner = await signInByCode(world)
  const stranger = await signUp(world)
  await world.context.database.pool.query(`delete from rate_limits where key like 'email-code%'`)
  for (const email of [owner.email, stranger.email, newEmail()]) {
    for (let count = 0; count < 5; count++)
      expect((await askForCode(other, email, fromNewNetwork())).status).toBe(200)
    const limited = await askForCode(world, email, fromNewNetwork())
    expect([limited.status, limited.headers.get('x-refusal')]).toEqual([429, 'too_many_requests'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800)
  }
  const statuses = []
  for (let count = 0; count < 6; count++)
    statuses.push((await askForCode(world, owner.email, { cookie: owner.cookie })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  // A device that is known by a password, for an address that is not proven.
  expect((await askForCode(world, stranger.email, { cookie: stranger.cookie })).status).toBe(429)
  await world.context.database.pool.query(
    `update rate_limits set count = 20 where key like 'email-code-of-day:%'`,
  )
  await world.context.database.pool.query(`delete from rate_limits where key like 'email-code:%'`)
  const nextHour = await askForCode(world, owner.email, fromNewNetwork())
  expect(nextHour.status).toBe(429)
  expect(Number(nextHour.headers.get('retry-after'))).toBeGreaterThan(80_000)
  const nextHourAtHome = await askForCode(world, owner.email, { cookie: owner.cookie })
  expect(nextHourAtHome.status).toBe(429)
  expect(Number(nextHourAtHome.headers.get('retry-after'))).toBeGreaterThan(80_000)
})

test('a code that a fault of the database left unchecked does not count as a wrong one', async () => {
  const { pool } = world.context.database
  const network = fromNewNetwork()
  const challenge = await requestCode(world, newEmail(), network)
  const wrongCodes = async () => {
    const key = `wrong-email-code-from:${network['x-forwarded-for']}`
    const { rows } = await pool.query('select count from rate_limits where key = $1', [key])
    return rows[0]?.count ?? 0
  }
  await pool.query(`create function fail_update() returns trigger language plpgsql as
    $$ begin raise exception 'a fault of the database'; end $$`)
  await pool.query(
    'create trigger fail_update before update on email_codes for each row execute function fail_update()',
  )
  expect((await tryCode(world, challenge, network)).status).toBe(500)
  await pool.query('drop function fail_update cascade')
  expect(await wrongCodes()).toBe(0)
  expect((await tryCode(world, { ...challenge, code: wrongCodeOf(challenge) }, network)).status).toBe(422)
  expect(await wrongCodes()).toBe(1)
})

test('a hundred wrong codes lock a network for a quarter of an hour, and right ones do not count', async () => {
  const network = fromNewNetwork()
  const key = `wrong-email-code-from:${network['x-forwarded-for']}`
  const setWrong = (count: number) =>
    world.context.database.pool.query(
      `insert into rate_limits (id, key, count, last_request) values ($1, $1, $2, $3)
       on conflict (key) do update set count = $2, last_request = $3`,
      [key, count, Date.now()],
    )
  await setWrong(99)
  expect((await tryCode(world, await requestCode(world, newEmail(), network), network)).status).toBe(200)
  const challenge: Challenge = await requestCode(world, newEmail(), network)
  expect((await tryCode(world, { ...challenge, code: wrongCodeOf(challenge) }, network)).status).toBe(422)
  const limited = await tryCode(world, challenge, network)
  expect([limited.status, limited.headers.get('x-refusal')]).toEqual([429, 'too_many_requests'])
  expect((await tryCode(world, challenge)).status).toBe(200)
})
