import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveCode, setUpSecondFactor } from '../support/authenticator.ts'
import { mailsTo } from '../support/mails.ts'
import { newEmail, personWith, send, signUp } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt, type Social, type SocialProvider } from '../support/social.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let social: Social

beforeAll(async () => {
  world = await startWorld()
  social = socialAt(world)
})
afterAll(() => world.stop())

const open = (cookie = '') => openSocialBrowser(world, social, cookie)
const both = ['google', 'facebook'] as const

/** All rows of a table, to prove that none changed. */
const usersNow = () => world.context.database.db.selectFrom('users').selectAll().orderBy('id').execute()
const accountsNow = () => world.context.database.db.selectFrom('accounts').selectAll().orderBy('id').execute()

async function withMode<Result>(provider: SocialProvider, mode: string, run: () => Promise<Result>) {
  await social.switchTo(provider, mode)
  try {
    return await run()
  } finally {
    await social.switchTo(provider, 'normal')
  }
}

// Must run first: Google's keys are cached once fetched.
test('without Google’s keys the sign-in fails as a network error', async () => {
  const browser = open()
  const outcome = await withMode('google', 'keys_down', () =>
    browser.signIn('google', { email: newEmail(), name: 'Jordan Lee' }),
  )
  expect(outcome.outcome).toBe('auth/network-request-failed')
  expect(await browser.user()).toBeNull()
})

test.each(both)('a new person with %s becomes a customer', async (provider) => {
  const email = newEmail()
  const browser = open()
  const flow = randomUUID()
  const page = await browser.start(provider, { flow, mode: 'redirect' })
  const back = await social.passThrough(page, { email: email.toUpperCase(), name: 'Jordan Lee' })
  expect(await browser.comeBack(back)).toEqual({ provider, mode: 'redirect', flow, outcome: 'signed-in' })
  expect(await browser.user()).toEqual({
    id: expect.any(String),
    email,
    name: 'Jordan Lee',
    image: null,
    role: 'customer',
    emailVerified: provider === 'google',
    secondFactor: false,
    byPasskey: false,
    workplaces: [],
    onlyWorks: false,
  })
})

test('the authorization request has minimal scopes, PKCE and a nonce', async () => {
  const google = new URL(await open().start('google')).searchParams
  expect(google.get('scope')).toBe('openid profile email')
  expect(google.get('code_challenge_method')).toBe('S256')
  expect(google.get('nonce')).toHaveLength(32)
  expect(google.get('redirect_uri')).toBe(`${world.url}/api/auth/callback/google`)
  const facebook = new URL(await open().start('facebook', { mode: 'popup' })).searchParams
  expect(facebook.get('scope')).toBe('public_profile email')
  expect(facebook.get('code_challenge_method')).toBe('S256')
  expect(facebook.get('display')).toBe('popup')
})

test('no token of the provider is stored', async () => {
  for (const provider of both) {
    const email = newEmail()
    await open().signIn(provider, { email, name: 'Jordan Lee' })
    await open().signIn(provider, { email, name: 'Jordan Lee' })
    const kept = await world.context.database.db
      .selectFrom('accounts')
      .innerJoin('users', 'users.id', 'accounts.user_id')
      .selectAll('accounts')
      .where('users.email', '=', email)
      .execute()
    expect(kept).toEqual([
      expect.objectContaining({
        provider_id: provider,
        access_token: null,
        refresh_token: null,
        id_token: null,
        access_token_expires_at: null,
        scope: null,
        password: null,
      }),
    ])
  }
})

test.each(both)(
  'with %s, the same person returns to the same account, also with a changed address',
  async (provider) => {
    const email = newEmail()
    const first = open()
    await first.signIn(provider, { email, name: 'Jordan Lee' })
    const again = open()
    const later = { email, name: 'Jordan Stone', claims: { email: newEmail(), name: 'Jordan Stone' } }
    expect((await again.signIn(provider, later)).outcome).toBe('signed-in')
    expect(await again.user()).toEqual(await first.user())
  },
)

test('a photo is stored only with a safe URL, and a name is never empty', async () => {
  const signInAs = async (name: string, claims: Record<string, unknown>) => {
    const email = newEmail()
    const browser = open()
    await browser.signIn('google', { email, name, claims })
    return { email, user: await browser.user() }
  }
  const photo = 'https://photos.example.test/jordan.jpg'
  expect((await signInAs('Jordan Lee', { picture: photo })).user.image).toBe(photo)
  expect((await signInAs('Jordan Lee', { picture: `${photo}?${'x'.repeat(500)}` })).user.image).toBeNull()
  expect((await signInAs('Jordan Lee', { picture: 'javascript:alert(1)' })).user.image).toBeNull()
  const nameless = await signInAs('Jordan Lee', { name: ' \u0000\u0007 ' })
  expect(nameless.user.name).toBe(nameless.email.split('@')[0])
  expect((await signInAs('Jordan Lee', { name: 'Jordan\n\u202eLee' })).user.name).toBe('Jordan Lee')
  expect((await signInAs('Jordan Lee', { name: 'x'.repeat(300) })).user.name).toBe('x'.repeat(120))
  expect((await signInAs('Jordan Lee', { name: { first: 'Jordan' } })).user.name).toMatch(/^person-/)
})

test('an address unproven by the provider gets a verification link; a proven one does not', async () => {
  const [unproven, proven] = [newEmail(), newEmail()]
  await open().signIn('facebook', { email: unproven, name: 'Jordan Lee' })
  await open().signIn('google', { email: proven, name: 'Jordan Lee' })
  await world.runJobs()
  expect((await mailsTo(world, unproven)).map(({ text }) => text).join()).toContain('/verify-email#')
  expect(await mailsTo(world, proven)).toEqual([])
})

test.each(both)('Cancel at %s is a cancelled sign-in', async (provider) => {
  const browser = open()
  expect((await browser.signIn(provider, 'cancel')).outcome).toBe('auth/user-cancelled')
  expect(await browser.user()).toBeNull()
})

test.each(both)('without an address from %s the sign-in is refused', async (provider) => {
  const browser = open()
  const before = await usersNow()
  const person = { email: newEmail(), name: 'Jordan Lee', sharesNoEmail: true }
  expect((await browser.signIn(provider, person)).outcome).toBe('auth/missing-email')
  const unusable = { email: newEmail(), name: 'Jordan Lee', claims: { email: 'not an address' } }
  expect((await browser.signIn(provider, unusable)).outcome).toBe('auth/missing-email')
  expect(await browser.user()).toBeNull()
  expect(await usersNow()).toEqual(before)
})

test.each([
  ['google', 'not_enabled', 'auth/operation-not-allowed'],
  ['google', 'disabled_client', 'auth/operation-not-allowed'],
  ['google', 'server_error', 'auth/internal-error'],
  ['google', 'exchange_down', 'auth/network-request-failed'],
  ['facebook', 'not_enabled', 'auth/operation-not-allowed'],
  ['facebook', 'domain_not_configured', 'auth/unauthorized-domain'],
  ['facebook', 'exchange_domain_not_configured', 'auth/unauthorized-domain'],
  ['facebook', 'not_whitelisted', 'auth/redirect-not-whitelisted'],
  ['facebook', 'server_error', 'auth/internal-error'],
  ['facebook', 'exchange_down', 'auth/network-request-failed'],
] as const)('%s with %s ends as %s', async (provider, mode, code) => {
  const browser = open()
  const flow = randomUUID()
  const ended = await withMode(provider, mode, async () => {
    const page = await browser.start(provider, { flow })
    return browser.comeBack(await social.passThrough(page, { email: newEmail(), name: 'Jordan Lee' }))
  })
  expect(ended).toEqual({ provider, mode: 'popup', flow, outcome: code })
  expect(await browser.user()).toBeNull()
})

test('a provider that is not configured is refused with its reason, and the others work', async () => {
  const bare = await startWorld({
    FACEBOOK_CLIENT_ID: '',
    FACEBOOK_CLIENT_SECRET: '',
    FACEBOOK_SIGN_IN_URL: '',
  })
  try {
    const body = { provider: 'facebook', mode: 'popup', flow: randomUUID() }
    const answer = await send(bare, 'POST', '/api/auth/sign-in/social', { body })
    expect([answer.status, answer.body]).toEqual([403, { error: 'Facebook sign-in is not enabled.' }])
    expect(answer.headers.get('x-refusal')).toBe('auth/operation-not-allowed')
    const callback = await fetch(`${bare.url}/api/auth/callback/facebook?code=1&state=2`, {
      redirect: 'manual',
    })
    expect(callback.headers.get('location')).toMatch(/outcome=auth%2Ftimeout$/)
    const browser = openSocialBrowser(bare, socialAt(bare))
    expect((await browser.signIn('google', { email: newEmail(), name: 'Jordan Lee' })).outcome).toBe(
      'signed-in',
    )
  } finally {
    await bare.stop()
  }
})

test.each(both)(
  'an address of an existing account is refused with %s, and no row changes',
  async (provider) => {
    const owner = await signUp(world)
    const [users, accounts] = [await usersNow(), await accountsNow()]
    const browser = open()
    const ended = await browser.signIn(provider, { email: owner.email.toUpperCase(), name: 'Somebody' })
    expect(ended.outcome).toBe('auth/account-exists-with-different-credential')
    expect(await browser.user()).toBeNull()
    expect(await usersNow()).toEqual(users)
    expect(await accountsNow()).toEqual(accounts)
  },
)

test('a disabled account is refused with its reason and gets no session', async () => {
  const person = { email: newEmail(), name: 'Jordan Lee' }
  const browser = open()
  await browser.signIn('google', person)
  const { db } = world.context.database
  await db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', person.email).execute()
  const again = open()
  const flow = randomUUID()
  const page = await again.start('google', { flow })
  const ended = await again.comeBack(await social.passThrough(page, person))
  expect(ended).toEqual({ provider: 'google', mode: 'popup', flow, outcome: 'auth/user-disabled' })
  expect(await again.user()).toBeNull()
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.email', '=', person.email)
    .selectAll('sessions')
    .execute()
  expect(sessions).toEqual([])
})

test('an account with a second factor must give the code before there is a session', async () => {
  const email = newEmail()
  const browser = open()
  await browser.signIn('google', { email, name: 'Jordan Lee' })
  const { app } = await setUpSecondFactor(world, browser.person())
  const again = open()
  expect((await again.signIn('google', { email, name: 'Jordan Lee' })).outcome).toBe('second-factor')
  expect(again.cookie()).not.toContain('session_token')
  expect(await again.user()).toBeNull()
  const finished = await giveCode(again.person(), await app.nextCode())
  expect([finished.status, finished.body.user.email]).toEqual([200, email])
})

test('each sign-in opens a new session: a planted one is not kept', async () => {
  const attacker = await signUp(world)
  const victim = open(attacker.cookie)
  const email = newEmail()
  expect((await victim.signIn('google', { email, name: 'Jordan Lee' })).outcome).toBe('signed-in')
  expect((await victim.user()).email).toBe(email)
  expect(victim.cookie()).not.toContain(/session_token=([^;]+)/.exec(attacker.cookie)?.[1])
  expect((await attacker.get('/api/auth/get-session')).body.user.email).toBe(attacker.email)
})

test('extra claims of the provider grant no role and prove no address', async () => {
  const claims = { role: 'administrator', disabledAt: null, twoFactorEnabled: true, email_verified: 'true' }
  for (const provider of both) {
    const browser = open()
    await browser.signIn(provider, { email: newEmail(), name: 'Jordan Lee', claims })
    expect(await browser.user()).toMatchObject({
      role: 'customer',
      emailVerified: false,
      secondFactor: false,
    })
    expect((await browser.person().get('/api/admin/shops')).status).toBe(403)
  }
})

test('no parameter of a browser or a provider redirects off the own site', async () => {
  const body = { provider: 'google', mode: 'popup', flow: randomUUID(), callbackURL: 'https://evil.test/' }
  const answer = await send(world, 'POST', '/api/auth/sign-in/social', { body })
  expect([answer.status, answer.body]).toEqual([400, { error: 'Unknown field: callbackURL.' }])
  const browser = open()
  const back = new URL(
    await social.passThrough(await browser.start('google'), { email: newEmail(), name: 'J' }),
  )
  for (const name of ['callbackURL', 'errorCallbackURL', 'redirect_uri', 'mode', 'flow'])
    back.searchParams.set(name, 'https://evil.test/')
  const ended = await browser.comeBack(back.href)
  expect(ended).toMatchObject({ provider: 'google', mode: 'popup', outcome: 'signed-in' })
  const stray = await personWith(world, '').get('/api/auth/callback/google?error=https://evil.test/')
  expect(stray.status).not.toBe(500)
})

test('a provider’s answer above the limit leads to the login page, which says why and until when', async () => {
  const { db } = world.context.database
  const answer = () =>
    fetch(`${world.url}/api/auth/callback/google?code=a&state=b`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
  expect((await answer()).headers.get('location')).toMatch(/^\/social-sign-in\?/)
  await sql`update rate_limits set count = 300 where key like 'social-callback:%'`.execute(db)
  const refused = await answer()
  const page = new URL(refused.headers.get('location') ?? '', world.url)
  expect([refused.status, page.pathname, page.searchParams.get('refused')]).toEqual([
    302,
    '/login',
    'too_many_requests',
  ])
  expect(Number(page.searchParams.get('wait'))).toBeGreaterThan(0)
  expect(Number(page.searchParams.get('wait'))).toBeLessThanOrEqual(60)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  await sql`delete from rate_limits where key like 'social-callback:%'`.execute(db)
})

test('starts are limited by network address, and linkings by account', async () => {
  const { db } = world.context.database
  const browser = open()
  await browser.signIn('google', { email: newEmail(), name: 'Jordan Lee' })
  await browser.start('facebook', { link: true })
  const useUp = (key: string, count: number) =>
    sql`update rate_limits set count = ${count} where key like ${`${key}:%`}`.execute(db)
  await useUp('social-sign-in', 300)
  await useUp('link-sign-in', 30)
  const body = { provider: 'google', mode: 'popup', flow: randomUUID() }
  for (const path of ['/api/auth/sign-in/social', '/api/account/sign-ins']) {
    const answer = await browser.person().post(path, body)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await useUp('social-sign-in', 0)
  expect((await open().start('google')).startsWith(world.sandboxUrl)).toBe(true)
})

test('a failure at the provider is logged, without the authorization code', async () => {
  const browser = open()
  const back = await withMode('facebook', 'domain_not_configured', async () =>
    social.passThrough(await browser.start('facebook'), { email: newEmail(), name: 'Jordan Lee' }),
  )
  const before = world.logLines.length
  await browser.comeBack(back)
  const logged = world.logLines.slice(before).join('')
  expect(logged).toContain('a social sign-in failed')
  expect(logged).toContain('1349048')
  expect(logged).not.toContain(new URL(back).searchParams.get('state'))
})
