import { createEmailVerificationToken } from 'better-auth/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeRateLimit, digestOf } from '../../server/identity/limits/rate-limit.ts'
import { mailedToken, mailedTokens, mailsTo } from '../support/mails.ts'
import {
  goodPassword,
  newEmail,
  personWith,
  registerShop,
  send,
  signIn,
  signUp,
  type Person,
} from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const isProven = async (person: Person): Promise<boolean> =>
  (await person.get('/api/auth/get-session')).body.user.emailVerified

const tokenFor = (person: Person) => mailedToken(world, person.email, '/verify-email')

test('signing up mails a link, which proves the address for the signed-in owner', async () => {
  const person = await signUp(world)
  const token = await tokenFor(person)
  expect(await isProven(person)).toBe(false)
  expect((await person.post('/api/auth/verify-email', { token })).body).toEqual({ ok: true })
  expect(await isProven(person)).toBe(true)
  // A second press succeeds too, signed in or not.
  expect((await person.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect((await personWith(world, '').post('/api/auth/verify-email', { token })).status).toBe(200)
})

test('a new shop proves its address the same way', async () => {
  const shop = await registerShop(world)
  expect(
    (
      await shop.post('/api/auth/verify-email', {
        token: await mailedToken(world, shop.email, '/verify-email'),
      })
    ).status,
  ).toBe(200)
  expect(await isProven(shop)).toBe(true)
})

test('a link opened signed out proves the address only after the owner signs in', async () => {
  const person = await signUp(world)
  const token = await tokenFor(person)
  const answer = await send(world, 'POST', '/api/auth/verify-email', { body: { token } })
  expect([answer.status, answer.body]).toEqual([401, { error: 'Please sign in to confirm this address.' }])
  expect(await isProven(person)).toBe(false)
  const onPhone = await signIn(world, person.email)
  expect((await onPhone.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect(await isProven(person)).toBe(true)
})

test('the link of one account does not prove another', async () => {
  const [one, other] = [await signUp(world), await signUp(world)]
  const answer = await other.post('/api/auth/verify-email', { token: await tokenFor(one) })
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([403, 'auth/user-mismatch'])
  expect([await isProven(one), await isProven(other)]).toEqual([false, false])
})

test('an expired link, a changed one, and one signed by another secret are refused', async () => {
  const person = await signUp(world)
  const { sessionSecret } = world.context.secrets
  const valid = await tokenFor(person)
  const [head = '', , signature = ''] = valid.split('.')
  const claims = Buffer.from(JSON.stringify({ email: person.email, exp: 9_999_999_999 })).toString(
    'base64url',
  )
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  for (const token of [
    await createEmailVerificationToken(sessionSecret, person.email, undefined, -10),
    await createEmailVerificationToken('another-secret-of-32-characters!!', person.email),
    await createEmailVerificationToken(sessionSecret, newEmail()),
    `${head}.${claims}.${signature}`,
    unsigned,
    'made-up',
  ]) {
    const answer = await person.post('/api/auth/verify-email', { token })
    expect([answer.status, answer.headers.get('x-refusal')]).toEqual([404, 'auth/invalid-action-code'])
  }
  expect(await isProven(person)).toBe(false)
})

test('the link is resent on demand, at most five times an hour, and not after the address is proven', async () => {
  const person = await signUp(world)
  const again = () => person.post('/api/auth/send-verification-email', {})
  for (let count = 0; count < 5; count++) expect((await again()).status).toBe(200)
  expect((await again()).status).toBe(429)
  const tokens = await mailedTokens(world, person.email, '/verify-email')
  expect(tokens).toHaveLength(6)
  await person.post('/api/auth/verify-email', { token: tokens.at(-1) })
  expect((await again()).status).toBe(200)
  expect(await mailedTokens(world, person.email, '/verify-email')).toHaveLength(6)
})

test('repeated sign-up and deletion cannot flood an address with mails', async () => {
  const email = newEmail()
  const countLinks = async () => {
    const { rows } = await world.context.database.pool.query(
      "select 1 from outbox where kind = 'email_proof'",
    )
    return rows.length
  }
  const before = await countLinks()
  for (let round = 0; round < 7; round++) {
    const person = await signUp(world, email)
    const gone = await person.post('/api/account/delete', { password: goodPassword, confirmation: email })
    expect(gone.status).toBe(200)
  }
  expect((await countLinks()) - before).toBe(6)
  const person = await signUp(world, email)
  const changes = { windowSeconds: 3600, max: 10 }
  for (let count = 0; count < 10; count++)
    await consumeRateLimit(world.context, `change-password:${digestOf(email)}`, changes)
  const changed = { presentPassword: goodPassword, password: 'another-lantern-42' }
  expect((await person.post('/api/account/password', changed)).status).toBe(429)
})

test('a sign-up with a taken address is refused, and its owner is mailed at most once an hour', async () => {
  const person = await signUp(world)
  for (let count = 0; count < 3; count++) {
    const answer = await send(world, 'POST', '/api/auth/sign-up/email', {
      body: { name: 'Stranger', email: person.email, password: 'turquoise-lantern-77' },
    })
    expect(answer.headers.get('x-refusal')).toBe('account_not_created')
  }
  await world.runJobs()
  const told = (await mailsTo(world, person.email)).filter(
    ({ subject }) => subject === 'You already have an account at Dashfit',
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.text).not.toContain('Stranger')
})
