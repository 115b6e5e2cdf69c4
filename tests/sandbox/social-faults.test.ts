import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { socialAt } from '../support/social.ts'
import type { IdTokenOrder, Social, SocialProvider } from '../support/social.ts'
import { openSandbox } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

const product = 'http://localhost:4101'
const jordan = { name: 'Jordan Lee', email: 'jordan.lee@example.test' }
const starts = {
  google: '/google/o/oauth2/v2/auth',
  facebook: '/facebook/v23.0/dialog/oauth',
}

let world: OpenSandbox
let social: Social

beforeAll(async () => {
  world = await openSandbox(product)
  social = socialAt({ sandboxUrl: world.url('') })
})
afterEach(async () => {
  vi.useRealTimers()
  await social.switchTo('google', 'normal', { openerPolicy: 'report-only' })
  await social.switchTo('facebook', 'normal', { openerPolicy: 'none' })
})
afterAll(() => world.close())

function startOf(provider: SocialProvider): string {
  const query = new URLSearchParams({
    client_id: `${provider}-client-sandbox`,
    redirect_uri: `${product}/api/auth/callback/${provider}`,
    response_type: 'code',
    scope: provider === 'google' ? 'openid profile email' : 'public_profile,email',
    state: 'a state',
    nonce: 'a nonce',
  })
  return `${world.url(starts[provider])}?${query}`
}

async function backFrom(provider: SocialProvider): Promise<Record<string, string>> {
  const back = await social.passThrough(startOf(provider), jordan)
  return Object.fromEntries(new URL(back).searchParams)
}

// oxlint-disable-next-line typescript/no-explicit-any -- the provider's answer, read by the test
async function exchange(provider: SocialProvider, code: string): Promise<{ status: number; body: any }> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${product}/api/auth/callback/${provider}`,
    client_id: `${provider}-client-sandbox`,
    client_secret: `${provider}-secret-sandbox`,
  })
  const path = provider === 'google' ? '/google/token' : '/facebook/v23.0/oauth/access_token'
  const answer = await fetch(world.url(path), { method: 'POST', body })
  return { status: answer.status, body: await answer.json() }
}

async function verify(token: string, nonce?: string): Promise<void> {
  const keys = createRemoteJWKSet(new URL(world.url('/google/oauth2/v3/certs')))
  const { payload } = await jwtVerify(token, keys, {
    issuer: world.url('/google'),
    audience: 'google-client-sandbox',
    algorithms: ['RS256'],
  })
  if (nonce !== undefined && payload['nonce'] !== nonce) throw new Error('another nonce')
}

test.each<[provider: SocialProvider, mode: string, said: Record<string, string>]>([
  ['google', 'not_enabled', { error: 'unauthorized_client', iss: expect.any(String) as string }],
  ['google', 'server_error', { error: 'server_error', iss: expect.any(String) as string }],
  [
    'facebook',
    'not_enabled',
    { error_code: '1349126', error_message: expect.stringMatching(/^App Not Setup/) as string },
  ],
  [
    'facebook',
    'domain_not_configured',
    { error_code: '1349048', error_message: expect.stringMatching(/^Can't Load URL/) as string },
  ],
  [
    'facebook',
    'not_whitelisted',
    {
      error_code: '1349168',
      error_message: expect.stringMatching(/^URL Blocked: .*not whitelisted/) as string,
    },
  ],
  ['facebook', 'server_error', { error_code: '2', error_message: 'Service temporarily unavailable' }],
])('%s that is %s says so to the callback', async (provider, mode, said) => {
  await social.switchTo(provider, mode)
  expect(await backFrom(provider)).toEqual({ ...said, state: 'a state' })
})

test.each<[provider: SocialProvider, status: number, words: string[]]>([
  ['google', 401, ['Access blocked: Authorization Error', 'Error 401: disabled_client']],
  ['facebook', 400, ['App not active', 'not accessible right now']],
])('%s may keep the browser on its own error page', async (provider, status, words) => {
  await social.switchTo(provider, 'error_page')
  const answer = await fetch(startOf(provider), { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
  const text = await answer.text()
  for (const word of words) expect(text).toContain(word)
})

test.each<[provider: SocialProvider, mode: string, status: number, body: object]>([
  ['google', 'disabled_client', 401, { error: 'disabled_client' }],
  ['google', 'server_error', 500, { error: 'internal_failure' }],
  [
    'facebook',
    'exchange_domain_not_configured',
    400,
    {
      error: {
        type: 'OAuthException',
        code: 191,
        message: expect.stringContaining("app's domains") as string,
      },
    },
  ],
  ['facebook', 'server_error', 500, { error: { code: 2 } }],
])('%s that is %s refuses the code (%i)', async (provider, mode, status, body) => {
  const { code = '' } = await backFrom(provider)
  await social.switchTo(provider, mode)
  expect(await exchange(provider, code)).toMatchObject({ status, body })
})

test.each<[mode: string, complaint: RegExp]>([
  ['wrong_signature', /signature verification failed/],
  ['wrong_audience', /"aud" claim/],
  ['wrong_issuer', /"iss" claim/],
  ['wrong_nonce', /another nonce/],
  ['expired', /"exp" claim/],
])('Google’s ID token can be invalid: %s', async (mode, complaint) => {
  const good = await exchange('google', (await backFrom('google'))['code'] ?? '')
  await verify(good.body.id_token, 'a nonce')
  await social.switchTo('google', mode)
  const bad = await exchange('google', (await backFrom('google'))['code'] ?? '')
  await expect(verify(bad.body.id_token, 'a nonce')).rejects.toThrow(complaint)
})

test('a provider can fail completely, at the token exchange only, or for its keys only', async () => {
  const keys = () => fetch(world.url('/google/oauth2/v3/certs'))
  await social.switchTo('google', 'down')
  await expect(fetch(startOf('google'))).rejects.toThrow('fetch failed')
  await expect(keys()).rejects.toThrow('fetch failed')
  for (const provider of ['google', 'facebook'] as const) {
    await social.switchTo(provider, 'exchange_down')
    const { code = '' } = await backFrom(provider)
    expect(code).not.toBe('')
    await expect(exchange(provider, code)).rejects.toThrow('fetch failed')
  }
  await social.switchTo('google', 'keys_down')
  const { code = '' } = await backFrom('google')
  expect((await exchange('google', code)).status).toBe(200)
  await expect(keys()).rejects.toThrow('fetch failed')
  // The other provider is not affected.
  await social.switchTo('facebook', 'normal')
  expect(await backFrom('facebook')).toHaveProperty('code')
})

test('a slow provider responds late', async () => {
  await social.switchTo('facebook', 'slow', { delayMs: 200 })
  const begun = performance.now()
  expect((await fetch(startOf('facebook'))).status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(190)
})

test('a code is valid for a minute', async () => {
  const codes = {
    google: (await backFrom('google'))['code'] ?? '',
    facebook: (await backFrom('facebook'))['code'] ?? '',
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(await exchange('google', codes.google)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
  expect(await exchange('facebook', codes.facebook)).toMatchObject({
    status: 400,
    body: { error: { error_subcode: 36007 } },
  })
})

test('the pages have the opener policy of the switch', async () => {
  const policiesOf = async (provider: SocialProvider) => {
    const { headers } = await fetch(startOf(provider))
    return ['cross-origin-opener-policy', 'cross-origin-opener-policy-report-only'].map((name) =>
      headers.get(name),
    )
  }
  expect(await policiesOf('google')).toEqual([null, 'same-origin'])
  expect(await policiesOf('facebook')).toEqual([null, null])
  for (const openerPolicy of ['same-origin', 'same-origin-allow-popups'] as const) {
    await social.switchTo('google', 'normal', { openerPolicy })
    expect(await policiesOf('google')).toEqual([openerPolicy, null])
  }
  await social.switchTo('google', 'normal', { openerPolicy: 'none' })
  expect(await policiesOf('google')).toEqual([null, null])
})

test('an invalid setting is refused and changes nothing', async () => {
  for (const order of [
    {},
    { provider: 'apple', mode: 'down' },
    { provider: 'google', mode: 'not_whitelisted' },
    { provider: 'facebook', mode: 'wrong_issuer' },
    { provider: 'google', openerPolicy: 'unsafe' },
    { provider: 'google', delayMs: -1 },
    { provider: 'google', more: 1 },
  ]) {
    const answer = await world.post('/sandbox/social', order)
    expect(
      [answer.status, typeof ((await answer.json()) as { error: string }).error],
      JSON.stringify(order),
    ).toEqual([400, 'string'])
  }
  expect(await (await fetch(world.url('/sandbox/social'))).json()).toEqual({
    google: { mode: 'normal', openerPolicy: 'report-only', delayMs: expect.any(Number) as number },
    facebook: { mode: 'normal', openerPolicy: 'none', delayMs: expect.any(Number) as number },
  })
  const foreign = await fetch(world.url('/sandbox/social'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ provider: 'google', mode: 'down' }),
  })
  expect(foreign.status).toBe(403)
})

test('a custom ID token has the ordered claims', async () => {
  const { token, subject } = await social.idToken({
    email: 'kim@example.test',
    name: 'Kim',
    nonce: 'n-1',
    claims: { role: 'administrator' },
  })
  await verify(token, 'n-1')
  const claims = decodeJwt(token)
  expect(claims).toMatchObject({
    sub: subject,
    email: 'kim@example.test',
    email_verified: true,
    name: 'Kim',
    role: 'administrator',
  })
  const { id_token: byCode } = (await exchange('google', (await backFrom('google'))['code'] ?? '')).body
  expect((await social.idToken(jordan)).subject).toBe(decodeJwt(byCode).sub)
  const old = decodeJwt((await social.idToken({ email: 'kim@example.test', issuedSecondsAgo: 301 })).token)
  expect(Math.round(Date.now() / 1000) - (old.iat ?? 0)).toBeGreaterThanOrEqual(300)
  expect((old.exp ?? 0) - (old.iat ?? 0)).toBe(3600)
  const own = await social.idToken({ email: 'kim@example.test', subject: '42', emailVerified: false })
  expect(decodeJwt(own.token)).toMatchObject({ sub: '42', email_verified: false })
})

test.each<[order: Partial<IdTokenOrder>, complaint: RegExp]>([
  [{ algorithm: 'HS256' }, /"alg"/],
  [{ algorithm: 'none' }, /"alg"|Unsecured|signature/i],
  [{ foreignKey: true }, /signature verification failed/],
  [{ audience: 'somebody-else' }, /"aud" claim/],
  [{ issuer: 'https://accounts.example.test' }, /"iss" claim/],
  [{ expiresInSeconds: -1 }, /"exp" claim/],
])('a custom ID token can be invalid: %j', async (order, complaint) => {
  const { token } = await social.idToken({ email: 'kim@example.test', ...order })
  await expect(verify(token)).rejects.toThrow(complaint)
})

test('an invalid order for an ID token is refused', async () => {
  for (const order of [
    {},
    { provider: 'google' },
    { provider: 'facebook', email: 'kim@example.test' },
    { provider: 'google', email: 'kim@example.test', algorithm: 'ES256' },
    { provider: 'google', email: 'kim@example.test', issuedSecondsAgo: 'long' },
    { provider: 'google', email: 'kim@example.test', subject: 5 },
    { provider: 'google', email: 'kim@example.test', foreignKey: 'yes' },
    { provider: 'google', email: 'kim@example.test', claims: 'admin' },
    { provider: 'google', email: 'kim@example.test', shoeSize: 44 },
  ]) {
    const answer = await world.post('/sandbox/social/id-token', order)
    expect(answer.status, JSON.stringify(order)).toBe(400)
  }
})

test('the sandbox’s page shows both switches', async () => {
  await social.switchTo('google', 'exchange_down')
  const page = await (await fetch(world.url('/sandbox'))).text()
  expect(page).toContain('exchange down')
  expect(page).toContain('action="/sandbox/social"')
  for (const words of ['Google sign-in', 'Facebook sign-in']) expect(page).toContain(words)
})
