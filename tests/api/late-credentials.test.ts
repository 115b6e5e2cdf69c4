import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticatorOf } from '../support/authenticator.ts'
import { askForCode, fromNewNetwork, requestCode, signInByCode, tryCode } from '../support/email-codes.ts'
import { tryPassword } from '../support/passwords.ts'
import { newEmail, signUp } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt, type Social } from '../support/social.ts'
import { startWorld, type World } from '../support/start-world.ts'

/*
 * A stranger has created an account with the address of another person. While that person proves the address
 * with a mailed code, requests of the stranger are in flight: none of them leaves a credential behind.
 */

let world: World
let social: Social

beforeAll(async () => {
  world = await startWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  social = socialAt(world)
})
afterAll(() => world.stop())

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
const strangerAtGoogle = (email: string) => ({ email, name: 'Stranger', unverified: true })

/** An account that a stranger created with another person's address, and that person's code. */
async function strangersAccount() {
  const email = newEmail()
  const stranger = openSocialBrowser(world, social)
  await stranger.signIn('google', strangerAtGoogle(email))
  const challenge = await requestCode(world, email, fromNewNetwork())
  return { email, stranger, prove: () => tryCode(world, challenge, fromNewNetwork()) }
}

test.each([0, 15, 30, 45, 60, 80])(
  'a first password that the stranger sends %i ms before the code opens nothing',
  async (before) => {
    const { email, stranger, prove } = await strangersAccount()
    const password = 'a phrase of the stranger'
    const sent = stranger.person().post('/api/account/password', { password })
    await sleep(before)
    expect((await prove()).status).toBe(200)
    await sent
    expect((await tryPassword(world, email, password)).status).toBe(401)
    expect(await stranger.user()).toBeNull()
  },
)

test('several first passwords at once: one is set, and the others are refused', async () => {
  const { stranger } = await strangersAccount()
  const person = stranger.person()
  const answers = await Promise.all(
    [1, 2, 3].map((each) =>
      person.post('/api/account/password', { password: `a phrase with number ${each}` }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
})

test.each([0, 1, 2, 3, 5, 8])(
  'a second factor that the stranger confirms %i ms before the code does not keep the owner out',
  async (before) => {
    const stranger = await signUp(world)
    const { email, password } = stranger
    const started = await stranger.post('/api/account/second-factor', { password })
    const code = await authenticatorOf(String(started.body.address)).nextCode()
    const challenge = await requestCode(world, email, fromNewNetwork())
    const sent = stranger.post('/api/account/second-factor/confirm', { code })
    await sleep(before)
    const proven = await tryCode(world, challenge, fromNewNetwork())
    expect((await sent).status).toBeLessThan(500)
    expect([proven.status, proven.body.secondFactorRequired]).toEqual([200, undefined])
    expect((await signInByCode(world, email)).cookie).not.toBe('')
    expect((await stranger.get('/api/account')).status).toBe(401)
  },
)

test('callbacks of the stranger’s sign-in leave no session', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email, prove } = await strangersAccount()
    const browsers = Array.from({ length: 8 }, () => openSocialBrowser(world, social))
    const callbacks = await Promise.all(
      browsers.map(async (browser) =>
        social.passThrough(await browser.start('google'), strangerAtGoogle(email)),
      ),
    )
    const proven = prove()
    await Promise.all(
      browsers.map(async (browser, index) => {
        await sleep(index * 4)
        await browser.comeBack(callbacks[index] ?? '')
      }),
    )
    expect((await proven).status).toBe(200)
    for (const browser of browsers) expect(await browser.user()).toBeNull()
  }
})

test('neither the stranger’s name and photo nor a known device stays', async () => {
  const { email, stranger, prove } = await strangersAccount()
  const person = stranger.person()
  await person.patch('/api/account', {
    name: 'Call this number',
    image: 'https://tracker.example.test/p.gif',
  })
  const { address } = (await person.post('/api/account/second-factor', {})).body
  const app = authenticatorOf(String(address))
  const on = await person.post('/api/account/second-factor/confirm', { code: await app.nextCode() })
  const device = on.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => pair.includes('device_'))
    .join('; ')
  expect(device).not.toBe('')
  const answer = await prove()
  expect(answer.body.user).toMatchObject({ name: '', image: null, emailVerified: true })
  await world.context.database.pool.query(
    `update rate_limits set count = 5, last_request = $1 where key like 'email-code:%'`,
    [Date.now()],
  )
  expect((await askForCode(world, email, { ...fromNewNetwork(), cookie: device })).status).toBe(429)
})
