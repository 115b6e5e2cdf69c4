import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import {
  authenticatorOf,
  beginSignIn,
  giveCode,
  setUpSecondFactor,
  withCookiesOf,
} from '../support/authenticator.ts'
import { goodPassword, personWith, send, signIn, signUp, type Person } from '../support/people.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'

let world: World
let other: AppProcess

beforeAll(async () => {
  world = await startWorld()
  other = await world.addProcess()
})
afterAll(() => world.stop())

const start = (person: Person, password: string | undefined = goodPassword) =>
  person.post('/api/account/second-factor', { password })
const confirm = (person: Person, code: string) => person.post('/api/account/second-factor/confirm', { code })
const stop = (person: Person, password = goodPassword) =>
  person.post('/api/account/second-factor/stop', { password })
const renew = (person: Person, password = goodPassword) =>
  person.post('/api/account/second-factor/recovery-codes', { password })
const sessionOf = async (person: Person) => (await person.get('/api/auth/get-session')).body

function refusalOf(answer: { status: number; headers: Headers }): [number, string | null] {
  return [answer.status, answer.headers.get('x-refusal')]
}

function execute(statement: ReturnType<typeof sql>) {
  return statement.execute(world.context.database.db)
}

function deviceOf(person: Person): string {
  const device = person.cookie.split('; ').find((pair) => pair.includes('device_'))
  if (device === undefined) throw new Error('no known device')
  return device
}

const userIdOf = async (person: Person) => (await sessionOf(person)).user.id as string

test('the first code activates a second factor: other sessions end, and this browser stays signed in', async () => {
  const person = await signUp(world)
  const elsewhere = await signIn(world, person.email)
  const started = await start(person)
  expect(started.body).toEqual({
    address: expect.stringMatching(/^otpauth:\/\/totp\/Dashfit:.*secret=[A-Z2-7]+&issuer=Dashfit/),
    secret: expect.stringMatching(/^[A-Z2-7]{32,}$/),
    recoveryCodes: expect.arrayContaining([expect.stringMatching(/^[0-9a-z]{5}-[0-9a-z]{5}$/)]),
  })
  expect(new Set(started.body.recoveryCodes).size).toBe(10)
  expect((await sessionOf(elsewhere)).user.secondFactor).toBe(false)

  const confirmed = await confirm(person, await authenticatorOf(started.body.address).nextCode())
  expect(confirmed.status).toBe(200)
  expect(confirmed.body).toMatchObject({
    user: { secondFactor: true },
    recoveryCodesLeft: 10,
    sessions: [{ present: true }],
  })
  expect(await sessionOf(elsewhere)).toBeNull()
  expect(await sessionOf(person)).toBeNull()
  expect((await sessionOf(withCookiesOf(world, person, confirmed))).user.secondFactor).toBe(true)
})

test('the right password opens no session without the code, and the code opens one', async () => {
  const { person, app } = await setUpSecondFactor(world, await signUp(world))
  const waiting = await beginSignIn(world, person)
  expect(await sessionOf(waiting)).toBeNull()
  expect(waiting.cookie).not.toContain('session_token')
  expect((await waiting.get('/api/account')).status).toBe(401)
  expect((await waiting.get('/api/auth/second-factor')).body).toEqual({ waiting: true })

  const answer = await giveCode(waiting, await app.nextCode())
  expect([answer.status, answer.body.user.email]).toEqual([200, person.email])
  const inside = withCookiesOf(world, waiting, answer)
  expect((await sessionOf(inside)).user.secondFactor).toBe(true)
  expect((await waiting.get('/api/auth/second-factor')).body).toEqual({ waiting: false })
  const { session_rows: rows } = (
    await sql<{ session_rows: number }>`select count(*)::int as session_rows from sessions
      where user_id = ${answer.body.user.id}`.execute(world.context.database.db)
  ).rows[0] ?? { session_rows: 0 }
  expect(rows).toBe(2)
})

test('an unconfirmed set-up has no effect, and the next one replaces it', async () => {
  const person = await signUp(world)
  const first = authenticatorOf((await start(person)).body.address)
  await signIn(world, person.email)
  const second = authenticatorOf((await start(person)).body.address)
  expect(refusalOf(await confirm(person, await first.code()))).toEqual([
    422,
    'auth/invalid-verification-code',
  ])
  expect((await sessionOf(person)).user.secondFactor).toBe(false)
  expect((await confirm(person, await second.code())).status).toBe(200)
})

test('only the owner can set it up, turn it off and make new recovery codes', async () => {
  const person = await signUp(world)
  expect(refusalOf(await start(person, 'not-the-password'))).toEqual([422, 'wrong_password'])
  expect(refusalOf(await person.post('/api/account/second-factor', {}))).toEqual([422, 'wrong_password'])
  expect(refusalOf(await confirm(person, '000000'))).toEqual([409, 'second_factor_off'])
  expect(refusalOf(await stop(person))).toEqual([409, 'second_factor_off'])
  expect(refusalOf(await renew(person))).toEqual([409, 'second_factor_off'])

  const { person: safe, app } = await setUpSecondFactor(world, person)
  expect(refusalOf(await start(safe))).toEqual([409, 'second_factor_on'])
  expect(refusalOf(await confirm(safe, await app.nextCode()))).toEqual([409, 'second_factor_on'])
  expect(refusalOf(await stop(safe, 'not-the-password'))).toEqual([422, 'wrong_password'])
  expect(refusalOf(await renew(safe, 'not-the-password'))).toEqual([422, 'wrong_password'])
})

test('without a password, a sign-in within ten minutes identifies the owner', async () => {
  const person = await signUp(world)
  const userId = await userIdOf(person)
  await execute(sql`update accounts set password = null where user_id = ${userId}`)
  const again = await signUp(world)
  const token = /session_token=([^.]+)/.exec(again.cookie)?.[1] ?? ''
  await execute(sql`update sessions set user_id = ${userId} where token = ${decodeURIComponent(token)}`)
  await execute(sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`)
  const late = await again.post('/api/account/second-factor', {})
  expect(refusalOf(late)).toEqual([403, 'auth/requires-recent-login'])
  await execute(sql`update sessions set created_at = now() - interval '9 minutes' where user_id = ${userId}`)
  expect((await again.post('/api/account/second-factor', {})).status).toBe(200)
})

test('a code is accepted once: neither it nor an older one opens another session', async () => {
  const { person, app } = await setUpSecondFactor(world, await signUp(world))
  const [present, next] = [await app.code(), await app.code(1)]
  expect((await giveCode(await beginSignIn(world, person), next)).status).toBe(200)
  for (const code of [next, present]) {
    const replayed = await giveCode(await beginSignIn(world, person), code)
    expect(refusalOf(replayed)).toEqual([422, 'auth/invalid-verification-code'])
    expect(replayed.headers.getSetCookie()).toEqual([])
  }
})

test('of two processes that receive one code concurrently, one opens a session', async () => {
  const { person, app } = await setUpSecondFactor(world, await signUp(world))
  const waiting = await Promise.all([
    beginSignIn(world, person),
    beginSignIn(other, person),
    beginSignIn(world, person),
    beginSignIn(other, person),
  ])
  const code = await app.nextCode()
  const answers = await Promise.all(waiting.map((one) => giveCode(one, code)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 422, 422, 422,
  ])
})

test('a recovery code works once, in any formatting, and new codes invalidate the old', async () => {
  const { person, recoveryCodes } = await setUpSecondFactor(world, await signUp(world))
  const [first = '', second = '', third = ''] = recoveryCodes
  const typed = ` ${first.replace('-', ' ').toUpperCase()} `
  expect((await giveCode(await beginSignIn(world, person), typed)).status).toBe(200)
  expect((await person.get('/api/account')).body.recoveryCodesLeft).toBe(9)
  expect(refusalOf(await giveCode(await beginSignIn(world, person), first))).toEqual([
    422,
    'auth/invalid-verification-code',
  ])

  const renewed = await renew(person)
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await giveCode(await beginSignIn(world, person), second)).status).toBe(422)
  expect((await giveCode(await beginSignIn(world, person), third)).status).toBe(422)
  const fresh = await giveCode(await beginSignIn(world, person), renewed.body.recoveryCodes[0])
  expect(fresh.status).toBe(200)
})

test('new recovery codes are refused when another window turns the second factor off meanwhile', async () => {
  const { person } = await setUpSecondFactor(world, await signUp(world))
  const { api } = identityProvider(world.context)
  const { generateBackupCodes } = api
  const turnOff = async (...asked: Parameters<typeof generateBackupCodes>) => {
    await execute(sql`update users set two_factor_enabled = false where email = ${person.email}`)
    return generateBackupCodes(...asked)
  }
  Object.assign(api, { generateBackupCodes: turnOff })
  try {
    expect(refusalOf(await renew(person))).toEqual([409, 'second_factor_off'])
  } finally {
    Object.assign(api, { generateBackupCodes })
  }
})

test('of two processes that receive one recovery code concurrently, one opens a session', async () => {
  const { person, recoveryCodes } = await setUpSecondFactor(world, await signUp(world))
  const waiting = await Promise.all([beginSignIn(world, person), beginSignIn(other, person)])
  const answers = await Promise.all(waiting.map((one) => giveCode(one, recoveryCodes[0] ?? '')))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
})

test('five wrong codes end the pending sign-in, and the right one comes too late', async () => {
  const { person, app } = await setUpSecondFactor(world, await signUp(world))
  const waiting = await beginSignIn(world, person)
  for (let count = 0; count < 5; count++) {
    expect(refusalOf(await giveCode(waiting, 'wrong-codes'))).toEqual([422, 'auth/invalid-verification-code'])
  }
  const sixth = await giveCode(waiting, await app.nextCode())
  expect(refusalOf(sixth)).toEqual([401, 'auth/code-expired'])
  expect(await sessionOf(waiting)).toBeNull()
})

test('ten wrong codes lock an account for 15 minutes, across sign-ins and processes', async () => {
  const { person, app } = await setUpSecondFactor(world, await signUp(world))
  for (let count = 0; count < 10; count++) {
    const process = count % 2 === 0 ? world : other
    const answer = await giveCode(await beginSignIn(process, person), '000-000')
    expect(answer.status).toBe(422)
  }
  const limited = await giveCode(await beginSignIn(world, person), await app.nextCode())
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(600)
})

test('a device known from before the second factor has no attempts of its own: a holder of the password can have many', async () => {
  const person = await signUp(world)
  const before = await Promise.all(Array.from({ length: 3 }, () => signIn(world, person.email)))
  const { person: owner, app } = await setUpSecondFactor(world, await signIn(world, person.email))
  for (let count = 0; count < 12; count++)
    await giveCode(await beginSignIn(world, person, deviceOf(before[count % 3] ?? person)), '000000')
  const guesser = await beginSignIn(world, person, deviceOf(before[0] ?? person))
  expect((await giveCode(guesser, await app.code(1))).status).toBe(429)
  const here = await beginSignIn(world, person, deviceOf(owner))
  expect((await giveCode(here, await app.code(1))).status).toBe(200)
})

test('wrong codes elsewhere do not lock the owner out on a known device', async () => {
  const person = await signUp(world)
  const known = await signIn(world, person.email)
  const { person: owner, app, recoveryCodes } = await setUpSecondFactor(world, known)
  const device = deviceOf(owner)
  for (let count = 0; count < 11; count++) await giveCode(await beginSignIn(world, person), '000000')
  expect((await giveCode(await beginSignIn(world, person), await app.code())).status).toBe(429)
  const here = await beginSignIn(world, person, device)
  expect((await giveCode(here, '000000')).status).toBe(422)
  expect((await giveCode(here, await app.nextCode())).status).toBe(200)
  // Wrong codes of the device itself do count.
  for (let count = 0; count < 10; count++) await giveCode(await beginSignIn(world, person, device), '000000')
  const tooMany = await giveCode(await beginSignIn(world, person, device), recoveryCodes[0] ?? '')
  expect(tooMany.status).toBe(429)
})

test('a code without a pending sign-in, or with a forged, a used or an expired one, is too late', async () => {
  const { person, app, recoveryCodes } = await setUpSecondFactor(world, await signUp(world))
  const tooLate = [401, 'auth/code-expired']
  expect(refusalOf(await giveCode(personWith(world, ''), await app.code()))).toEqual(tooLate)
  const waiting = await beginSignIn(world, person)
  const forged = waiting.cookie.replace(/two_factor=[^.;]+/, 'two_factor=2fa-made-up')
  expect(forged).not.toBe(waiting.cookie)
  expect(refusalOf(await giveCode(personWith(world, forged), await app.code()))).toEqual(tooLate)

  await execute(sql`update verifications set expires_at = now() - interval '1 second'`)
  expect(refusalOf(await giveCode(waiting, await app.nextCode()))).toEqual(tooLate)
  const spent = await beginSignIn(world, person)
  expect((await giveCode(spent, recoveryCodes[0] ?? '')).status).toBe(200)
  expect(refusalOf(await giveCode(spent, '123456'))).toEqual(tooLate)
})

test('disabling the account ends its pending sign-in', async () => {
  const { person, app } = await setUpSecondFactor(world, await signUp(world))
  const waiting = await beginSignIn(world, person)
  await execute(sql`update users set disabled_at = now() where email = ${person.email}`)
  expect(refusalOf(await giveCode(waiting, await app.nextCode()))).toEqual([401, 'auth/code-expired'])
  const { email, password } = person
  const again = await send(world, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
  expect(refusalOf(again)).toEqual([403, 'auth/user-disabled'])
})

test('another account’s session beside a pending sign-in neither confirms a set-up nor guesses codes', async () => {
  const { person, app } = await setUpSecondFactor(world, await signUp(world))
  const bystander = await signUp(world)
  const begun = authenticatorOf((await start(bystander)).body.address)
  const waiting = await beginSignIn(world, person)
  const both = personWith(world, `${bystander.cookie}; ${waiting.cookie}`)
  expect((await giveCode(both, await begun.code())).status).toBe(422)
  expect((await sessionOf(bystander)).user.secondFactor).toBe(false)
  const answer = await giveCode(both, await app.nextCode())
  expect(answer.body.user.email).toBe(person.email)
  expect(refusalOf(await giveCode(bystander, await begun.code()))).toEqual([401, 'auth/code-expired'])
})

test('a trusted browser needs no code; its cookie does not work for another account', async () => {
  const { person, app, recoveryCodes } = await setUpSecondFactor(world, await signUp(world))
  const waiting = await beginSignIn(world, person)
  const answer = await giveCode(waiting, await app.nextCode(), { trustDevice: true })
  const trusted = withCookiesOf(world, waiting, answer)
  const trust = trusted.cookie.split('; ').find((pair) => pair.includes('trust_device')) ?? ''
  expect(trust).not.toBe('')
  const signInWith = (email: string, cookie: string) =>
    send(world, 'POST', '/api/auth/sign-in/email', {
      body: { email, password: goodPassword },
      headers: { cookie },
    })

  const stranger = await setUpSecondFactor(world, await signUp(world))
  expect((await signInWith(stranger.person.email, trust)).body).toEqual({ secondFactorRequired: true })
  const again = await signInWith(person.email, trust)
  expect(again.body.user.email).toBe(person.email)
  // The cookie was rotated on use: a copy of the old one is invalid.
  expect((await signInWith(person.email, trust)).body).toEqual({ secondFactorRequired: true })

  const renewed = withCookiesOf(world, trusted, again)
  // Turned off elsewhere, where the library does not receive this browser's cookie.
  const waitsElsewhere = await beginSignIn(world, person)
  const letIn = await giveCode(waitsElsewhere, recoveryCodes[1] ?? '')
  expect((await stop(withCookiesOf(world, waitsElsewhere, letIn))).status).toBe(200)
  const back = await setUpSecondFactor(world, await signIn(world, person.email))
  expect((await signInWith(person.email, renewed.cookie)).body).toEqual({ secondFactorRequired: true })
  expect((await giveCode(await beginSignIn(world, person), recoveryCodes[0] ?? '')).status).toBe(422)
  expect(back.recoveryCodes).toHaveLength(10)
})

test('once turned off, the password alone signs in again, and a mail reports each change', async () => {
  const { person } = await setUpSecondFactor(world, await signUp(world))
  const stopped = await stop(person)
  expect(stopped.body).toMatchObject({ user: { secondFactor: false }, recoveryCodesLeft: 0 })
  expect((await sessionOf(withCookiesOf(world, person, stopped))).user.secondFactor).toBe(false)
  await signIn(world, person.email)
  const told = await sql<{ kind: string }>`
    select kind from outbox where recipient = ${person.email} and kind = 'second_factor_changed'`.execute(
    world.context.database.db,
  )
  expect(told.rows).toHaveLength(2)
})

test('the secret and the recovery codes are sealed in the database', async () => {
  const person = await signUp(world)
  const { body } = await start(person)
  const rows = await sql<{ secret: string; backup_codes: string }>`
    select secret, backup_codes from two_factors where user_id = ${await userIdOf(person)}`.execute(
    world.context.database.db,
  )
  const kept = JSON.stringify(rows.rows)
  expect(kept).not.toContain(body.secret)
  for (const code of body.recoveryCodes) expect(kept).not.toContain(code)
})

test('guesses of a set-up’s first code are limited to ten attempts', async () => {
  const person = await signUp(world)
  await start(person)
  for (let count = 0; count < 10; count++) expect((await confirm(person, '12345x')).status).toBe(422)
  expect((await confirm(person, '12345x')).status).toBe(429)
})
