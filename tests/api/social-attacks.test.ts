import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { newEmail, signUp } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt, type Social } from '../support/social.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let social: Social

beforeAll(async () => {
  world = await startWorld()
  social = socialAt(world)
})
afterAll(() => world.stop())

const open = (cookie = '') => openSocialBrowser(world, social, cookie)
const jordan = () => ({ email: newEmail(), name: 'Jordan Lee' })

/** The identity library of this process: a control removes one of its guards. */
const library = () => identityProvider(world.context).$context

async function googleWithin<Result>(
  change: (google: Awaited<ReturnType<typeof library>>['socialProviders'][number]) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  const google = (await library()).socialProviders.find(({ id }) => id === 'google')
  if (!google) throw new Error('Google is not configured')
  const guarded = { ...google }
  change(google)
  try {
    return await run()
  } finally {
    Object.assign(google, guarded)
  }
}

test.each(['wrong_signature', 'wrong_audience', 'wrong_issuer', 'wrong_nonce', 'expired'])(
  'an ID token with %s is refused; control: unverified it would be accepted',
  async (fault) => {
    await social.switchTo('google', fault)
    try {
      const browser = open()
      expect((await browser.signIn('google', jordan())).outcome).toBe('auth/internal-error')
      expect(await browser.user()).toBeNull()
      const control = await googleWithin(
        (google) => void (google.idToken = { verify: async () => true }),
        () => open().signIn('google', jordan()),
      )
      expect(control.outcome).toBe('signed-in')
    } finally {
      await social.switchTo('google', 'normal')
    }
  },
)

test('a made-up state is refused, and the code that came with it is not spent', async () => {
  const browser = open()
  const back = await social.passThrough(await browser.start('google'), jordan())
  const forged = new URL(back)
  forged.searchParams.set('state', 'x'.repeat(32))
  expect((await browser.comeBack(forged.href)).outcome).toBe('auth/timeout')
  forged.searchParams.delete('state')
  expect((await browser.comeBack(forged.href)).outcome).toBe('auth/timeout')
  expect(await browser.user()).toBeNull()
  expect((await browser.comeBack(back)).outcome).toBe('signed-in')
})

test('a state is accepted once', async () => {
  const browser = open()
  const back = await social.passThrough(await browser.start('google'), jordan())
  expect((await browser.comeBack(back)).outcome).toBe('signed-in')
  expect((await browser.comeBack(back)).outcome).toBe('auth/timeout')
  expect((await browser.user()).name).toBe('Jordan Lee')
})

test('a callback opened in another browser signs no session in there; in its own it does', async () => {
  const [attacker, victim] = [open(), open()]
  const back = await social.passThrough(await attacker.start('google'), jordan())
  await victim.start('google')
  expect((await victim.comeBack(back)).outcome).toBe('auth/timeout')
  expect((await open().comeBack(back)).outcome).toBe('auth/timeout')
  expect(await victim.user()).toBeNull()
  expect((await attacker.comeBack(back)).outcome).toBe('signed-in')
})

test.each(['google', 'facebook'] as const)(
  'another person’s code with the own state is refused by %s: its PKCE verifier belongs to another flow',
  async (provider) => {
    const steal = async () => {
      const [attacker, victim] = [open(), open()]
      const stolen = new URL(await social.passThrough(await victim.start(provider), jordan()))
      const own = new URL(await social.passThrough(await attacker.start(provider), jordan()))
      own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
      return { attacker, victim, stolen, own }
    }
    const { attacker, own } = await steal()
    expect((await attacker.comeBack(own.href)).outcome).toBe('auth/internal-error')
    expect(await attacker.user()).toBeNull()
    const control = await steal()
    expect((await control.victim.comeBack(control.stolen.href)).outcome).toBe('signed-in')
  },
)

test('a code of Google at Facebook’s callback is not exchanged', async () => {
  const browser = open()
  const back = await social.passThrough(await browser.start('google'), jordan())
  const elsewhere = back.replace('/callback/google', '/callback/facebook')
  const asked = await countFacebookRequests(() => browser.comeBack(elsewhere))
  expect(asked.result.outcome).toBe('auth/timeout')
  expect(asked.times).toBe(0)
  expect(await browser.user()).toBeNull()
  // Control: Facebook's own callback at the same address is exchanged.
  const own = await social.passThrough(await browser.start('facebook'), jordan())
  const control = await countFacebookRequests(() => browser.comeBack(own))
  expect([control.result.outcome, control.times > 0]).toEqual(['signed-in', true])
})

/**
 * Runs the work and counts this process's requests to the Facebook sandbox, by Node's HTTP client
 * diagnostics.
 */
async function countFacebookRequests<Result>(run: () => Promise<Result>) {
  const { subscribe, unsubscribe } = await import('node:diagnostics_channel')
  let times = 0
  const count = (message: unknown) => {
    const { request } = message as { request: { origin: string; path: string } }
    if (request.origin === world.sandboxUrl && request.path.startsWith('/facebook/')) times += 1
  }
  subscribe('undici:request:create', count)
  try {
    return { result: await run(), times }
  } finally {
    unsubscribe('undici:request:create', count)
  }
}

test('a callback with another provider’s issuer is refused', async () => {
  const browser = open()
  const back = new URL(await social.passThrough(await browser.start('google'), jordan()))
  expect(back.searchParams.get('iss')).toBe(`${world.sandboxUrl}/google`)
  back.searchParams.set('iss', 'https://honest.example.test')
  expect((await browser.comeBack(back.href)).outcome).toBe('auth/internal-error')
  expect(await browser.user()).toBeNull()
})

test('classic merge: a social sign-in does not open an account that an attacker created with a password', async () => {
  const attacker = await signUp(world)
  const victim = open()
  const ended = await victim.signIn('google', { email: attacker.email, name: 'The owner' })
  expect(ended.outcome).toBe('auth/account-exists-with-different-credential')
  expect(await victim.user()).toBeNull()
  // Control: without the guards, the owner would share the account with the attacker.
  const { options } = await library()
  const linking: { disableImplicitLinking?: boolean; requireLocalEmailVerified?: boolean } =
    options.account.accountLinking
  const guarded = { ...linking }
  Object.assign(linking, { disableImplicitLinking: false, requireLocalEmailVerified: false })
  try {
    const shared = open()
    await shared.signIn('google', { email: attacker.email, name: 'The owner' })
    expect((await shared.user()).id).toBe((await attacker.get('/api/auth/get-session')).body.user.id)
  } finally {
    delete linking.requireLocalEmailVerified
    Object.assign(linking, guarded)
  }
})

test('non-verifying provider: an unverified address from Facebook does not open its account', async () => {
  const owner = open()
  const email = newEmail()
  await owner.signIn('google', { email, name: 'The owner' })
  const attacker = open()
  const ended = await attacker.signIn('facebook', { email, name: 'Attacker' })
  expect(ended.outcome).toBe('auth/account-exists-with-different-credential')
  expect(await attacker.user()).toBeNull()
  const account = await owner.person().get('/api/account')
  expect(account.body.linkedSignIns.map(({ provider }: { provider: string }) => provider)).toEqual(['google'])
})

test('one callback sent twice concurrently opens at most one session', async () => {
  const browser = open()
  const person = jordan()
  const back = await social.passThrough(await browser.start('google'), person)
  const copy = open(browser.cookie())
  const outcomes = await Promise.all([browser.comeBack(back), copy.comeBack(back)])
  expect(outcomes.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1)
  const sessions = await world.context.database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.email', '=', person.email)
    .selectAll('sessions')
    .execute()
  expect(sessions).toHaveLength(1)
})

test('a stranger’s call of the callback writes short log lines, and is counted by network', async () => {
  const said = 'y'.repeat(7_000)
  const before = world.logLines.length
  const callback = `${world.url}/api/auth/callback/facebook?error=x&error_description=${said}&error_message=${said}`
  const call = () => fetch(callback, { redirect: 'manual' }).then(({ headers }) => headers.get('location'))
  expect(await call()).toMatch(/^\/social-sign-in\?/)
  const lines = world.logLines.slice(before)
  expect(lines.join('')).toContain('a social sign-in failed')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2_000)
  const places = await Promise.all(Array.from({ length: 300 }, call))
  expect(places.join(' ')).toContain('/login?refused=too_many_requests')
})
