import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdministrator } from '../../server/identity/add-administrator.ts'
import { finishPasswordReset } from '../../server/identity/passwords/finish-password-reset.ts'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { makeFirstAdministrator } from '../../server/identity/make-first-administrator.ts'
import { beginSignIn, giveCode, setUpSecondFactor } from '../support/authenticator.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { mailedToken } from '../support/mails.ts'
import { newPassword, resetByMail, tryPassword } from '../support/passwords.ts'
import { goodPassword, newEmail, personWith, send, signIn, signUp, type Person } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt, type Social } from '../support/social.ts'
import { startWorld, type World } from '../support/start-world.ts'

/*
 * Pre-hijacking: an attacker creates an account with the victim's address before the victim does. Source:
 * Sudhodanan and Paverd, "Pre-hijacked Accounts", USENIX Security 2022. Each test covers one of their five
 * attacks by name, with a control in which the guard is removed.
 */

let world: World
let social: Social

beforeAll(async () => {
  world = await startWorld()
  social = socialAt(world)
})
afterAll(() => world.stop())

const setProven = (email: string, proven: boolean) =>
  world.context.database.db
    .updateTable('users')
    .set({ email_verified: proven })
    .where('email', '=', email)
    .execute()

test('classic-federated merge: the victim’s Google sign-in does not open the account that the attacker prepared', async () => {
  const attacker = await signUp(world)
  const victim = openSocialBrowser(world, social)
  const { outcome } = await victim.signIn('google', { email: attacker.email, name: 'The Victim' })
  expect(outcome).toBe('auth/account-exists-with-different-credential')
  expect(await victim.user()).toBeNull()
  expect((await attacker.get('/api/account')).body.linkedSignIns).toEqual([])
})

test('unexpired session: the reset ends the attacker’s sessions, also for an unknown password', async () => {
  const attacker = await signUp(world)
  expect((await attacker.get('/api/account')).status).toBe(200)
  await resetByMail(world, attacker.email)
  expect((await attacker.get('/api/account')).status).toBe(401)
  expect((await tryPassword(world, attacker.email, goodPassword)).status).toBe(401)
  const victim = await signIn(world, attacker.email, newPassword)
  expect((await victim.get('/api/auth/get-session')).body.user.emailVerified).toBe(true)
})

test('trojan identifier: the reset of an unproven account removes a sign-in method that the attacker linked', async () => {
  const email = newEmail()
  const attacker = openSocialBrowser(world, social)
  // Facebook does not verify addresses: here the attacker gives the victim's.
  await attacker.signIn('facebook', { email, name: 'Attacker' })
  expect(await attacker.user()).toMatchObject({ email, emailVerified: false })
  await resetByMail(world, email)
  const again = openSocialBrowser(world, social)
  const { outcome } = await again.signIn('facebook', { email, name: 'Attacker' })
  expect(outcome).toBe('auth/account-exists-with-different-credential')
  expect(await again.user()).toBeNull()

  // Control: with the address marked as proven, the attacker's sign-in still works.
  const other = newEmail()
  await openSocialBrowser(world, social).signIn('facebook', { email: other, name: 'Attacker' })
  await setProven(other, true)
  await resetByMail(world, other)
  const control = openSocialBrowser(world, social)
  expect((await control.signIn('facebook', { email: other, name: 'Attacker' })).outcome).toBe('signed-in')
})

test('trojan identifier: an account with an unproven address cannot link a sign-in method', async () => {
  const attacker = await signUp(world)
  const body = { provider: 'google', mode: 'popup', flow: '5f0a4a2e-9d2e-4c57-8d51-0c1c4f0f8a11' }
  const refused = await attacker.post('/api/account/sign-ins', body)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([403, 'email_not_proven'])
  await setProven(attacker.email, true)
  expect((await attacker.post('/api/account/sign-ins', body)).status).toBe(200)
})

test('a linking that started before the reset fails after it', async () => {
  const begin = async () => {
    const owner = await signUp(world)
    await setProven(owner.email, true)
    const thief = openSocialBrowser(world, social, owner.cookie)
    const page = await thief.start('facebook', { link: true })
    return { owner, thief, back: await social.passThrough(page, { email: newEmail(), name: 'Thief' }) }
  }
  const { owner, thief, back } = await begin()
  await resetByMail(world, owner.email)
  expect((await thief.comeBack(back)).outcome).not.toBe('linked')
  const control = await begin()
  expect((await control.thief.comeBack(control.back)).outcome).toBe('linked')
  const victim = await signIn(world, owner.email, newPassword)
  expect((await victim.get('/api/account')).body.linkedSignIns).toEqual([])
})

test('the attacker’s second factor does not lock the victim out after the reset', async () => {
  const attacker = await signUp(world)
  await setUpSecondFactor(world, attacker)
  await resetByMail(world, attacker.email)
  const victim = await signIn(world, attacker.email, newPassword)
  expect((await victim.get('/api/account')).body.user.secondFactor).toBe(false)
})

test('the victim’s click on the mailed link gives the attacker no access', async () => {
  const attacker = await signUp(world)
  const token = await mailedToken(world, attacker.email, '/verify-email')
  const victim = personWith(world, '')
  expect((await victim.post('/api/auth/verify-email', { token })).status).toBe(401)
  expect((await attacker.get('/api/auth/get-session')).body.user.emailVerified).toBe(false)

  // Control: the library alone requires no session. That click would prove the attacker's account.
  await identityProvider(world.context).api.verifyEmail({ query: { token } })
  expect((await attacker.get('/api/auth/get-session')).body.user.emailVerified).toBe(true)
})

test('unexpired email change: no call mails an address change link, and such a link is refused', async () => {
  const attacker = await signUp(world)
  const { createEmailVerificationToken } = await import('better-auth/api')
  const token = await createEmailVerificationToken(
    world.context.secrets.sessionSecret,
    attacker.email,
    newEmail(),
    3600,
    { requestType: 'change-email-verification' },
  )
  expect((await attacker.post('/api/auth/verify-email', { token })).status).toBe(404)
  for (const path of ['/api/auth/change-email', '/api/auth/update-user'])
    expect((await attacker.post(path, { newEmail: newEmail(), email: newEmail() })).status).toBe(404)
  const { email } = attacker
  expect((await attacker.get('/api/auth/get-session')).body.user.email).toBe(email)

  // Control: the library alone changes the address.
  await identityProvider(world.context).api.verifyEmail({ query: { token } })
  expect((await attacker.get('/api/auth/get-session')).body.user.email).not.toBe(email)
})

test('non-verifying provider: an unverified address from Facebook or Google is not treated as proven', async () => {
  for (const [provider, unverified] of [
    ['facebook', false],
    ['google', true],
  ] as const) {
    const browser = openSocialBrowser(world, social)
    await browser.signIn(provider, { email: newEmail(), name: 'Attacker', unverified })
    expect(await browser.user()).toMatchObject({ emailVerified: false })
  }
  const proven = openSocialBrowser(world, social)
  await proven.signIn('google', { email: newEmail(), name: 'Owner' })
  expect(await proven.user()).toMatchObject({ emailVerified: true })
})

test('signing up with a future administrator’s address grants no role', async () => {
  const attacker = await signUp(world)
  const { database } = world.context
  await expect(addAdministrator(database, attacker.email, undefined)).rejects.toThrow(
    'has not confirmed its address',
  )
  await setProven(attacker.email, true)
  expect(await addAdministrator(database, attacker.email, undefined)).toBe('promoted')
  // A new role needs a new session.
  expect((await attacker.get('/api/account')).status).toBe(401)
})

test('an unproven account with the administrator’s address is not promoted at startup: a warning is logged and startup continues', async () => {
  const { context, logLines } = world
  const attacker = await signUp(world)
  await makeFirstAdministrator(context, { email: attacker.email, password: goodPassword })
  expect((await attacker.get('/api/auth/get-session')).body.user.role).toBe('customer')
  expect(logLines.some((line) => line.includes(`The account of ${attacker.email} has not confirmed`))).toBe(
    true,
  )
  await expect(makeFirstAdministrator(context, { email: newEmail(), password: 'short' })).rejects.toThrow(
    'password will not do',
  )
})

test('session fixation: signing in replaces a session cookie planted in the browser', async () => {
  const attacker = await signUp(world)
  const victim = await signUp(world)
  const answer = await tryPassword(world, victim.email, goodPassword, attacker.cookie)
  const [session = ''] = answer.headers.getSetCookie()
  expect(session).toMatch(/^dashfit\.session_token=/)
  expect(attacker.cookie).not.toContain(session.split(';')[0])
  expect((await attacker.get('/api/auth/get-session')).body.user.email).toBe(attacker.email)
})

test('logging out invalidates a copied cookie', async () => {
  const person = await signUp(world)
  const copy = personWith(world, person.cookie)
  await person.post('/api/auth/sign-out', {})
  expect((await copy.get('/api/auth/get-session')).body).toBeNull()
  expect((await copy.get('/api/account')).status).toBe(401)
})

test('a reset interrupted after the new password leaves the attacker without access', async () => {
  const email = newEmail()
  await openSocialBrowser(world, social).signIn('facebook', { email, name: 'Attacker' })
  await world.context.database.pool.query(
    `create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$;
     create trigger stop_here before insert on outbox for each row when (new.kind = 'password_changed') execute function stop_here()`,
  )
  await expect(resetByMail(world, email)).rejects.toThrow('500')
  await world.context.database.pool.query('drop function stop_here cascade')
  const attacker = openSocialBrowser(world, social)
  expect((await attacker.signIn('facebook', { email, name: 'Attacker' })).outcome).toBe(
    'auth/account-exists-with-different-credential',
  )
  const victim = await signIn(world, email, newPassword)
  expect((await victim.get('/api/account')).body.linkedSignIns).toEqual([])
  await finishPasswordReset(world.context, (await victim.get('/api/auth/get-session')).body.user)
  expect((await send(world, 'GET', '/api/account', { headers: { cookie: victim.cookie } })).status).toBe(401)
})

test('one reset ends a linked Facebook, the password, the second factor, a known device and a pending sign-in', async () => {
  const email = newEmail()
  const facebook = openSocialBrowser(world, social)
  await facebook.signIn('facebook', { email, name: 'Attacker' })
  const first = await send(world, 'POST', '/api/account/password', {
    body: { password: goodPassword },
    headers: { cookie: facebook.cookie() },
  })
  expect(first.status).toBe(200)
  const { person: attacker, app, recoveryCodes } = await setUpSecondFactor(world, await signIn(world, email))
  const waiting = await beginSignIn(world, attacker)
  await resetByMail(world, email)

  expect((await attacker.get('/api/account')).status).toBe(401)
  expect(await facebook.user()).toBeNull()
  const again = openSocialBrowser(world, social)
  const { outcome } = await again.signIn('facebook', { email, name: 'Attacker' })
  expect(outcome).toBe('auth/account-exists-with-different-credential')
  expect((await giveCode(waiting, await app.nextCode())).status).toBe(401)
  expect((await giveCode(waiting, recoveryCodes[0] ?? '')).status).toBe(401)
  for (let count = 0; count < 11; count++) await tryPassword(world, email, 'wrong-wrong-1')
  expect((await tryPassword(world, email, newPassword, attacker.cookie)).status).toBe(429)
})

test('an account with a deleted account’s address has none of its data; the old session and reset link are invalid', async () => {
  const left = await signUp(world)
  await send(world, 'POST', '/api/auth/request-password-reset', { body: { email: left.email } })
  const link = await mailedToken(world, left.email, '/reset-password')
  const gone = await left.post('/api/account/delete', { password: goodPassword, confirmation: left.email })
  expect(gone.status).toBe(200)
  const next = await signUp(world, left.email)
  expect((await left.get('/api/account')).status).toBe(401)
  const reset = { token: link, password: newPassword }
  expect((await send(world, 'POST', '/api/auth/reset-password', { body: reset })).status).toBe(404)
  const { body } = await next.get('/api/account')
  expect(body.user).toMatchObject({ role: 'customer', emailVerified: false, secondFactor: false })
  expect([body.sessions.length, body.linkedSignIns]).toEqual([1, []])
  expect((await next.get(`/api/appointments/user/${encodeURIComponent(left.email)}`)).body).toEqual([])
})

/**
 * Signs in during the open transaction `meanwhile`, which commits once the sign-in has answered or waits for
 * a lock.
 */
async function signInDuring(person: Person, meanwhile: string): Promise<Person> {
  const { pool } = world.context.database
  return duringTransaction(pool, async (client) => {
    await client.query(meanwhile, [person.email])
    const answer = tryPassword(world, person.email, goodPassword)
    const waits = async () => (await countLockWaits(pool)) > 0
    let answered = false
    void answer.finally(() => (answered = true))
    await expect.poll(async () => answered || (await waits()), { timeout: 20_000 }).toBe(true)
    await client.query('commit')
    const cookies = (await answer).headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    return personWith(world, cookies.join('; '), person.email)
  })
}

test('a sign-in with the old password during the reset leaves no session that outlives it', async () => {
  const victim = await signUp(world)
  const attacker = await signInDuring(
    victim,
    "update accounts set password = 'salt:new' where user_id = (select id from users where email = $1)",
  )
  expect((await attacker.get('/api/account')).status).toBe(401)
})

test('a sign-in during the set-up of the second factor cannot skip it', async () => {
  const victim = await signUp(world)
  await world.context.database.pool.query(
    `insert into two_factors (id, user_id, secret, backup_codes) select 'begun', id, '', '' from users where email = $1`,
    [victim.email],
  )
  const attacker = await signInDuring(victim, 'update users set two_factor_enabled = true where email = $1')
  expect((await attacker.get('/api/auth/get-session')).body).toBeNull()
})
