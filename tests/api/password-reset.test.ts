import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerPasswordResets } from '../../server/identity/passwords/request-password-reset.ts'
import { mailedToken, mailedTokens, mailsTo } from '../support/mails.ts'
import { beginSignIn, giveCode, setUpSecondFactor } from '../support/authenticator.ts'
import { askForReset, newPassword, resetByMail, tryPassword, useReset } from '../support/passwords.ts'
import { goodPassword, newEmail, personWith, signIn, signUp } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt } from '../support/social.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'

let world: World
let other: AppProcess

beforeAll(async () => {
  world = await startWorld()
  other = await world.addProcess()
})
afterAll(() => world.stop())

test('a known and an unknown address get the same response, and only the known one a mail', async () => {
  const person = await signUp(world)
  const unknown = newEmail()
  for (const email of [person.email, person.email.toUpperCase(), unknown]) {
    const answer = await askForReset(world, email)
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
  }
  expect(await mailedTokens(world, person.email, '/reset-password')).toHaveLength(2)
  expect(await mailsTo(world, unknown)).toEqual([])
})

test('the link sets a new password, and the old one is invalid', async () => {
  const person = await signUp(world)
  await resetByMail(world, person.email)
  expect((await tryPassword(world, person.email, goodPassword)).status).toBe(401)
  await signIn(world, person.email, newPassword)
})

test('every process refuses every session from the next request on', async () => {
  const person = await signUp(world)
  const elsewhere = await signIn(world, person.email)
  const atOther = personWith(other, elsewhere.cookie)
  expect((await atOther.get('/api/account')).status).toBe(200)
  const token = await (await askForReset(world, person.email),
  mailedToken(world, person.email, '/reset-password'))
  expect((await useReset(world, token)).status).toBe(200)
  expect((await atOther.get('/api/account')).status).toBe(401)
  expect((await person.get('/api/account')).status).toBe(401)
})

test('one transaction changes the password and ends the sessions, also for a direct database update', async () => {
  const { db } = world.context.database
  const change = (person: { email: string }, password: string) =>
    db
      .updateTable('accounts')
      .set({ password })
      .where('user_id', 'in', db.selectFrom('users').select('id').where('email', '=', person.email))
      .execute()
  const person = await signUp(world)
  await change(person, 'salt:changed')
  expect((await personWith(other, person.cookie).get('/api/account')).status).toBe(401)

  // Without the trigger the session would survive.
  const control = await signUp(world)
  await world.context.database.pool.query('alter table accounts disable trigger accounts_end_sessions')
  await change(control, 'salt:changed')
  await world.context.database.pool.query('alter table accounts enable trigger accounts_end_sessions')
  expect((await personWith(other, control.cookie).get('/api/account')).status).toBe(200)
})

test('a link works once, also for two concurrent presses', async () => {
  const { email } = await signUp(world)
  await askForReset(world, email)
  const token = await mailedToken(world, email, '/reset-password')
  const answers = await Promise.all([useReset(world, token), useReset(other, token, 'another-lantern-78')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const again = await useReset(world, token)
  expect([again.status, again.headers.get('x-refusal')]).toEqual([404, 'auth/invalid-action-code'])
})

test('using one link invalidates the other mailed links', async () => {
  const { email } = await signUp(world)
  await askForReset(world, email)
  await askForReset(world, email)
  const [first = '', second = ''] = await mailedTokens(world, email, '/reset-password')
  expect((await useReset(world, second)).status).toBe(200)
  expect((await useReset(world, first)).status).toBe(404)
})

test('an expired link and a made-up one are refused', async () => {
  const { email } = await signUp(world)
  await askForReset(world, email)
  const token = await mailedToken(world, email, '/reset-password')
  await world.context.database.pool.query(
    `update verifications set expires_at = now() - interval '1 second' where value = (select id from users where email = $1)`,
    [email],
  )
  expect((await useReset(world, token)).headers.get('x-refusal')).toBe('auth/invalid-action-code')
  expect((await useReset(world, 'made-up')).headers.get('x-refusal')).toBe('auth/invalid-action-code')
})

test('a password against the policy is refused with its rule, and the link stays valid', async () => {
  const { email } = await signUp(world)
  await askForReset(world, email)
  const token = await mailedToken(world, email, '/reset-password')
  for (const password of ['short', '1234567890', email]) {
    const answer = await useReset(world, token, password)
    expect([answer.status, answer.headers.get('x-refusal-field')]).toEqual([422, 'password'])
    expect(answer.headers.get('x-refusal')).toBe('auth/password-does-not-meet-requirements')
  }
  expect((await useReset(world, token)).status).toBe(200)
})

test('an account with only Facebook can set a first password, which ends its sessions', async () => {
  const email = newEmail()
  const browser = openSocialBrowser(world, socialAt(world))
  await browser.signIn('facebook', { email, name: 'Sam Reyes' })
  await world.context.database.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', email)
    .execute()
  await resetByMail(world, email)
  expect((await browser.person().get('/api/account')).status).toBe(401)
  const person = await signIn(world, email, newPassword)
  const { linkedSignIns } = (await person.get('/api/account')).body
  expect(linkedSignIns).toEqual([{ provider: 'facebook', linkedAt: expect.any(String) }])
})

test('a proven account keeps its second factor, but loses trusted browsers and pending sign-ins', async () => {
  const person = await signUp(world)
  await world.context.database.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', person.email)
    .execute()
  const { app } = await setUpSecondFactor(world, person)
  const trusting = await beginSignIn(world, person)
  const trusted = await giveCode(trusting, await app.nextCode(), { trustDevice: true })
  expect(trusted.status).toBe(200)
  const waiting = await beginSignIn(world, person)
  await resetByMail(world, person.email)
  const cookie = trusted.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const again = await tryPassword(world, person.email, newPassword, cookie)
  expect(again.body).toEqual({ secondFactorRequired: true })
  // The code is correct, but its pending sign-in is gone.
  const late = await giveCode(waiting, await app.code(1))
  expect([late.status, late.headers.get('x-refusal')]).toEqual([401, 'auth/code-expired'])
})

test('a reset sends a mail, and no table contains its link', async () => {
  const { email } = await signUp(world)
  await askForReset(world, email)
  const token = await mailedToken(world, email, '/reset-password')
  const { rows } = await world.context.database.pool.query<{ row: string }>(
    `select payload::text as row from outbox union all select v::text from verifications v`,
  )
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
  await useReset(world, token)
  await world.runJobs()
  const subjects = (await mailsTo(world, email)).map(({ subject }) => subject)
  expect(subjects.at(-1)).toBe('Your Dashfit password has changed')
})

test('a reset clears the owner’s lockout after wrong passwords', async () => {
  const { email } = await signUp(world)
  for (let count = 0; count < 11; count++) await tryPassword(world, email, 'guess-guess-guess')
  expect((await tryPassword(world, email, goodPassword)).status).toBe(429)
  await resetByMail(world, email)
  await signIn(world, email, newPassword)
})

test('one address is mailed at most five times an hour, with or without an account', async () => {
  for (const email of [(await signUp(world)).email, newEmail()]) {
    for (let count = 0; count < 5; count++) expect((await askForReset(other, email)).status).toBe(200)
    const limited = await askForReset(world, email)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3000)
  }
})

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** Ratio of the median durations for known and unknown addresses, measured alternately. */
async function ratioOf(work: (email: string) => Promise<unknown>): Promise<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const known = await Promise.all(Array.from({ length: 10 }, async () => (await signUp(world)).email))
  for (let round = 0; round < 100; round++) {
    if (round % 20 === 0)
      await world.context.database.pool.query(`delete from rate_limits where key like 'password-reset%'`)
    const emails = { known: known[round % known.length] ?? '', unknown: newEmail() }
    for (const which of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const before = performance.now()
      await work(emails[which])
      times[which].push(performance.now() - before)
    }
  }
  return median(times.known) / median(times.unknown)
}

/** The number of queries to the database. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return asked.mock.calls.length
  } finally {
    asked.mockRestore()
  }
}

test('a request takes equal time and queries for a known and an unknown address; control: a lookup first would not', async () => {
  const ratio = await ratioOf((email) => askForReset(world, email))
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.4)
  const { email } = await signUp(world)
  await world.runJobs()
  const ask = (address: string) => countQueries(() => askForReset(world, address))
  expect(await ask(email)).toBe(await ask(newEmail()))
  await world.runJobs()
  const askAndLook = (address: string) =>
    countQueries(async () => {
      await askForReset(world, address)
      await answerPasswordResets(world.context)
    })
  expect(await askAndLook(email)).toBeGreaterThan(await askAndLook(newEmail()))
})
