import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeRateLimit } from '../../server/identity/limits/rate-limit.ts'
import { newEmail, send, signUp } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
})
afterAll(() => world.stop())

const limit = { windowSeconds: 60, max: 5 }

test('concurrent first uses are all counted, and none fails', async () => {
  for (let round = 0; round < 150; round++) {
    const uses = Array.from({ length: 8 }, () => consumeRateLimit(world.context, `fresh-${round}`, limit))
    const outcomes = await Promise.allSettled(uses)
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
    expect(refused).toEqual(Array(3).fill('Refusal: Too many attempts. Please wait before you try again.'))
  }
})

test('a use before the window ends is refused, and keys have separate counts', async () => {
  const use = (key: string) => consumeRateLimit(world.context, key, limit)
  for (let count = 0; count < 5; count++) await use('one')
  await expect(use('one')).rejects.toMatchObject({ code: 'too_many_requests' })
  await use('other')
})

test('a whole IPv6 network is one caller, and the next network is another', async () => {
  const askFrom = async (address: string) => {
    const body = { email: newEmail() }
    const headers = { 'x-forwarded-for': address }
    return (await send(world, 'POST', '/api/auth/request-password-reset', { body, headers })).status
  }
  const statuses = await Promise.all(
    Array.from({ length: 65 }, (_, place) => askFrom(`2001:db8:0:1::${place.toString(16)}`)),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await askFrom('2001:db8:0:2::1')).toBe(200)
  expect(await askFrom('198.51.100.7')).toBe(200)
})

test('expired counts and sessions are deleted, live ones stay', async () => {
  const { pool } = world.context.database
  const keysLike = async (key: string) =>
    (await pool.query<{ key: string }>('select key from rate_limits where key like $1', [key])).rows
  await consumeRateLimit(world.context, 'tidy-old', limit)
  await consumeRateLimit(world.context, 'tidy-new', limit)
  await pool.query('update rate_limits set last_request = last_request - 86400001 where key = $1', [
    'tidy-old',
  ])
  const [gone, stays] = [await signUp(world), await signUp(world)]
  await pool.query(
    `update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
    [gone.email],
  )
  const countSessions = async () => (await pool.query('select 1 from sessions')).rows.length
  const before = await countSessions()
  await world.runJobs()
  expect(await keysLike('tidy-%')).toEqual([{ key: 'tidy-new' }])
  expect(await countSessions()).toBe(before - 1)
  expect((await stays.get('/api/account')).status).toBe(200)
})
