import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { socialAt } from '../support/social.ts'
import type { AtProvider, Social } from '../support/social.ts'
import { openSandbox } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

const product = 'http://localhost:4100'
const callback = (provider: 'google' | 'facebook') => `${product}/api/auth/callback/${provider}`
const jordan: AtProvider = { name: 'Jordan Lee', email: 'jordan.lee@example.test' }

let world: OpenSandbox
let social: Social

beforeAll(async () => {
  world = await openSandbox(product)
  social = socialAt({ sandboxUrl: world.url('') })
})
afterEach(async () => {
  await social.switchTo('google', 'normal', { openerPolicy: 'report-only' })
  await social.switchTo('facebook', 'normal', { openerPolicy: 'none' })
})
afterAll(() => world.close())

const verifier = randomBytes(32).toString('base64url')
const google = {
  client_id: 'google-client-sandbox',
  redirect_uri: callback('google'),
  response_type: 'code',
  scope: 'openid profile email',
  state: 'a state',
  nonce: 'a nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}
const facebook = {
  client_id: 'facebook-client-sandbox',
  redirect_uri: callback('facebook'),
  response_type: 'code',
  scope: 'public_profile email',
  state: 'a state',
}

type Changes = Record<string, string | undefined>

/** The URL with these changed parameters; undefined removes one. */
function addressOf(path: string, usual: Record<string, string>, changes: Changes = {}): string {
  const said = Object.entries({ ...usual, ...changes }).filter((pair): pair is [string, string] => !!pair[1])
  return `${world.url(path)}?${new URLSearchParams(said)}`
}
const atGoogle = (changes?: Changes) => addressOf('/google/o/oauth2/v2/auth', google, changes)
const atFacebook = (changes?: Changes) => addressOf('/facebook/v23.0/dialog/oauth', facebook, changes)

const parametersOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

async function googleCode(person: AtProvider = jordan, changes: Changes = {}): Promise<string> {
  return parametersOf(await social.passThrough(atGoogle(changes), person))['code'] ?? ''
}
async function facebookCode(person: AtProvider = jordan, changes: Changes = {}): Promise<string> {
  return parametersOf(await social.passThrough(atFacebook(changes), person))['code'] ?? ''
}

// oxlint-disable-next-line typescript/no-explicit-any -- the provider's answer, read by the test
type Answered = { status: number; body: any }

async function answerOf(response: Response): Promise<Answered> {
  return { status: response.status, body: await response.json() }
}

async function exchange(code: string, changes: Changes = {}, headers = {}): Promise<Answered> {
  const usual = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback('google'),
    client_id: 'google-client-sandbox',
    client_secret: 'google-secret-sandbox',
    code_verifier: verifier,
  }
  const body = new URL(addressOf('/google/token', usual, changes)).searchParams
  return answerOf(await fetch(world.url('/google/token'), { method: 'POST', body, headers }))
}

async function exchangeAtFacebook(code: string, changes: Changes = {}): Promise<Answered> {
  const usual = {
    code,
    redirect_uri: callback('facebook'),
    client_id: 'facebook-client-sandbox',
    client_secret: 'facebook-secret-sandbox',
  }
  return answerOf(await fetch(addressOf('/facebook/v23.0/oauth/access_token', usual, changes)))
}

async function verified(token: string) {
  const keys = createRemoteJWKSet(new URL(world.url('/google/oauth2/v3/certs')))
  const { payload } = await jwtVerify(token, keys, {
    issuer: world.url('/google'),
    audience: 'google-client-sandbox',
    algorithms: ['RS256'],
  })
  return payload
}

test('Google redirects with a code, which is exchanged once for a signed ID token', async () => {
  const back = await social.passThrough(atGoogle(), jordan)
  expect(back.startsWith(`${callback('google')}?`)).toBe(true)
  const { code = '', ...more } = parametersOf(back)
  expect(more).toEqual({
    state: 'a state',
    iss: world.url('/google'),
    scope: expect.stringContaining('openid profile email') as string,
    authuser: '0',
    prompt: 'consent',
  })
  const bought = await exchange(code)
  expect(bought).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3599 } })
  const claims = await verified(bought.body.id_token)
  expect(claims).toMatchObject({
    azp: 'google-client-sandbox',
    sub: expect.stringMatching(/^1\d{20}$/) as string,
    email: 'jordan.lee@example.test',
    email_verified: true,
    name: 'Jordan Lee',
    nonce: 'a nonce',
  })
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
  expect(await exchange(code)).toEqual({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Bad Request' },
  })
  const headers = { authorization: `Bearer ${bought.body.access_token}` }
  expect(await answerOf(await fetch(world.url('/google/v1/userinfo'), { headers }))).toMatchObject({
    status: 200,
    body: { sub: claims.sub, email: 'jordan.lee@example.test', name: 'Jordan Lee' },
  })
})

test('Facebook redirects with a code, which is exchanged for an access token that identifies the person', async () => {
  const back = await social.passThrough(atFacebook(), jordan)
  expect(back.startsWith(`${callback('facebook')}?`)).toBe(true)
  expect(new URL(back).hash).toBe('#_=_')
  const { code = '', ...more } = parametersOf(back)
  expect(more).toEqual({ state: 'a state' })
  const bought = await exchangeAtFacebook(code)
  expect(bought).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
  const me = addressOf('/facebook/v23.0/me', {
    fields: 'id,name,email,picture',
    access_token: bought.body.access_token,
  })
  expect(await answerOf(await fetch(me))).toEqual({
    status: 200,
    body: {
      id: expect.stringMatching(/^1\d{15}$/) as string,
      name: 'Jordan Lee',
      email: 'jordan.lee@example.test',
      picture: { data: expect.objectContaining({ is_silhouette: false }) as object },
    },
  })
  expect(await exchangeAtFacebook(code)).toMatchObject({
    status: 400,
    body: { error: { type: 'OAuthException', code: 100, error_subcode: 36009 } },
  })
})

test('the same address is the same person at each provider, even with another name', async () => {
  const subjects = []
  for (const person of [
    jordan,
    { name: 'J. Lee', email: 'Jordan.Lee@Example.test' },
    { ...jordan, email: 'x@y.test' },
  ]) {
    const claims = await verified((await exchange(await googleCode(person))).body.id_token)
    subjects.push(claims.sub)
  }
  expect(subjects[0]).toBe(subjects[1])
  expect(subjects[0]).not.toBe(subjects[2])
})

test('a person can withhold the address, and Google can report it as unverified', async () => {
  const silent = await exchange(await googleCode({ ...jordan, sharesNoEmail: true }))
  const claims = await verified(silent.body.id_token)
  expect(claims).toMatchObject({ name: 'Jordan Lee' })
  expect(claims).not.toHaveProperty('email')
  expect(claims).not.toHaveProperty('email_verified')
  const unverified = await exchange(await googleCode({ ...jordan, unverified: true }))
  expect(await verified(unverified.body.id_token)).toMatchObject({ email_verified: false })
  const onlyOpenId = await exchange(await googleCode(jordan, { scope: 'openid', nonce: undefined }))
  const { iss, aud, sub, iat, exp, azp, ...rest } = await verified(onlyOpenId.body.id_token)
  expect([iss, aud, azp, typeof sub, typeof iat, typeof exp]).toEqual([
    world.url('/google'),
    'google-client-sandbox',
    'google-client-sandbox',
    'string',
    'number',
    'number',
  ])
  expect(rest).toEqual({})

  const code = await facebookCode({ ...jordan, sharesNoEmail: true })
  const { access_token: token } = (await exchangeAtFacebook(code)).body
  const me = addressOf('/facebook/v23.0/me', { fields: 'id,name,email', access_token: token })
  expect((await answerOf(await fetch(me))).body).toEqual({
    id: expect.any(String) as string,
    name: 'Jordan Lee',
  })
})

test('Cancel redirects with each provider’s error', async () => {
  expect(parametersOf(await social.passThrough(atGoogle(), 'cancel'))).toEqual({
    error: 'access_denied',
    state: 'a state',
    iss: world.url('/google'),
  })
  expect(parametersOf(await social.passThrough(atFacebook(), 'cancel'))).toEqual({
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
    state: 'a state',
  })
})

test.each<[says: string, status: number, changes: Changes]>([
  ['invalid_client', 401, { client_id: 'another' }],
  ['redirect_uri_mismatch', 400, { redirect_uri: `${product}/api/auth/callback/google/` }],
  ['redirect_uri_mismatch', 400, { redirect_uri: 'https://evil.example/api/auth/callback/google' }],
  ['Missing required parameter: scope', 400, { scope: undefined }],
  ['Missing required parameter: response_type', 400, { response_type: undefined }],
  ['unsupported_response_type', 400, { response_type: 'token' }],
  ['invalid_scope', 400, { scope: 'profile email' }],
  ['invalid_scope', 400, { scope: 'openid drive' }],
  ['Only the code challenge method S256', 400, { code_challenge_method: 'plain' }],
])('Google shows an error page: %s (%i), %j', async (says, status, changes) => {
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(atGoogle(changes), { method, redirect: 'manual' })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain(says)
  }
})

test('Google refuses a repeated parameter, and shows no page with prompt=none', async () => {
  const twice = await fetch(`${atGoogle()}&state=another`, { redirect: 'manual' })
  expect([twice.status, await twice.text()]).toEqual([400, expect.stringContaining('single value: state')])
  const silent = await social.passThrough(atGoogle({ prompt: 'none' }), jordan)
  expect(parametersOf(silent)).toMatchObject({ error: 'interaction_required', state: 'a state' })
})

test.each<[says: string, changes: Changes]>([
  ['Invalid App ID', { client_id: '1' }],
  ['URL Blocked', { redirect_uri: `${product}/api/auth/callback/google` }],
  ['URL Blocked', { redirect_uri: undefined }],
  ['Invalid Scopes: user_photos', { scope: 'email,user_photos' }],
  ['Invalid response_type', { response_type: 'token' }],
  ['Invalid code_challenge_method', { code_challenge: 'x', code_challenge_method: 'plain' }],
])('Facebook shows an error page: %s, %j', async (says, changes) => {
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(atFacebook(changes), { method, redirect: 'manual' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain(says)
  }
})

test.each<[error: string, description: string, status: number, changes: Changes]>([
  ['invalid_client', 'The OAuth client was not found.', 401, { client_id: 'another' }],
  ['invalid_client', 'Unauthorized', 401, { client_secret: 'wrong' }],
  ['invalid_client', 'Unauthorized', 401, { client_secret: undefined }],
  ['unsupported_grant_type', 'Invalid grant_type: refresh_token', 400, { grant_type: 'refresh_token' }],
  ['invalid_grant', 'Malformed auth code.', 400, { code: 'unheard of' }],
  ['invalid_grant', 'Missing code verifier.', 400, { code_verifier: undefined }],
  ['invalid_grant', 'Invalid code verifier.', 400, { code_verifier: 'another' }],
  ['redirect_uri_mismatch', 'Bad Request', 400, { redirect_uri: `${product}/` }],
])('Google issues no token: %s, %s (%i), %j', async (error, description, status, changes) => {
  const code = await googleCode()
  expect(await exchange(code, changes)).toEqual({ status, body: { error, error_description: description } })
})

test('Google also accepts Basic authentication, and refuses a wrong client', async () => {
  const without = { client_id: undefined, client_secret: undefined }
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
  const good = await exchange(
    await googleCode(),
    without,
    basic('google-client-sandbox:google-secret-sandbox'),
  )
  expect(good.status).toBe(200)
  const wrong = await exchange(await googleCode(), without, basic('google-client-sandbox:guess'))
  expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
})

test('codes and tokens of one provider are invalid at the other', async () => {
  expect((await exchange(await facebookCode())).body).toMatchObject({ error: 'invalid_grant' })
  expect((await exchangeAtFacebook(await googleCode())).body.error).toMatchObject({ code: 100 })
  const { access_token: token } = (await exchange(await googleCode())).body
  const me = await answerOf(await fetch(addressOf('/facebook/v23.0/me', { access_token: token })))
  expect(me).toMatchObject({ status: 400, body: { error: { code: 190 } } })
  const userInfo = await fetch(world.url('/google/v1/userinfo'))
  expect([userInfo.status, await userInfo.json()]).toMatchObject([401, { error: 'invalid_request' }])
})

test.each<[message: string, code: number, changes: Changes]>([
  ['Missing client_id parameter.', 101, { client_id: undefined }],
  ['Error validating application.', 101, { client_id: 'another' }],
  ['Error validating client secret.', 1, { client_secret: 'wrong' }],
  ['Invalid verification code format.', 100, { code: 'unheard of' }],
  ['Error validating verification code.', 100, { redirect_uri: `${product}/` }],
])('Facebook issues no token: %s (%i), %j', async (message, code, changes) => {
  expect(await exchangeAtFacebook(await facebookCode(), changes)).toEqual({
    status: 400,
    body: {
      error: expect.objectContaining({
        message: expect.stringContaining(message) as string,
        type: 'OAuthException',
        code,
        fbtrace_id: expect.any(String) as string,
      }) as object,
    },
  })
})

test('Facebook verifies a given PKCE challenge', async () => {
  const challenge = { code_challenge: google.code_challenge, code_challenge_method: 'S256' }
  const wrong = await exchangeAtFacebook(await facebookCode(jordan, challenge), { code_verifier: 'another' })
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: 100 } } })
  const good = await exchangeAtFacebook(await facebookCode(jordan, challenge), { code_verifier: verifier })
  expect(good.status).toBe(200)
})

test('Facebook’s me endpoint requires its token, a valid proof and known fields', async () => {
  const { access_token: token } = (await exchangeAtFacebook(await facebookCode())).body
  const me = async (query: Record<string, string>, headers = {}) =>
    answerOf(await fetch(addressOf('/facebook/v26.0/me', query), { headers }))
  expect(await me({})).toMatchObject({ status: 400, body: { error: { code: 2500 } } })
  expect(await me({ access_token: 'guess' })).toMatchObject({ status: 400, body: { error: { code: 190 } } })
  expect(await me({ access_token: token, fields: 'id,shoe_size' })).toMatchObject({
    status: 400,
    body: { error: { code: 100, message: expect.stringContaining('shoe_size') as string } },
  })
  expect(await me({ access_token: token, appsecret_proof: 'guess' })).toMatchObject({
    status: 400,
    body: { error: { type: 'GraphMethodException' } },
  })
  const proof = createHmac('sha256', 'facebook-secret-sandbox').update(token).digest('hex')
  expect(await me({ appsecret_proof: proof }, { authorization: `Bearer ${token}` })).toEqual({
    status: 200,
    body: { id: expect.any(String) as string, name: 'Jordan Lee' },
  })
  const unknown = await answerOf(await fetch(world.url('/facebook/v99.0/me')))
  expect(unknown).toMatchObject({ status: 400, body: { error: { code: 2500 } } })
})

test('keys, codes and switches survive a restart', async () => {
  const shared = { world, social }
  world = await openSandbox(product)
  social = socialAt({ sandboxUrl: world.url('') })
  try {
    const { token } = await social.idToken({ email: 'a@example.test' })
    const code = await googleCode()
    await social.switchTo('google', 'expired')
    await world.restart()
    expect(await verified(token)).toMatchObject({ email: 'a@example.test' })
    const { id_token: late } = (await exchange(code)).body
    await expect(verified(late)).rejects.toThrow(/"exp" claim/)
  } finally {
    await world.close()
    ;({ world, social } = shared)
  }
})

test('the discovery document lists the implemented endpoints', async () => {
  const document = await answerOf(await fetch(world.url('/google/.well-known/openid-configuration')))
  expect(document.body).toMatchObject({
    issuer: world.url('/google'),
    authorization_endpoint: world.url('/google/o/oauth2/v2/auth'),
    token_endpoint: world.url('/google/token'),
    jwks_uri: world.url('/google/oauth2/v3/certs'),
    userinfo_endpoint: world.url('/google/v1/userinfo'),
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  })
  const keys = await answerOf(await fetch(world.url('/google/oauth2/v3/certs')))
  expect(keys.body.keys).toHaveLength(1)
  expect(Object.keys(keys.body.keys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('the chooser lists sample people, asks again after invalid input, and escapes it', async () => {
  const page = await (await fetch(atGoogle({ login_hint: 'kim@example.test' }))).text()
  for (const words of ['Choose an account', 'Jordan Lee', 'A stand-in on this machine', 'kim@example.test']) {
    expect(page).toContain(words)
  }
  const post = (body: Record<string, string>) =>
    fetch(atGoogle(), { method: 'POST', redirect: 'manual', body: new URLSearchParams(body) })
  const ready = await post({ person: 'sam.rivera@example.test' })
  expect(ready.headers.get('location')).toContain('code=')
  for (const body of [
    {},
    { name: 'Kim' },
    { name: '', email: 'kim@example.test' },
    { person: 'nobody@example.test' },
  ]) {
    expect((await post(body as Record<string, string>)).status).toBe(422)
  }
  const again = await post({ name: '<b>Kim</b>', email: 'no address' })
  expect([again.status, again.headers.get('location')]).toEqual([422, null])
  const text = await again.text()
  expect(text).toContain('Enter an email address.')
  expect(text).toContain('&lt;b&gt;Kim&lt;/b&gt;')
  expect(text).not.toContain('<b>Kim')
})

test('a response about a person can have additional claims', async () => {
  const claims = { role: 'administrator' }
  const { id_token: token } = (await exchange(await googleCode({ ...jordan, claims }))).body
  expect(await verified(token)).toMatchObject(claims)
  const { access_token: access } = (await exchangeAtFacebook(await facebookCode({ ...jordan, claims }))).body
  const me = await answerOf(await fetch(addressOf('/facebook/v23.0/me', { access_token: access })))
  expect(me.body).toMatchObject(claims)
})

test('a picture shows only initials', async () => {
  const picture = await fetch(world.url('/social/pictures/JL.svg'))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await picture.text()).toContain('>JL</text>')
  expect((await fetch(world.url(`/social/pictures/${encodeURIComponent('<script>')}.svg`))).status).toBe(404)
})
