import { afterAll, beforeAll, expect, test } from 'vitest'
import { setDisabled } from '../../server/identity/disable-account.ts'
import { giveCode, setUpSecondFactor, withCookiesOf } from '../support/authenticator.ts'
import {
  askForCode,
  fromNewNetwork,
  mailedCodes,
  personOf,
  requestCode,
  signInByCode,
  tryCode,
  wrongCodeOf,
} from '../support/email-codes.ts'
import { mailsTo } from '../support/mails.ts'
import { book, orderFor } from '../support/orders.ts'
import { resetByMail, tryPassword } from '../support/passwords.ts'
import {
  goodPassword,
  newEmail,
  registerShop,
  signIn,
  signInAdministrator,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'

let world: World
let other: AppProcess

beforeAll(async () => {
  world = await startWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  other = await world.addProcess()
})
afterAll(() => world.stop())

const refusalOf = ({ status, headers, body }: Answer) => [status, headers.get('x-refusal'), body.error]

const expired = (sentence: string) => [401, 'auth/code-expired', `${sentence} Send a new one.`]
const wrongCode = [
  422,
  'auth/invalid-verification-code',
  'That code isn’t right. Check the newest email and try again.',
]

async function provenCustomer(): Promise<Person> {
  const person = await signUp(world)
  await proveOwnAddress(world, person.email)
  return person
}

test('the first code creates a customer with a proven address, and neither name nor password', async () => {
  const email = newEmail()
  const challenge = await requestCode(world, email.toUpperCase())
  const before = await world.context.database.pool.query('select from users where email = $1', [email])
  expect(before.rowCount).toBe(0)
  const answer = await tryCode(other, { ...challenge, email: ` ${email} ` })
  expect([answer.status, answer.body.user]).toEqual([
    200,
    {
      id: expect.any(String),
      email,
      name: '',
      image: null,
      role: 'customer',
      emailVerified: true,
      secondFactor: false,
      byPasskey: false,
      workplaces: [],
      onlyWorks: false,
    },
  ])
  const account = (await personOf(world, answer, email).get('/api/account')).body
  expect(account).toMatchObject({ hasPassword: false, linkedSignIns: [], passkeys: [] })
  expect(account.sessions).toHaveLength(1)

  // The second time it is the same account, which can set a password.
  const again = await signInByCode(world, email)
  expect((await again.get('/api/account')).body.user.id).toBe(answer.body.user.id)
  expect((await again.post('/api/account/password', { password: goodPassword })).status).toBe(200)
  await signIn(world, email)
})

test('the reply, and that of a wrong code, are the same for every kind of account', async () => {
  const administrator = await signInAdministrator(world)
  const shop = await registerShop(world)
  const blocked = await provenCustomer()
  await setDisabled(world.context, blocked.email, true)
  const kinds = [newEmail(), (await provenCustomer()).email, (await signUp(world)).email, blocked.email]
  const seen = new Set<string>()
  for (const email of [...kinds, administrator.email, shop.email]) {
    const asked = await askForCode(world, email)
    const { challengeId, expiresAt } = asked.body as { challengeId: string; expiresAt: string }
    expect(Object.keys(asked.body)).toEqual(['challengeId', 'expiresAt'])
    expect(challengeId).toMatch(/^[0-9a-f-]{36}$/)
    expect(Math.abs(Date.parse(expiresAt) - world.context.clock.now() - 600_000)).toBeLessThan(5_000)
    const early = await tryCode(world, { email, challengeId, code: '000000' })
    const code = (await mailedCodes(world, email)).at(-1)
    const wrong = code === undefined ? '000001' : wrongCodeOf({ email, challengeId, code })
    const late = []
    for (let count = 0; count < 5; count++)
      late.push(refusalOf(await tryCode(world, { email, challengeId, code: wrong })))
    seen.add(JSON.stringify([asked.status, refusalOf(early), late]))
  }
  expect([...seen]).toEqual([
    JSON.stringify([
      200,
      wrongCode,
      [wrongCode, wrongCode, wrongCode, expired('Too many wrong codes.'), expired('Too many wrong codes.')],
    ]),
  ])
})

test('staff get a mail about their password and never a code', async () => {
  const administrator = await signInAdministrator(world)
  const shop = await registerShop(world)
  for (const { email } of [administrator, shop]) {
    await askForCode(world, email)
    expect(await mailedCodes(world, email)).toEqual([])
    const mail = (await mailsTo(world, email)).at(-1)
    expect(mail?.subject).toBe('Sign in to Dashfit with your password')
    expect(mail?.text).toContain(`\n${world.context.config.publicUrl}/login\n`)
    expect(mail?.text).not.toMatch(/\b\d{6}\b/)
  }
})

test('a customer who becomes staff after the mail is not signed in by the code', async () => {
  const { email } = await provenCustomer()
  const challenge = await requestCode(world, email)
  await world.context.database.pool.query(`update users set role = 'administrator' where email = $1`, [email])
  expect((await tryCode(world, challenge)).status).toBe(401)
})

test('a disabled customer learns of it with the right code only, as with a password', async () => {
  const { email } = await signUp(world)
  await setDisabled(world.context, email, true)
  const challenge = await requestCode(world, email)
  expect(refusalOf(await tryCode(world, { ...challenge, code: wrongCodeOf(challenge) }))).toEqual(wrongCode)
  const right = await tryCode(world, challenge)
  expect([right.status, right.headers.get('x-refusal')]).toEqual([403, 'auth/user-disabled'])
  expect(right.headers.getSetCookie()).toEqual([])
  // Nothing was proven or revoked.
  await setDisabled(world.context, email, false)
  expect((await (await signIn(world, email)).get('/api/account')).body.user.emailVerified).toBe(false)
})

test('a code expires after ten minutes, and stays expired once its row is deleted', async () => {
  const challenge = await requestCode(world, newEmail())
  await world.advance(601)
  expect(refusalOf(await tryCode(world, challenge))).toEqual(expired('That code expired.'))
  await world.advance(3600)
  await world.runJobs()
  const { rows } = await world.context.database.pool.query('select id from email_codes where id = $1', [
    challenge.challengeId,
  ])
  expect(rows).toEqual([])
  expect((await tryCode(world, challenge)).headers.get('x-refusal')).toBe('auth/code-expired')
})

test('a code works once, for its own challenge and its own address', async () => {
  const email = newEmail()
  const first = await requestCode(world, email)
  const second = await requestCode(world, email)
  // In another browser, whose challenge is another one. Codes are equal once in a million.
  if (first.code !== second.code)
    expect(refusalOf(await tryCode(world, { ...second, code: first.code }))).toEqual(wrongCode)
  const elsewhere = expired('That code doesn’t work here.')
  expect(refusalOf(await tryCode(world, { ...first, email: newEmail() }))).toEqual(elsewhere)
  const unknown = { ...first, challengeId: '019a0000-0000-7000-8000-000000000000' }
  expect(refusalOf(await tryCode(world, unknown))).toEqual(elsewhere)
  // The newer request replaced nothing.
  expect((await tryCode(world, first)).status).toBe(200)
  expect(refusalOf(await tryCode(world, first))).toEqual(expired('That code was already used.'))
  expect((await tryCode(world, second)).status).toBe(200)
})

test('two tabs with the same code sign in one of them', async () => {
  const challenge = await requestCode(world, newEmail())
  const answers = await Promise.all([world, other, world, other].map((at) => tryCode(at, challenge)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  const accounts = await world.context.database.pool.query('select id from users where email = $1', [
    challenge.email,
  ])
  expect(accounts.rowCount).toBe(1)
})

test('two browsers with a code each share one new account', async () => {
  const email = newEmail()
  const challenges = [await requestCode(world, email), await requestCode(world, email)]
  const answers = await Promise.all(challenges.map((each, index) => tryCode(index ? world : other, each)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
})

test('of fifty parallel guesses five are checked, and then the right code no longer works', async () => {
  const challenge = await requestCode(world, newEmail())
  const guess = (index: number) =>
    tryCode(
      index % 2 ? world : other,
      { ...challenge, code: wrongCodeOf(challenge, index + 1) },
      fromNewNetwork(),
    )
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => guess(index)))
  const codes = answers.map(({ headers }) => headers.get('x-refusal'))
  expect(codes.filter((code) => code === 'auth/invalid-verification-code')).toHaveLength(4)
  expect(codes.filter((code) => code === 'auth/code-expired')).toHaveLength(46)
  const { rows } = await world.context.database.pool.query<{ tries: number }>(
    'select tries from email_codes where id = $1',
    [challenge.challengeId],
  )
  expect(rows[0]?.tries).toBe(5)
  expect(refusalOf(await tryCode(world, challenge))).toEqual(expired('Too many wrong codes.'))
})

test('neither the code nor its address stays in the database, and a copy of the hash opens nothing', async () => {
  const challenge = await requestCode(world, newEmail())
  const { pool } = world.context.database
  const mails = await pool.query<{ row: string }>(
    `select o::text as row from outbox o where kind = 'email_code'`,
  )
  expect(mails.rows.filter(({ row }) => row.includes(challenge.email))).toEqual([])
  const rows = await pool.query<{ row: string }>(
    'select c::text as row from email_codes c where id = $1 union all select payload::text from outbox',
    [challenge.challengeId],
  )
  expect(rows.rows.filter(({ row }) => row.includes(challenge.code))).toEqual([])
  // The same code has another hash in another challenge.
  const next = await requestCode(world, newEmail())
  await pool.query(
    'update email_codes set code_hash = (select code_hash from email_codes where id = $1) where id = $2',
    [challenge.challengeId, next.challengeId],
  )
  expect((await tryCode(world, { ...next, code: challenge.code })).status).toBe(422)
})

test('a code does not pass a second factor', async () => {
  const { person, app } = await setUpSecondFactor(world, await provenCustomer())
  const answer = await tryCode(world, await requestCode(world, person.email))
  expect([answer.status, answer.body]).toEqual([200, { secondFactorRequired: true }])
  const waiting = personOf(world, answer, person.email)
  expect((await waiting.get('/api/account')).status).toBe(401)
  const finished = await giveCode(waiting, await app.nextCode(), { trustDevice: true })
  expect(finished.status).toBe(200)
  // The browser is trusted from now on, as after a password.
  const trusted = withCookiesOf(world, waiting, finished)
  const next = await requestCode(world, person.email)
  const again = await trusted.post('/api/auth/sign-in/email-code', next)
  expect([again.status, again.body.user.secondFactor]).toEqual([200, true])
})

test('a session that a new second factor overtakes is ended', async () => {
  const owner = await provenCustomer()
  const challenge = await requestCode(world, owner.email)
  const { pool } = world.context.database
  // The factor is turned on in the moment at which the session is written.
  await pool.query(`
    create function turn_on_factor() returns trigger language plpgsql as $$
    begin
      insert into two_factors (id, user_id, secret, backup_codes)
        select 'late', id, '', '' from users where id = new.user_id and email = '${owner.email}';
      update users set two_factor_enabled = true where id = new.user_id and email = '${owner.email}';
      return new;
    end $$;
    create trigger turns_on_factor before insert on sessions for each row execute function turn_on_factor()`)
  const answer = await tryCode(world, challenge)
  await pool.query('drop trigger turns_on_factor on sessions')
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
  const open = await pool.query(
    'select from sessions where user_id = (select id from users where email = $1)',
    [owner.email],
  )
  expect(open.rowCount).toBe(0)
})

test('an unproven account loses everything that a stranger may have set, and its owner is told', async () => {
  const stranger = await signUp(world)
  await setUpSecondFactor(world, stranger)
  const victim = await signInByCode(world, stranger.email)
  expect((await stranger.get('/api/account')).status).toBe(401)
  expect((await tryPassword(world, stranger.email, goodPassword)).status).toBe(401)
  expect((await victim.get('/api/account')).body).toMatchObject({
    hasPassword: false,
    recoveryCodesLeft: 0,
    user: { emailVerified: true, secondFactor: false },
  })
  await world.runJobs()
  const subjects = (await mailsTo(world, stranger.email)).map(({ subject }) => subject)
  expect(subjects.at(-1)).toBe('Your earlier Dashfit sign-in was removed')
  await resetByMail(world, stranger.email)

  // A proven account keeps its password and its sessions.
  const owner = await provenCustomer()
  await signInByCode(world, owner.email)
  expect((await owner.get('/api/account')).status).toBe(200)
  await signIn(world, owner.email)
})

test('a sign-up that is not finished when the code arrives cannot set a password for the proven account', async () => {
  const email = newEmail()
  const { pool } = world.context.database
  await pool.query(`insert into users (id, email, name) values ('half', $1, 'Stranger')`, [email])
  const challenge = await requestCode(world, email)
  const answer = await tryCode(world, challenge)
  expect([answer.status, answer.body.user.name]).toEqual([200, ''])
  const late = pool.query(
    `insert into accounts (id, user_id, provider_id, account_id, password) values ('half', 'half', 'credential', 'half', 'x')`,
  )
  await expect(late).rejects.toThrow(/foreign key/)
})

test('the first order gives the account its name, and a later one does not change it', async () => {
  const customer = await signInByCode(world)
  const nameOf = async () => (await customer.get('/api/account')).body.user.name as string
  // A refused order leaves no name.
  const refused = await customer.post(
    '/api/appointments',
    orderFor(world, { amount: 1, name: 'Wrong Price' }),
  )
  expect([refused.status, await nameOf()]).toEqual([409, ''])
  await book(world, customer, { name: 'Dana Whitfield', email: customer.email })
  expect(await nameOf()).toBe('Dana Whitfield')
  const date = `${world.bookableDays()[1]} 09:00`
  await book(world, customer, {
    name: 'Somebody Else',
    email: customer.email,
    date,
    vehicleInfo: { year: 2013, make: 'BMW', model: 'X5', vin: null },
  })
  expect(await nameOf()).toBe('Dana Whitfield')
})

test('a deleted account takes its pending codes along', async () => {
  const customer = await signInByCode(world)
  const challenge = await requestCode(world, customer.email)
  const gone = await customer.post('/api/account/delete', { confirmation: customer.email })
  expect(gone.status).toBe(200)
  expect((await tryCode(world, challenge)).headers.get('x-refusal')).toBe('auth/code-expired')
})

test('a request whose answer fails does not keep those after it waiting', async () => {
  const { pool } = world.context.database
  const emails = [newEmail(), newEmail()]
  const failing = (await askForCode(world, emails[0] ?? '')).body.challengeId
  await pool.query(`create function fail_update() returns trigger language plpgsql as
    $$ begin raise exception 'a fault of the database'; end $$`)
  await pool.query(`create trigger fail_update before update on email_codes for each row
    when (old.id = '${failing}') execute function fail_update()`)
  await askForCode(world, emails[1] ?? '')
  const codesOf = async (email = '') => (await mailedCodes(world, email)).length
  expect([await codesOf(emails[1]), await codesOf(emails[0])]).toEqual([1, 0])
  await pool.query('drop function fail_update cascade')
  expect(await codesOf(emails[0])).toBe(1)
})
