import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpSecondFactor } from '../support/authenticator.ts'
import { mailedToken, mailsTo } from '../support/mails.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  createDevice,
  signInWithPasskey,
  type Device,
} from '../support/passkey.ts'
import {
  goodPassword,
  personWith,
  send,
  signIn,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await query('delete from rate_limits')
})

const query = (text: string, values: unknown[] = []) => world.context.database.pool.query(text, values)

/** A customer with a proven address. */
async function signUpProven(): Promise<Person> {
  const person = await signUp(world)
  await query('update users set email_verified = true where email = $1', [person.email])
  return person
}

async function withPasskey(): Promise<{ person: Person; device: Device; id: string }> {
  const person = await signUpProven()
  const device = createDevice(world)
  const added = await addPasskey(world, person, device)
  expect([added.status, added.body.passkeys]).toMatchObject([200, [{ name: 'My phone' }]])
  return { person, device, id: added.body.passkeys[0].id }
}

const ageSessions = (person: Person, age: string) =>
  query(
    `update sessions set created_at = now() - $2::interval where user_id = (select id from users where email = $1)`,
    [person.email, age],
  )

const outcomeOf = ({ status, headers }: Answer) => [status, headers.get('x-refusal')]

test('a passkey signs in without address and password, and the session records it', async () => {
  const { person, device } = await withPasskey()
  const { answer, person: inside } = await signInWithPasskey(world, device)
  expect(answer.body.user).toMatchObject({ email: person.email, byPasskey: true, secondFactor: false })
  expect((await inside.get('/api/auth/get-session')).body.user.byPasskey).toBe(true)
  expect((await inside.get('/api/account')).body.user.byPasskey).toBe(true)
  expect((await person.get('/api/account')).body.user.byPasskey).toBe(false)
  expect((await signInWithPasskey(world, device)).answer.status).toBe(200)
})

test('the challenges require user verification and name no account', async () => {
  const { person, device } = await withPasskey()
  const { options } = await beginPasskeySignIn(world, person.cookie)
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(options['allowCredentials']).toBeUndefined()
  const again = (await beginPasskey(world, person)).options
  expect(again).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: (device.use({ challenge: '' }) as { id: string }).id }],
  })
})

test('adding one is for the owner with a proven address', async () => {
  const person = await signUp(world)
  const begin = (body: object) => person.post('/api/account/passkeys/options', body)
  expect(outcomeOf(await begin({ password: goodPassword }))).toEqual([403, 'email_not_proven'])
  await query('update users set email_verified = true where email = $1', [person.email])
  expect(outcomeOf(await begin({}))).toEqual([422, 'wrong_password'])
  expect(outcomeOf(await begin({ password: 'not the password' }))).toEqual([422, 'wrong_password'])
  expect((await begin({ password: goodPassword })).status).toBe(200)

  await query('delete from accounts where user_id = (select id from users where email = $1)', [person.email])
  expect((await begin({})).status).toBe(200)
  await ageSessions(person, '11 minutes')
  expect(outcomeOf(await begin({}))).toEqual([403, 'auth/requires-recent-login'])
})

test('a passkey response is accepted once, in its own browser, for its own account and purpose', async () => {
  const { device } = await withPasskey()
  const begun = await beginPasskeySignIn(world)
  const answer = device.use(begun.options)
  const elsewhere = await beginPasskeySignIn(world)
  expect(outcomeOf(await elsewhere.person.post('/api/auth/passkey', { answer }))).toEqual([
    401,
    'passkey_refused',
  ])
  const nowhere = personWith(world, '')
  expect(outcomeOf(await nowhere.post('/api/auth/passkey', { answer }))).toEqual([409, 'auth/timeout'])
  const twice = await Promise.all([
    begun.person.post('/api/auth/passkey', { answer }),
    begun.person.post('/api/auth/passkey', { answer }),
  ])
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(outcomeOf(await begun.person.post('/api/auth/passkey', { answer }))).toEqual([409, 'auth/timeout'])

  const owner = await signUpProven()
  const other = await signUpProven()
  const fresh = createDevice(world)
  const adding = await beginPasskey(world, owner)
  const [challengeCookie = ''] = adding.person.cookie.split('; ').filter((pair) => pair.includes('passkey='))
  const thief = personWith(world, `${other.cookie}; ${challengeCookie}`)
  const body = { name: 'Stolen', answer: fresh.make(adding.options) }
  expect((await thief.post('/api/account/passkeys', body)).status).toBeGreaterThanOrEqual(400)
  expect((await other.get('/api/account')).body.passkeys).toEqual([])
  const forSignIn = await beginPasskeySignIn(world, owner.cookie)
  const wrongPurpose = { name: 'Wrong', answer: fresh.make(forSignIn.options) }
  expect(outcomeOf(await forSignIn.person.post('/api/account/passkeys', wrongPurpose))).toEqual([
    409,
    'auth/timeout',
  ])
})

test.each([
  ['another origin', { origin: 'https://dashfit.example' }],
  ['another site', { rpId: 'dashfit.example' }],
  ['a device that did not verify its user', { verified: false }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
])('a passkey response of %s is refused, at the sign-in and when adding', async (_, manner) => {
  const { person, device } = await withPasskey()
  const { answer } = await signInWithPasskey(world, device, manner)
  expect(outcomeOf(answer)).toEqual([401, 'passkey_refused'])
  expect(answer.headers.getSetCookie().filter((line) => line.includes('session_token'))).toEqual([])
  const begun = await beginPasskey(world, person)
  const made = createDevice(world).make(begun.options, manner)
  const added = await begun.person.post('/api/account/passkeys', { name: 'No', answer: made })
  expect(outcomeOf(added)).toEqual([401, 'passkey_refused'])
  expect((await person.get('/api/account')).body.passkeys).toHaveLength(1)
  expect((await signInWithPasskey(world, device)).answer.status).toBe(200)
})

test('a signature for another passkey, an unknown passkey and malformed input are refused', async () => {
  const { device } = await withPasskey()
  const stranger = createDevice(world)
  expect(outcomeOf((await signInWithPasskey(world, stranger)).answer)).toEqual([401, 'passkey_refused'])
  const { id } = device.use({ challenge: '' }) as { id: string }
  const begun = await beginPasskeySignIn(world)
  const forged = { ...stranger.use(begun.options), id, rawId: id }
  expect(outcomeOf(await begun.person.post('/api/auth/passkey', { answer: forged }))).toEqual([
    401,
    'passkey_refused',
  ])
  const again = await beginPasskeySignIn(world)
  const nonsense = { id, rawId: id, type: 'public-key', response: { clientDataJSON: 7 } }
  expect(outcomeOf(await again.person.post('/api/auth/passkey', { answer: nonsense }))).toEqual([
    401,
    'passkey_refused',
  ])
})

test('a passkey cannot be added twice, to any account', async () => {
  const { person, device } = await withPasskey()
  expect(outcomeOf(await addPasskey(world, person, device))).toEqual([409, 'auth/credential-already-in-use'])
  const other = await signUpProven()
  expect(outcomeOf(await addPasskey(world, other, device))).toEqual([409, 'auth/credential-already-in-use'])
})

test('only the owner can rename and remove it; removal ends its sessions, and a mail reports it', async () => {
  const { person, device, id } = await withPasskey()
  const other = await signUp(world)
  expect((await other.patch(`/api/account/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
  const proof = { password: goodPassword }
  expect((await other.post(`/api/account/passkeys/${id}/remove`, proof)).status).toBe(404)
  expect((await person.patch(`/api/account/passkeys/${id}`, { name: ' Work ' })).body.passkeys).toMatchObject(
    [{ id, name: 'Work' }],
  )
  expect((await person.patch(`/api/account/passkeys/${id}`, { name: ' ' })).status).toBe(400)
  expect((await person.patch(`/api/account/passkeys/${id}`, { name: 'a\u202Eb' })).status).toBe(400)
  expect((await person.get('/api/account/data')).body.passkeys).toMatchObject([{ name: 'Work' }])

  const { person: opened } = await signInWithPasskey(world, device)
  const { person: present } = await signInWithPasskey(world, device)
  expect((await present.post(`/api/account/passkeys/${id}/remove`, {})).status).toBe(422)
  const removed = await present.post(`/api/account/passkeys/${id}/remove`, proof)
  expect(removed.body).toMatchObject({ passkeys: [], user: { byPasskey: false } })
  expect((await opened.get('/api/account')).status).toBe(401)
  expect((await person.get('/api/account')).status).toBe(200)
  expect(outcomeOf((await signInWithPasskey(world, device)).answer)).toEqual([401, 'passkey_refused'])
  await world.runJobs()
  const subjects = (await mailsTo(world, person.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Passkey added: your Dashfit account')
  expect(subjects).toContain('Passkey removed: your Dashfit account')
})

test('a passkey sign-in needs no second-factor code', async () => {
  const person = await signUpProven()
  const { person: safe } = await setUpSecondFactor(world, person)
  const device = createDevice(world)
  expect((await addPasskey(world, safe, device)).status).toBe(200)
  const { answer } = await signInWithPasskey(world, device)
  expect(answer.body.user).toMatchObject({ byPasskey: true, secondFactor: true })
})

test('a disabled account is refused as disabled, a deleted one like an unknown passkey', async () => {
  const { person, device } = await withPasskey()
  const { person: inside } = await signInWithPasskey(world, device)
  await query('update users set disabled_at = now() where email = $1', [person.email])
  expect((await inside.get('/api/account')).status).toBe(401)
  expect(outcomeOf((await signInWithPasskey(world, device)).answer)).toEqual([403, 'auth/user-disabled'])
  await query('update users set disabled_at = null where email = $1', [person.email])
  const { person: back } = await signInWithPasskey(world, device)
  const left = await back.post('/api/account/delete', {
    password: goodPassword,
    confirmation: person.email,
  })
  expect(left.status).toBe(200)
  expect(outcomeOf((await signInWithPasskey(world, device)).answer)).toEqual([401, 'passkey_refused'])
  expect(
    (
      await query(
        'select count(*)::int as count from passkeys p join users u on u.id = p.user_id where deleted_at is not null',
      )
    ).rows,
  ).toEqual([{ count: 0 }])
})

test('the database refuses a passkey for a disabled or unproven account', async () => {
  const person = await signUpProven()
  const begun = await beginPasskey(world, person)
  await query('update users set email_verified = false where email = $1', [person.email])
  const insert = () =>
    query(
      `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
       select gen_random_uuid()::text, id, 'Late', '', gen_random_uuid()::text, 0, '', false from users where email = $1`,
      [person.email],
    )
  await expect(insert()).rejects.toThrow('takes no passkey')
  const late = { name: 'Late', answer: createDevice(world).make(begun.options) }
  expect(outcomeOf(await begun.person.post('/api/account/passkeys', late))).toEqual([403, 'email_not_proven'])
  await query('update users set email_verified = true where email = $1', [person.email])
  await insert()
})

test('after the owner takes back an unproven account, it has no passkeys', async () => {
  const { person, device } = await withPasskey()
  await query('update users set email_verified = false where email = $1', [person.email])
  const { person: attacker } = await signInWithPasskey(world, device)
  await send(world, 'POST', '/api/auth/request-password-reset', { body: { email: person.email } })
  const token = await mailedToken(world, person.email, '/reset-password')
  const reset = { token, password: 'a new phrase of some length' }
  expect((await send(world, 'POST', '/api/auth/reset-password', { body: reset })).status).toBe(200)
  expect((await attacker.get('/api/account')).status).toBe(401)
  expect(outcomeOf((await signInWithPasskey(world, device)).answer)).toEqual([401, 'passkey_refused'])
  const owner = await signIn(world, person.email, reset.password)
  expect((await owner.get('/api/account')).body.passkeys).toEqual([])
})

test('a session older than a day can add one with the password', async () => {
  const person = await signUpProven()
  await ageSessions(person, '3 days')
  expect((await addPasskey(world, person, createDevice(world))).status).toBe(200)
})
