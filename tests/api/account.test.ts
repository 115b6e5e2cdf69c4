import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo } from '../support/mails.ts'
import { goodPassword, personWith, send, signIn, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const otherPassword = 'another-midnight-garage-43'

/** Returns the person with the session cookie that the response set. */
function withCookieOf(person: Person, headers: Headers): Person {
  const cookie = headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
  return personWith(world, cookie, person.email, person.password)
}

/** Signs up a person whose only sign-in method is Google. */
async function withoutPassword(signedInMinutesAgo = 0): Promise<Person> {
  const person = await signUp(world)
  const { db } = world.context.database
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('accounts').where('user_id', '=', id).execute()
  await db
    .insertInto('accounts')
    .values({ id, user_id: id, provider_id: 'google', account_id: id, password: null })
    .execute()
  const signedInAt = new Date(Date.now() - signedInMinutesAgo * 60_000)
  await db.updateTable('sessions').set({ created_at: signedInAt }).where('user_id', '=', id).execute()
  return person
}

test('the account shows identity and sign-in methods', async () => {
  const person = await signUp(world)
  const { status, body } = await person.get('/api/account')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: { email: person.email, name: 'Casey Rivera', image: null, role: 'customer', secondFactor: false },
    hasPassword: true,
    linkedSignIns: [],
    recoveryCodesLeft: 0,
  })
  expect(Date.now() - Date.parse(body.createdAt)).toBeLessThan(60_000)
})

test('the account lists a linked sign-in method, and whether it has a password', async () => {
  const person = await withoutPassword()
  const { body } = await person.get('/api/account')
  expect(body.hasPassword).toBe(false)
  expect(body.linkedSignIns).toEqual([{ provider: 'google', linkedAt: expect.any(String) }])
})

test('name and photo can be changed and removed', async () => {
  const person = await signUp(world)
  const changed = await person.patch('/api/account', {
    name: '  Zoë Ångström ',
    image: 'https://pictures.example.test/zoe.png',
  })
  expect(changed.status).toBe(200)
  expect(changed.body.user).toMatchObject({
    name: 'Zoë Ångström',
    image: 'https://pictures.example.test/zoe.png',
  })
  const session = await person.get('/api/auth/get-session')
  expect(session.body.user.name).toBe('Zoë Ångström')
  const without = await person.patch('/api/account', { image: null })
  expect(without.body.user).toMatchObject({ name: 'Zoë Ångström', image: null })
})

test.each([
  ['name', { name: '   ' }, 'Please enter your name'],
  ['name', { name: 'x'.repeat(121) }, 'That name is too long'],
  ['name', { name: 'Zoë\nYour card was charged' }, 'Please remove the characters that cannot be shown'],
  ['name', { name: 'Zoë \u202etfihsaD' }, 'Please remove the characters that cannot be shown'],
  [
    'image',
    { image: 'http://plain.example.test/a.png' },
    'Please enter an address that begins with https://',
  ],
  ['image', { image: 'javascript:alert(1)' }, 'Please enter an address that begins with https://'],
  ['image', { image: 'data:image/png;base64,AAAA' }, 'Please enter an address that begins with https://'],
  ['image', { image: `https://a.test/${'x'.repeat(500)}` }, 'That address is too long'],
])('a profile with a wrong %s is refused at that field', async (field, change, sentence) => {
  const person = await signUp(world)
  const { status, body, headers } = await person.patch('/api/account', change)
  expect([status, headers.get('x-refusal-field')]).toEqual([400, field])
  expect(body.error).toBe(sentence)
})

test('the profile cannot change role, email or email verification', async () => {
  const person = await signUp(world)
  for (const change of [
    { role: 'administrator' },
    { email: 'other@example.test' },
    { emailVerified: true },
  ]) {
    expect((await person.patch('/api/account', change)).status).toBe(400)
  }
  const { body } = await person.get('/api/account')
  expect(body.user).toMatchObject({ role: 'customer', email: person.email, emailVerified: false })
})

test('a changed password opens the account, the old one no longer does', async () => {
  const person = await signUp(world)
  const answer = await person.post('/api/account/password', {
    presentPassword: goodPassword,
    password: otherPassword,
  })
  expect(answer.status).toBe(200)
  const old = await send(world, 'POST', '/api/auth/sign-in/email', {
    body: { email: person.email, password: goodPassword },
  })
  expect(old.status).toBe(401)
  expect((await signIn(world, person.email, otherPassword)).cookie).not.toBe('')
})

test('a changed password ends every session on every process and issues a new cookie to the caller', async () => {
  const person = await signUp(world)
  const elsewhere = await signIn(world, person.email)
  const secondProcess = await world.addProcess()
  const onSecond = personWith(secondProcess, elsewhere.cookie)
  expect((await onSecond.get('/api/account')).status).toBe(200)
  const answer = await person.post('/api/account/password', {
    presentPassword: goodPassword,
    password: otherPassword,
  })
  expect((await onSecond.get('/api/account')).status).toBe(401)
  expect((await person.get('/api/account')).status).toBe(401)
  const after = await withCookieOf(person, answer.headers).get('/api/account')
  expect(after.status).toBe(200)
  expect(answer.body.sessions).toEqual(after.body.sessions)
  expect(after.body.sessions.map((session: { present: boolean }) => session.present)).toEqual([true])
})

test('the owner gets a mail about a changed password', async () => {
  const person = await signUp(world)
  await person.post('/api/account/password', { presentPassword: goodPassword, password: otherPassword })
  await world.runJobs()
  const subjects = (await mailsTo(world, person.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your Dashfit password has changed')
})

test('a changed password ends pending links and codes', async () => {
  const person = await signUp(world)
  const { db } = world.context.database
  const { id } = (await person.get('/api/account')).body.user
  await db
    .insertInto('verifications')
    .values({
      id: `link-${id}`,
      identifier: 'digest',
      value: id,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  await person.post('/api/account/password', { presentPassword: goodPassword, password: otherPassword })
  expect(await db.selectFrom('verifications').select('id').where('value', '=', id).execute()).toEqual([])
})

test.each([
  ['a wrong present password', { presentPassword: 'not-my-password-1' }],
  ['no present password', {}],
])('a password is not changed with %s', async (_, given) => {
  const person = await signUp(world)
  const answer = await person.post('/api/account/password', { ...given, password: otherPassword })
  expect([answer.status, answer.headers.get('x-refusal'), answer.headers.get('x-refusal-field')]).toEqual([
    422,
    'wrong_password',
    'presentPassword',
  ])
  expect((await person.get('/api/account')).status).toBe(200)
  expect((await signIn(world, person.email)).cookie).not.toBe('')
})

test('a password against the policy is refused with its rule, and no session ends', async () => {
  const person = await signUp(world)
  for (const password of ['short', '1234567890', person.email]) {
    const answer = await person.post('/api/account/password', { presentPassword: goodPassword, password })
    expect(answer.headers.get('x-refusal')).toBe('auth/password-does-not-meet-requirements')
    expect(answer.headers.get('x-refusal-field')).toBe('password')
  }
  expect((await person.get('/api/account')).status).toBe(200)
})

test('a password may have 128 characters of any kind', async () => {
  const person = await signUp(world)
  const password = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(0x1f600 + (at % 60))).join('')
  const answer = await person.post('/api/account/password', { presentPassword: goodPassword, password })
  expect(answer.status).toBe(200)
  expect((await signIn(world, person.email, password)).cookie).not.toBe('')
  const longer = await withCookieOf(person, answer.headers).post('/api/account/password', {
    presentPassword: password,
    password: `${password}🔧`,
  })
  expect(longer.headers.get('x-refusal')).toBe('auth/password-does-not-meet-requirements')
})

test('guesses of the current password are rate limited, across processes', async () => {
  const person = await signUp(world)
  const secondProcess = await world.addProcess()
  const onSecond = personWith(secondProcess, person.cookie)
  const guess = (who: Person) =>
    who.post('/api/account/password', { presentPassword: 'not-my-password-1', password: otherPassword })
  for (let tries = 0; tries < 10; tries += 1) expect((await guess(person)).status).toBe(422)
  const stopped = await guess(onSecond)
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an account without a password can set its first one soon after signing in', async () => {
  const person = await withoutPassword()
  const elsewhere = personWith(world, person.cookie)
  const answer = await person.post('/api/account/password', { password: otherPassword })
  expect(answer.status).toBe(200)
  expect(answer.body.hasPassword).toBe(true)
  expect((await elsewhere.get('/api/account')).status).toBe(200)
  expect((await signIn(world, person.email, otherPassword)).cookie).not.toBe('')
})

test('setting a first password requires a sign-in within ten minutes', async () => {
  const person = await withoutPassword(11)
  const answer = await person.post('/api/account/password', { password: otherPassword })
  expect(answer.headers.get('x-refusal')).toBe('auth/requires-recent-login')
  expect((await person.get('/api/account')).body.hasPassword).toBe(false)
})
