import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { addAdministrator } from '../../server/identity/add-administrator.ts'
import { setDisabled } from '../../server/identity/disable-account.ts'
import { beginSignIn, giveCode, setUpSecondFactor } from '../support/authenticator.ts'
import { mailedToken, mailsTo } from '../support/mails.ts'
import { addPasskey, createDevice, signInWithPasskey } from '../support/passkey.ts'
import { askForReset, tryPassword, useReset } from '../support/passwords.ts'
import { goodPassword, newEmail, personWith, send, signIn, signUp } from '../support/people.ts'
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

const disable = (email: string) => setDisabled(world.context, email, true)
const setProven = (email: string) =>
  world.context.database.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', email)
    .execute()

/** Runs the operator's command. */
const command = async (...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(buildFolder, 'server/admin-command.js'), ...words],
    {
      env: { ...process.env, DATABASE_URL: world.context.config.databaseUrl, NODE_ENV: '' },
    },
  )
  return stdout.trim()
}

test('another process refuses the sessions of a disabled account from the next request on', async () => {
  const person = await signUp(world)
  const atOther = personWith(other, person.cookie)
  expect((await atOther.get('/api/account')).status).toBe(200)
  expect(await disable(person.email.toUpperCase())).toBe('done')
  expect((await atOther.get('/api/account')).status).toBe(401)
  expect(await disable(person.email)).toBe('unchanged')
  expect(await disable(newEmail())).toBe('unknown')
})

test('only the right password reveals that the account is disabled; once enabled it signs in again', async () => {
  const { email } = await signUp(world)
  await disable(email)
  const wrong = await tryPassword(world, email, 'guess-guess-guess')
  expect([wrong.status, wrong.body]).toEqual([401, { error: 'That email and password don’t match.' }])
  const right = await tryPassword(world, email, goodPassword)
  expect([right.status, right.body]).toEqual([403, { error: 'This account is disabled.' }])
  expect(right.headers.getSetCookie()).toEqual([])
  const { rows } = await world.context.database.pool.query(
    'select s.id from sessions s join users u on u.id = s.user_id where u.email = $1',
    [email],
  )
  expect(rows).toEqual([])
  await setDisabled(world.context, email, false)
  await signIn(world, email)
})

test('a disabled account gets no link by mail, and its earlier link is invalid', async () => {
  const { email } = await signUp(world)
  await askForReset(world, email)
  const token = await mailedToken(world, email, '/reset-password')
  await disable(email)
  const answer = await useReset(world, token)
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([404, 'auth/invalid-action-code'])
  const before = (await mailsTo(world, email)).length
  expect((await askForReset(world, email)).body).toEqual({ ok: true })
  await world.runJobs()
  expect(await mailsTo(world, email)).toHaveLength(before)
  // Enabling the account does not restore the old link.
  await setDisabled(world.context, email, false)
  expect((await useReset(world, token)).status).toBe(404)
})

test('Google and an ID token are refused for a disabled account', async () => {
  const social = socialAt(world)
  const person = { email: newEmail(), name: 'Sam Reyes' }
  await openSocialBrowser(world, social).signIn('google', person)
  await disable(person.email)
  const browser = openSocialBrowser(world, social)
  expect((await browser.signIn('google', person)).outcome).toBe('auth/user-disabled')
  expect(await browser.user()).toBeNull()
  const { token } = await social.idToken({ ...person, nonce: 'a-nonce-of-its-own' })
  const answer = await send(world, 'POST', '/api/auth/token', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([403, 'auth/user-disabled'])
})

test('disabling an account ends its sign-in that waits for a code', async () => {
  const person = await signUp(world)
  const { app } = await setUpSecondFactor(world, person)
  const waiting = await beginSignIn(world, person)
  await disable(person.email)
  const answer = await giveCode(waiting, await app.nextCode())
  expect(answer.status).toBeGreaterThanOrEqual(401)
  expect((await waiting.get('/api/auth/get-session')).body).toBeNull()
})

test('a new role ends every session at the next request, set by command or directly in the database', async () => {
  const [one, two] = [await signUp(world), await signUp(world)]
  await setProven(one.email)
  await addAdministrator(world.context.database, one.email, undefined)
  expect((await personWith(other, one.cookie).get('/api/account')).status).toBe(401)
  await other.context.database.pool.query(`update users set role = 'shop' where email = $1`, [two.email])
  expect((await two.get('/api/account')).status).toBe(401)

  const control = await signUp(world)
  await world.context.database.pool.query('alter table users disable trigger users_end_sessions')
  await other.context.database.pool.query(`update users set role = 'shop' where email = $1`, [control.email])
  await world.context.database.pool.query('alter table users enable trigger users_end_sessions')
  expect((await control.get('/api/account')).status).toBe(200)
})

test('the command disables and enables an account and removes a lost second factor', async () => {
  await ensureBuilt()
  const person = await signUp(world)
  const { person: owner } = await setUpSecondFactor(world, person)
  await world.context.database.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', person.email)
    .execute()
  const device = createDevice(world)
  expect((await addPasskey(world, owner, device)).status).toBe(200)
  expect(await command('reset-second-factor', person.email)).toBe(
    `${person.email} signs in without a second factor now and is told by mail.`,
  )
  expect((await tryPassword(world, person.email, goodPassword)).body.user.secondFactor).toBe(false)
  expect((await signInWithPasskey(world, device)).answer.status).toBe(401)
  expect((await owner.get('/api/account')).body.passkeys).toEqual([])
  await world.runJobs()
  // Mails are sent concurrently and may arrive in any order.
  const subjects = (await mailsTo(world, person.email)).map(({ subject }) => subject)
  expect(subjects).toContainEqual(expect.stringContaining('Your second factor is off'))
  expect(await command('disable', person.email)).toBe(`${person.email} is now disabled and signed out.`)
  expect((await owner.get('/api/account')).status).toBe(401)
  expect(await command('enable', person.email)).toBe(`${person.email} may sign in again.`)
  expect(await command('enable', person.email)).toBe(`${person.email} was not disabled.`)
  expect(await command('disable', newEmail())).toContain('has no account.')
  await expect(command('delete', person.email)).rejects.toThrow('Usage: npm run admin -- COMMAND EMAIL')
}, 60_000)

test('an account with a role of a newer version cannot sign in, and its open session counts as none', async () => {
  const { pool } = world.context.database
  const person = await signUp(world)
  await pool.query('alter table users drop constraint users_role_check')
  const changeRole = 'update users set role = $1 where email = $2'
  // Without the trigger that ends the sessions of a changed account.
  const client = await pool.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(changeRole, ['technician', person.email])
  client.release(true)
  const session = await person.get('/api/auth/get-session')
  expect([session.status, session.body]).toEqual([200, null])
  expect((await person.get('/api/account')).status).toBe(403)
  const answer = await tryPassword(world, person.email, goodPassword)
  expect([answer.status, answer.body]).toEqual([403, { error: 'This account is disabled.' }])
  await pool.query(changeRole, ['customer', person.email])
})
