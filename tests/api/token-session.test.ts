import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpSecondFactor } from '../support/authenticator.ts'
import { newEmail, personWith, send, signUp, type Reached } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt, type IdTokenOrder, type Social } from '../support/social.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let social: Social

beforeAll(async () => {
  world = await startWorld()
  social = socialAt(world)
})
afterAll(() => world.stop())

type Order = { [Key in keyof IdTokenOrder]?: IdTokenOrder[Key] | undefined }

async function tokenOf(order: Order = {}): Promise<string> {
  // An undefined field is omitted from the order.
  const whole = { email: newEmail(), name: 'Jordan Lee', nonce: randomUUID(), ...order }
  const { token } = await social.idToken(whole as IdTokenOrder)
  return token
}

function call(
  method: 'POST' | 'DELETE',
  token: string | undefined,
  {
    cookie = '',
    headers = {},
    at = world,
  }: { cookie?: string; headers?: Record<string, string>; at?: Reached } = {},
) {
  return send(at, method, '/api/auth/token', {
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === '' ? {} : { cookie }),
      ...headers,
    },
  })
}

const sessionCookieOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => pair.includes('session_token'))
    .join('; ')

/** Opens a session with a fresh token and returns its cookie. */
async function openWith(order: Order = {}): Promise<string> {
  const answer = await call('POST', await tokenOf(order))
  if (answer.status !== 200)
    throw new Error(`the session was not opened: ${answer.status} ${JSON.stringify(answer.body)}`)
  return sessionCookieOf(answer)
}

const sessionsNow = () => world.context.database.db.selectFrom('sessions').selectAll().orderBy('id').execute()

// Must run first: Google's keys are cached once fetched.
test('without the keys the token is not called invalid', async () => {
  const token = await tokenOf()
  await social.switchTo('google', 'keys_down')
  try {
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await call(method, token)
      expect([answer.status, answer.headers.get('x-refusal')]).toEqual([503, 'auth/network-request-failed'])
    }
  } finally {
    await social.switchTo('google', 'normal')
  }
  expect((await call('POST', token)).status).toBe(200)
})

test('a token of Google opens a session, and ends it', async () => {
  const email = newEmail()
  const opened = await call('POST', await tokenOf({ email }))
  expect(opened.status).toBe(200)
  expect(opened.body.user).toMatchObject({ email, name: 'Jordan Lee', role: 'customer', emailVerified: true })
  const cookie = sessionCookieOf(opened)
  const person = personWith(world, cookie)
  expect((await person.get('/api/auth/get-session')).body.user.email).toBe(email)
  const closed = await call('DELETE', await tokenOf({ email }), { cookie })
  expect([closed.status, closed.body]).toEqual([200, { ok: true }])
  expect(closed.headers.getSetCookie().join()).toMatch(/session_token=;.*max-age=0/i)
  expect((await person.get('/api/auth/get-session')).body).toBeNull()
})

test('the token opens the same account as a Google sign-in, and no token is stored', async () => {
  const email = newEmail()
  const browser = openSocialBrowser(world, social)
  await browser.signIn('google', { email, name: 'Jordan Lee' })
  const opened = await call('POST', await tokenOf({ email }))
  expect(opened.body.user.id).toBe((await browser.user()).id)
  const kept = await world.context.database.db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', opened.body.user.id)
    .execute()
  expect(kept).toEqual([expect.objectContaining({ id_token: null, access_token: null })])
})

const bad: [string, Order][] = [
  ['for another client', { audience: 'somebody-else' }],
  ['for two clients', { claims: { aud: ['google-client-sandbox', 'somebody-else'] } }],
  ['of another issuer', { issuer: 'https://accounts.google.com' }],
  ['signed with a shared secret', { algorithm: 'HS256' }],
  ['without a signature', { algorithm: 'none' }],
  ['signed with a foreign key', { foreignKey: true }],
  ['that has expired', { expiresInSeconds: -1 }],
  ['older than five minutes', { issuedSecondsAgo: 302 }],
  ['made in the future', { issuedSecondsAgo: -65 }],
  ['without a nonce', { nonce: undefined }],
  ['with an empty nonce', { nonce: '' }],
  ['with a number for a nonce', { claims: { nonce: 7 } }],
]

test.each(bad)('a token %s neither opens nor ends a session', async (_what, order) => {
  const email = newEmail()
  const cookie = await openWith({ email })
  const before = await sessionsNow()
  for (const method of ['POST', 'DELETE'] as const) {
    const token = await tokenOf({ email, ...order })
    const answer = await call(method, token, { cookie })
    expect([answer.status, answer.body]).toEqual([401, { error: 'This ID token is not accepted.' }])
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  expect(await sessionsNow()).toEqual(before)
})

test('a token is accepted until it is five minutes old, and up to a minute ahead of our clock', async () => {
  for (const issuedSecondsAgo of [290, -50])
    expect((await call('POST', await tokenOf({ issuedSecondsAgo }))).status).toBe(200)
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'Basic abc',
  'Bearer ..',
  'Bearer a.b.c',
  'Bearer %00',
])('the header %j is refused', async (authorization) => {
  for (const method of ['POST', 'DELETE'] as const) {
    const answer = await send(world, method, '/api/auth/token', {
      headers: authorization === undefined ? {} : { authorization },
    })
    expect([answer.status, answer.headers.get('x-refusal')]).toEqual([401, 'auth/invalid-id-token'])
  }
})

test('a token is accepted once for each call, across processes; the record of its use refuses it', async () => {
  const email = newEmail()
  const token = await tokenOf({ email })
  const other = await world.addProcess()
  const answers = await Promise.all([world, other, world, other].map((at) => call('POST', token, { at })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  const opened = answers.find(({ status }) => status === 200)
  if (!opened) throw new Error('no call succeeded')
  const cookie = sessionCookieOf(opened)
  expect((await call('DELETE', token, { cookie })).status).toBe(200)
  expect((await call('DELETE', token, { cookie })).status).toBe(401)
  // Control: without the record, the token is accepted again.
  await world.context.database.db.deleteFrom('spent_tokens').execute()
  expect((await call('POST', token)).status).toBe(200)
})

test('another token with a used nonce is a replay too', async () => {
  const order = { email: newEmail(), nonce: randomUUID() }
  expect((await call('POST', await tokenOf(order))).status).toBe(200)
  expect((await call('POST', await tokenOf({ ...order, issuedSecondsAgo: 5 }))).status).toBe(401)
})

test('the record of a used token is deleted once the token has expired', async () => {
  const { db } = world.context.database
  await db
    .insertInto('spent_tokens')
    .values({ digest: 'old', expires_at: new Date(Date.now() - 1000) })
    .execute()
  await openWith()
  const kept = await db.selectFrom('spent_tokens').selectAll().execute()
  expect(kept.map(({ digest }) => digest)).not.toContain('old')
  const longest = Math.max(...kept.map(({ expires_at }) => expires_at.getTime()))
  expect(longest - Date.now()).toBeLessThan(8 * 60_000)
})

test('a page of another site cannot use a token that it has', async () => {
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await call(method, await tokenOf(), { headers })
      expect([answer.status, answer.headers.get('x-refusal')]).toEqual([403, 'foreign_origin'])
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
  expect((await call('POST', await tokenOf(), { headers: { origin: world.url } })).status).toBe(200)
})

test('account rules apply to tokens as to every sign-in', async () => {
  const owner = await signUp(world)
  const taken = await call('POST', await tokenOf({ email: owner.email }))
  expect(taken.headers.get('x-refusal')).toBe('auth/account-exists-with-different-credential')
  const nobody = await call('POST', await tokenOf({ email: 'none' }))
  expect(nobody.headers.get('x-refusal')).toBe('auth/missing-email')
  const email = newEmail()
  const cookie = await openWith({ email })
  await setUpSecondFactor(world, personWith(world, cookie))
  const before = await sessionsNow()
  const second = await call('POST', await tokenOf({ email }))
  expect([second.status, second.headers.get('x-refusal')]).toEqual([403, 'auth/multi-factor-auth-required'])
  expect(second.headers.getSetCookie()).toEqual([])
  expect(await sessionsNow()).toEqual(before)
  await world.context.database.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('email', '=', email)
    .execute()
  const disabled = await call('POST', await tokenOf({ email }))
  expect([disabled.status, disabled.headers.get('x-refusal')]).toEqual([403, 'auth/user-disabled'])
})

test('another account’s session is not ended, and without one there is no session to end', async () => {
  const owner = await signUp(world)
  const foreign = await call('DELETE', await tokenOf(), { cookie: owner.cookie })
  expect([foreign.status, foreign.headers.get('x-refusal')]).toEqual([403, 'auth/user-mismatch'])
  expect((await owner.get('/api/auth/get-session')).body.user.email).toBe(owner.email)
  expect((await call('DELETE', await tokenOf())).body).toEqual({ ok: true })
})

test('a planted session is not kept', async () => {
  const attacker = await signUp(world)
  const email = newEmail()
  const opened = await call('POST', await tokenOf({ email }), { cookie: attacker.cookie })
  expect(sessionCookieOf(opened)).not.toBe('')
  expect((await attacker.get('/api/auth/get-session')).body.user.email).toBe(attacker.email)
})

test('without Google the endpoint does not exist', async () => {
  const bare = await startWorld({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', GOOGLE_SIGN_IN_URL: '' })
  try {
    const answer = await call('POST', 'a.b.c', { at: bare })
    expect([answer.status, answer.body]).toEqual([403, { error: 'Google sign-in is not enabled.' }])
  } finally {
    await bare.stop()
  }
})
