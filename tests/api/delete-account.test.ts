import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookAs, leave, newKnown, onceOver } from '../support/leaving.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book, orderFor } from '../support/orders.ts'
import { personWith, refusalOf, send, signIn, signInAdministrator, signUp } from '../support/people.ts'
import { startWorld } from '../support/start-world.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

test('a deleted account is signed out everywhere and cannot sign in, and its address is free again', async () => {
  const person = await signUp(world)
  const elsewhere = await signIn(world, person.email)
  const answer = await leave(person)
  expect([answer.status, answer.body]).toEqual([200, { ok: true }])
  expect(answer.headers.getSetCookie().some((line) => /session_token=;.*Max-Age=0/.test(line))).toBe(true)
  expect((await person.get('/api/account')).status).toBe(401)
  expect((await elsewhere.get('/api/account')).status).toBe(401)
  const again = await send(world, 'POST', '/api/auth/sign-in/email', {
    body: { email: person.email, password: person.password },
  })
  expect(refusalOf(again)).toEqual([401, 'wrong_credentials'])
  const anew = await signUp(world, person.email)
  const account = await anew.get('/api/account')
  expect(account.body.sessions).toHaveLength(1)
  expect(await anew.get('/api/appointments/user/all').then(({ body }) => body)).toEqual([])
})

test.each([
  ['a wrong password', { password: 'not-my-password-1' }, [422, 'wrong_password']],
  ['no password', { password: undefined }, [422, 'wrong_password']],
  ['another address', { confirmation: 'someone@else.test' }, [422, 'confirmation_wrong']],
])('with %s the account is not deleted', async (_, changes, refusal) => {
  const person = await signUp(world)
  expect(refusalOf(await leave(person, changes))).toEqual(refusal)
  expect((await person.get('/api/account')).status).toBe(200)
})

test('the address may have capitals and surrounding blanks', async () => {
  const person = await signUp(world)
  expect((await leave(person, { confirmation: ` ${person.email.toUpperCase()} ` })).status).toBe(200)
})

test('an account without a password can be deleted only soon after signing in', async () => {
  const known = await newKnown(world)
  const { db } = world.context.database
  await db.deleteFrom('accounts').where('user_id', '=', known.id).execute()
  await db
    .insertInto('accounts')
    .values({ id: known.id, user_id: known.id, provider_id: 'google', account_id: known.id, password: null })
    .execute()
  const signedInAt = (minutesAgo: number) =>
    db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - minutesAgo * 60_000) })
      .where('user_id', '=', known.id)
      .execute()
  await signedInAt(11)
  const late = await leave(known.person, { password: undefined })
  expect(late.headers.get('x-refusal')).toBe('auth/requires-recent-login')
  await signedInAt(1)
  expect((await leave(known.person, { password: undefined })).status).toBe(200)
  expect(await db.selectFrom('accounts').select('id').where('user_id', '=', known.id).execute()).toEqual([])
})

test('an upcoming appointment blocks the deletion, and the refusal names it', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(3)} 09:00` })
  const refused = await leave(person)
  expect(refusalOf(refused)).toEqual([409, 'account_in_use'])
  expect(refused.body.error).toMatch(/^You have an appointment on \w+day, \w+ \d+, \d{4}\. Cancel it first/)
  expect((await person.get('/api/account')).status).toBe(200)
  await person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  expect((await leave(person)).status).toBe(200)
})

test('a claim that waits for payment, or a payment before its day, blocks the deletion', async () => {
  const person = await signUp(world)
  const waiting = orderFor(world, {
    date: `${world.day(3)} 13:00`,
    paymentMethodId: 'pm_card_authenticationRequired',
  })
  const asked = await person.post('/api/appointments', waiting)
  expect(asked.body.requiresAction).toBe(true)
  expect((await leave(person)).body.error).toBe(
    'You have an order with an unfinished payment. Finish or cancel it first.',
  )
  await person.patch(`/api/appointments/${asked.body.id}`, { status: 'cancelled' })
  const paid = await book(world, person, { date: `${world.day(4)} 09:00` })
  await world.capture(paid)
  expect((await leave(person)).body.error).toMatch(/Delete your account after it\.$/)
})

test('an installation that is over and unpaid blocks the deletion', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(4)} 13:00` })
  await onceOver(world, id, async () => {
    expect((await leave(person)).body.error).toMatch(/^The installation on .* isn’t paid yet\./)
  })
})

test('a pending refund blocks the deletion', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(5)} 09:00` })
  await world.capture(id)
  await world.faults({ mode: 'error_before' })
  await world.cancel(id)
  const refused = await leave(person)
  expect(refused.body.error).toBe(
    'One of your payments is being settled right now. Try again in a few minutes.',
  )
  await world.faults({ mode: 'none' })
  await world.advance(120)
  await world.runJobs()
  expect((await leave(person)).status).toBe(200)
})

test('two concurrent deletions delete once', async () => {
  const known = await newKnown(world)
  const id = await bookAs(world, known, { date: `${world.day(8)} 09:00` })
  await known.person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  const other = await world.addProcess()
  const onOther = personWith(other, known.person.cookie, known.person.email, known.person.password)
  const answers = await Promise.all([leave(known.person), leave(onOther)])
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual([])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const { rows } = await world.context.database.pool.query('select deleted_at from users where id = $1', [
    known.id,
  ])
  expect(rows[0].deleted_at).not.toBeNull()
})

test('a concurrent deletion before the password check returns signed out, without another sign-in prompt', async () => {
  const known = await newKnown(world)
  const { pool } = world.context.database
  await duringTransaction(pool, async (client) => {
    await client.query('lock table accounts')
    const leaving = leave(known.person)
    await expect.poll(() => countLockWaits(pool), patience).toBe(1)
    await client.query('delete from accounts where user_id = $1', [known.id])
    await client.query('update users set disabled_at = now(), deleted_at = now() where id = $1', [known.id])
    await client.query('commit')
    expect(refusalOf(await leaving)).toEqual([401, 'not_signed_in'])
  })
})

/**
 * Locks the rows until all transactions wait for them. Starts each only after the previous one waits, so they
 * queue in order.
 */
async function runInLockOrder<T>(pool: Pool, rows: string, begin: (() => Promise<T>)[]): Promise<T[]> {
  return duringTransaction(pool, async (client) => {
    await client.query(rows)
    const begun: Promise<T>[] = []
    for (const start of begin) {
      begun.push(start())
      await expect.poll(() => countLockWaits(pool), patience).toBe(begun.length)
    }
    await client.query('commit')
    return Promise.all(begun)
  })
}

test.each([
  ['a booking that comes after an end', ['end', 'book'], { end: 200, book: 401 }],
  ['an end that comes after a booking', ['book', 'end'], { book: 201, end: 409 }],
] as const)('%s waits for the person’s row and gives way', async (_, order, outcome) => {
  const known = await newKnown(world)
  const other = await world.addProcess()
  const onOther = personWith(other, known.person.cookie, known.person.email, known.person.password)
  const wanted = orderFor(world, { date: `${world.day(9)} 09:00` })
  const acts = { end: () => leave(known.person), book: () => onOther.post('/api/appointments', wanted) }
  const answers = await runInLockOrder(
    world.context.database.pool,
    `select from users where id = '${known.id}' for update`,
    order.map((act) => acts[act]),
  )
  expect(answers.map(({ status }) => status)).toEqual(order.map((act) => outcome[act]))
  const booked = answers.find(({ status }) => status === 201)
  if (booked) await known.person.patch(`/api/appointments/${booked.body.id}`, { status: 'cancelled' })
})

test('a booking waits for a concurrent deletion, and the database refuses a claim of a deleted account', async () => {
  const known = await newKnown(world)
  const { pool } = world.context.database
  await duringTransaction(pool, async (client) => {
    await client.query('select from users where id = $1 for update', [known.id])
    await client.query('update users set disabled_at = now(), deleted_at = now() where id = $1', [known.id])
    const booking = known.person.post('/api/appointments', orderFor(world, { date: `${world.day(9)} 13:00` }))
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `select 1 from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and query ilike 'insert into "contacts"%'`,
        )
        return rows.length
      }, patience)
      .toBe(1)
    await client.query('commit')
    expect(refusalOf(await booking)).toEqual([401, 'not_signed_in'])
  })
  const past = `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at,
      state, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
    select gen_random_uuid(), shop_id, id, '${known.id}', 1, 49900, now(), now() + interval '3 hours',
      'released', 'Q', 'q@example.test', '6265550142', 2013, 'BMW', 'X5', now() from bays limit 1`
  await expect(pool.query(past)).rejects.toThrow('the account of this customer is deleted')
  // Control: without the database rule the same insert succeeds.
  const unguarded = pool.query(
    `begin; alter table appointments disable trigger appointments_have_a_customer; ${past}; rollback`,
  )
  await expect(unguarded).resolves.toBeDefined()
})

test('the last administrator cannot leave, and of two concurrent deletions one is refused', async () => {
  const small = await startWorld()
  try {
    const alone = await signInAdministrator(small)
    expect(refusalOf(await leave(alone))).toEqual([409, 'last_administrator'])
    const second = await signInAdministrator(small)
    const other = await small.addProcess()
    const onOther = personWith(other, second.cookie, second.email, second.password)
    const { pool } = small.context.database
    const answers = await runInLockOrder(pool, `select from users where role = 'administrator' for update`, [
      () => leave(alone),
      () => leave(onOther),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409])
    const { rows } = await pool.query(
      `select 1 from users where role = 'administrator' and disabled_at is null`,
    )
    expect(rows).toHaveLength(1)
  } finally {
    await small.stop()
  }
})
