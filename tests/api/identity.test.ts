import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword, newEmail, personWith, send, signIn, signUp } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('signing up signs in: the session is in an HttpOnly cookie and no token is in the answer', async () => {
  const email = newEmail()
  const answer = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name: 'Casey Rivera', email, password: goodPassword },
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    user: {
      id: expect.any(String),
      email,
      name: 'Casey Rivera',
      image: null,
      role: 'customer',
      emailVerified: false,
      secondFactor: false,
      byPasskey: false,
      workplaces: [],
      onlyWorks: false,
    },
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^dashfit\.session_token=/)
  expect(cookie).toMatch(/HttpOnly/i)
  expect(cookie).toMatch(/SameSite=Lax/i)
  const session = await personWith(world, cookie.slice(0, cookie.indexOf(';'))).get('/api/auth/get-session')
  expect(session.body.user.email).toBe(email)
})

test('a visitor has no session, and a made-up cookie is none', async () => {
  expect((await personWith(world, '').get('/api/auth/get-session')).body).toBeNull()
  expect(
    (await personWith(world, 'dashfit.session_token=made.up').get('/api/auth/get-session')).body,
  ).toBeNull()
})

test('a sign-up cannot set the administrator role', async () => {
  const answer = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name: 'Casey', email: newEmail(), password: goodPassword, role: 'administrator' },
  })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ error: 'Unknown field: role.' })
})

test('signing in gives a new session each time, and signing out ends that one on the server', async () => {
  const person = await signUp(world)
  const again = await signIn(world, person.email)
  expect(again.cookie).not.toBe(person.cookie)
  expect((await again.post('/api/auth/sign-out', {})).status).toBe(200)
  expect((await again.get('/api/auth/get-session')).body).toBeNull()
  expect((await person.get('/api/auth/get-session')).body.user.email).toBe(person.email)
})

test('a wrong password and an unknown address get the same message', async () => {
  const person = await signUp(world)
  const answers = []
  for (const email of [person.email, newEmail()]) {
    answers.push(
      await send(world, 'POST', '/api/auth/sign-in/email', { body: { email, password: 'not-the-password' } }),
    )
  }
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([401, { error: 'That email and password don’t match.' }])
  }
})

test('ten wrong passwords lock an account for five minutes', async () => {
  const person = await signUp(world)
  const attempt = () =>
    send(world, 'POST', '/api/auth/sign-in/email', {
      body: { email: person.email, password: 'guess-guess-guess' },
    })
  for (let count = 0; count < 10; count++) expect((await attempt()).status).toBe(401)
  const limited = await attempt()
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(200)
  expect((await signUp(world)).cookie).not.toBe('')
})

test.each([
  ['short', 'Please use at least 10 characters.'],
  ['1234567890', 'This password is too common. Choose another.'],
  ['x'.repeat(129), 'Please use at most 128 characters.'],
  ['ababababababab', 'This password is too common. Choose another.'],
])('the password %s is refused with the rule it breaks', async (password, sentence) => {
  const answer = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name: 'Casey', email: newEmail(), password },
  })
  expect([answer.status, answer.body]).toEqual([422, { error: sentence }])
  expect(answer.headers.get('x-refusal')).toBe('auth/password-does-not-meet-requirements')
  expect(answer.headers.get('x-refusal-field')).toBe('password')
})

test('the email itself is refused as a password, and any character is allowed in one', async () => {
  const email = newEmail()
  const asPassword = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name: 'Casey', email, password: email.toUpperCase() },
  })
  expect(asPassword.body).toEqual({ error: 'Your password can’t be your email address.' })
  const unusual = '  pässwörter mit 🚗 und leer  '
  const made = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name: 'Casey', email, password: unusual },
  })
  expect(made.status).toBe(200)
  await signIn(world, email, unusual)
})

test('addresses that differ only in case are one account', async () => {
  const person = await signUp(world)
  await signIn(world, person.email.toUpperCase())
  const twice = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name: 'Casey', email: person.email.toUpperCase(), password: goodPassword },
  })
  expect([twice.status, twice.headers.get('x-refusal')]).toEqual([422, 'account_not_created'])
})
