import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import { createClock } from '../../server/clock.ts'
import { followClock } from '../../server/follow-clock.ts'
import { book, orderFor } from '../support/orders.ts'
import { goodPassword, newEmail, personWith, send, signInAdministrator, signUp } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('the OpenAPI document has every endpoint of the contract, and a page shows it', async () => {
  const { body: document } = await send(world, 'GET', '/api/openapi.json')
  expect(document.openapi).toBe('3.1.0')
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    const status = endpoint.replyType === 'redirect' ? 302 : (endpoint.status ?? 200)
    expect(operation.responses[String(status)]).toBeDefined()
    // Statuses common to every call, and to every call with a body.
    const always = endpoint.method === 'GET' ? ['400', '503'] : ['400', '403', '413', '415', '503']
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(always))
  }
  const docs = await fetch(`${world.url}/api/docs`)
  expect(docs.status).toBe(200)
  // The page sets styles in elements.
  expect(docs.headers.get('content-security-policy')).toMatch(/; style-src 'self' 'unsafe-inline'$/)
})

test('every error is one sentence under one key', async () => {
  const visitor = personWith(world, '')
  const answers = [
    await visitor.get('/api/nothing-here'),
    await visitor.get('/api/admin/appointments'),
    await visitor.get('/api/appointments/availability?date=tomorrow'),
    await visitor.get('/api/appointments/availability?date=2026-12-01&surprise=1'),
    await visitor.post('/api/auth/sign-in/email', '{"email":'),
    await visitor.post('/api/auth/sign-in/email', '{"__proto__":{"admin":true}}'),
    await visitor.post('/api/auth/sign-in/email', 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    await visitor.post('/api/auth/sign-in/email', { email: 'x'.repeat(70_000) }),
    await visitor.get('/api/appointments/user/%E0%A4%A'),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([404, 401, 400, 400, 400, 400, 415, 413, 400])
  for (const answer of answers) {
    expect(Object.keys(answer.body)).toEqual(['error'])
    expect(answer.body.error).toMatch(/^[A-Z].*\.$|^Please/)
    expect(answer.headers.get('x-refusal')).toMatch(/^[a-z_]+$/)
  }
})

test('a capture accepts the JSON content type without a body, as the web client sends it', async () => {
  const answer = await personWith(world, '').post('/api/admin/appointments/x/capture', '', {
    'content-type': 'application/json',
  })
  expect(answer.status).toBe(401)
})

test('the process is live, and ready once the database has every migration', async () => {
  expect((await send(world, 'GET', '/healthz')).body).toEqual({ status: 'alive' })
  expect((await send(world, 'GET', '/readyz')).body).toEqual({ status: 'ready' })
  await world.context.database.pool.query(
    `update schema_migrations set name = 'hidden' where name like '001%'`,
  )
  expect((await send(world, 'GET', '/readyz')).status).toBe(503)
  await world.context.database.pool.query(
    `update schema_migrations set name = '001-identity.sql' where name = 'hidden'`,
  )
})

test('the log has a request id and the route, and never an address, a password, a card or a cookie', async () => {
  const person = await signUp(world)
  await book(world, person)
  await person.get(`/api/appointments/user/${encodeURIComponent(person.email)}`)
  await person.post('/api/appointments', orderFor(world, { paymentMethodId: 'pm_card_chargeDeclined' }))
  const lines = world.logLines.join('')
  expect(lines).toContain('"route":"/api/appointments/user/:email"')
  expect(lines).toMatch(/"requestId":"[0-9a-f-]{36}"/)
  for (const secret of [
    person.email,
    person.password,
    person.cookie.split('=')[1] ?? '',
    'receipt@example.test',
  ]) {
    expect(lines).not.toContain(secret)
    expect(lines).not.toContain(encodeURIComponent(secret))
  }
})

test('the log has the account, the outcome and the refusal reason of a call', async () => {
  const person = await signUp(world)
  const { rows } = await world.context.database.pool.query<{ id: string }>(
    'select id from users where email = $1',
    [person.email],
  )
  await person.get('/api/account')
  await person.get('/api/admin/appointments')
  await send(world, 'GET', '/api/admin/appointments')
  const lines = () => world.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const actor = rows[0]?.id
  await expect
    .poll(lines)
    .toContainEqual(
      expect.objectContaining({ route: '/api/admin/appointments', status: 401, refusal: 'not_signed_in' }),
    )
  expect(lines()).toContainEqual(expect.objectContaining({ route: '/api/account', status: 200, actor }))
  expect(lines()).toContainEqual(
    expect.objectContaining({ route: '/api/admin/appointments', status: 403, refusal: 'not_allowed', actor }),
  )
  expect(lines().find(({ status }) => status === 401)).not.toHaveProperty('actor')
})

test('responses have the security headers and their request id', async () => {
  const { headers } = await send(world, 'GET', '/api/packages')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('x-powered-by')).toBeNull()
})

test('pages may run our own files and the card provider’s script, and cannot be framed', async () => {
  const policy = (await send(world, 'GET', '/')).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain(`script-src 'self' ${world.sandboxUrl}`)
})

test('a malformed URL and an unknown path get the same security headers', async () => {
  for (const [path, status] of [
    ['/api/appointments/user/%E0%A4%A', 400],
    ['/%', 400],
    [`/api/appointments/user/${'x'.repeat(500)}`, 400],
    ['/api/nothing-here', 404],
  ] as const) {
    const answer = await send(world, 'GET', path)
    expect([path, answer.status]).toEqual([path, status])
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'x-request-id',
    ])
      expect([path, name, answer.headers.get(name)]).not.toEqual([path, name, null])
  }
})

test('the callback page of a social sign-in keeps its link to the window that opened it', async () => {
  for (const path of ['/api/auth/callback/google?code=a&state=b', '/social-sign-in?provider=google']) {
    const { headers } = await fetch(`${world.url}${path}`, { redirect: 'manual' })
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  }
})

test('the sandbox clock is available in the sandbox only', async () => {
  const before = world.context.clock.now()
  const refused = await personWith(world, '').post('/api/sandbox/clock', { offsetSeconds: 86_400 })
  expect(refused.status).toBe(403)
  expect(world.context.clock.now() - before).toBeLessThan(60_000)
  await world.advance(86_400)
  expect(world.context.clock.now() - before).toBeGreaterThanOrEqual(86_400_000)
})

test('a clock set in one process is set in every other', async () => {
  const { database, log } = world.context
  const { offset_seconds: offset } = await database.db
    .selectFrom('clock')
    .select('offset_seconds')
    .executeTakeFirstOrThrow()
  const clock = createClock(offset * 1000)
  const following = followClock({ clock, database, log }, offset, 10)
  await world.advance(3600)
  await expect.poll(() => Math.abs(clock.now() - world.context.clock.now())).toBeLessThan(60_000)
  await following.stop()
})

test('a webhook with a forged signature is refused, and a duplicate is stored once', async () => {
  const { stripe, database, clock } = world.context
  const payload = JSON.stringify({
    id: 'evt_twice',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: 'pi_nobody_knows' } },
  })
  const sign = (secret: string, timestamp = Math.floor(clock.now() / 1000)) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const deliver = (signature: string) =>
    send(world, 'POST', '/api/webhooks/payments', {
      body: payload,
      headers: { 'stripe-signature': signature },
    })
  expect((await deliver(sign('whsec_forged'))).status).toBe(400)
  expect((await deliver(sign('whsec_world', Math.floor(clock.now() / 1000) - 301))).status).toBe(400)
  const signature = sign('whsec_world')
  expect([(await deliver(signature)).status, (await deliver(signature)).status]).toEqual([200, 200])
  const { rows } = await database.pool.query(`select type from provider_events where id = 'evt_twice'`)
  expect(rows).toEqual([{ type: 'payment_intent.succeeded' }])
})

test('an idle connection does not keep the server from stopping', async () => {
  const other = await startWorld()
  const { port } = new URL(other.url)
  const silent = connect(Number(port), 'localhost')
  await once(silent, 'connect')
  const kept = await fetch(`${other.url}/readyz`)
  expect(kept.ok).toBe(true)
  const begun = performance.now()
  await other.stop()
  expect(performance.now() - begun).toBeLessThan(5_000)
  silent.destroy()
})

test('an in-flight request completes during shutdown, and its keep-alive connection does not delay it', async () => {
  const other = await startWorld()
  const agent = new Agent({ keepAlive: true })
  const answer = new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${other.url}/api/auth/sign-up/email`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json' },
    })
    asked.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    // Hashing the password takes some tenths of a second, in which the server is told to stop.
    asked.end(JSON.stringify({ name: 'Casey', email: newEmail(), password: goodPassword }))
  })
  await wait(100)
  const begun = performance.now()
  await other.stop()
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(await answer).toBe(200)
  agent.destroy()
})

test('a character that the database cannot store is refused with a sentence in every field', async () => {
  const customer = await signUp(world)
  const name = await customer.post('/api/appointments', orderFor(world, { name: 'Cas\0ey' }))
  expect([name.status, name.headers.get('x-refusal-field')]).toEqual([400, 'name'])
  const vehicleInfo = { year: 2021, make: 'BMW', model: '\0X5' }
  const deep = await customer.post('/api/appointments', orderFor(world, { vehicleInfo }))
  expect([deep.status, deep.headers.get('x-refusal-field')]).toEqual([400, 'vehicleInfo.model'])
  const account = { name: 'N\0ul', email: newEmail(), password: goodPassword }
  expect((await customer.post('/api/auth/sign-up/email', account)).status).toBe(400)
  expect((await customer.get('/api/geocode?address=%00')).status).toBe(400)
  // As an id it is merely unknown.
  expect((await customer.patch('/api/appointments/%00', { productId: 1 })).status).toBe(404)
  expect((await customer.remove('/api/account/sessions/%00')).status).toBe(404)
  expect((await customer.patch('/api/account/passkeys/%00', { name: 'Key' })).status).toBe(404)
})

test('input that is nested too deep is refused with a sentence', async () => {
  const visitor = personWith(world, '')
  const inside = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  for (const body of [inside, `{"email":${inside}}`, `{"a":`.repeat(5_000) + '1' + '}'.repeat(5_000)]) {
    const { status, body: refusal } = await visitor.post('/api/auth/sign-in/email', body)
    expect([status, Object.keys(refusal)]).toEqual([400, ['error']])
  }
})

test('a failed download is an error to read, not a file to save', async () => {
  const administrator = await signInAdministrator(world)
  const { pool } = world.context.database
  await pool.query('alter table packages rename to packages_away')
  const answers = [
    await administrator.get('/api/admin/appointments.csv'),
    await administrator.get('/api/admin/appointments.csv?from=never'),
    await administrator.get('/api/admin/shops/5/statement.csv?month=2026-12'),
  ]
  await pool.query('alter table packages_away rename to packages')
  expect(answers.map(({ status, headers }) => [status, headers.get('content-disposition')])).toEqual([
    [500, null],
    [400, null],
    [500, null],
  ])
})

test('no proxy and no browser caches an API response, refused or not', async () => {
  const administrator = await signInAdministrator(world)
  const answers = [
    await administrator.get('/api/admin/appointments'),
    await administrator.get('/api/admin/appointments.csv'),
    await administrator.get('/api/admin/appointments/nonsense'),
    await send(world, 'GET', '/api/admin/appointments'),
    await send(world, 'GET', '/api/auth/get-session'),
  ]
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(5).fill('no-store'))
})
