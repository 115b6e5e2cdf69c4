import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { mailsTo } from '../support/mails.ts'
import { patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book, listIntents, orderFor } from '../support/orders.ts'
import {
  goodPassword,
  newEmail,
  openShop,
  personWith,
  registerShop,
  send,
  shopIdOf,
  signIn,
  signInAdministrator,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { startWorld } from '../support/start-world.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

function leave(person: Person, changes: Record<string, unknown> = {}): Promise<Answer> {
  return person.post('/api/account/delete', {
    password: person.password,
    confirmation: person.email,
    ...changes,
  })
}

const refusalOf = ({ status, headers }: Answer) => [status, headers.get('x-refusal')]

/** Somebody in whose place everybody else of the tests cannot be taken. */
type Known = { person: Person; id: string; traces: string[] }

let people = 0

async function newKnown(): Promise<Known> {
  people += 1
  const email = newEmail()
  const name = `Quentin Unmistakable ${people}`
  const answer = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name, email, password: goodPassword },
  })
  const person = await signIn(world, email)
  return { person, id: answer.body.user.id as string, traces: [email, name] }
}

/** Books under the known person's own name, phone and vehicle. */
async function bookAs({ person, traces }: Known, changes: Record<string, unknown> = {}): Promise<string> {
  const receipt = `receipt-${people}@unmistakable.test`
  const [phone, vin] = [`626777${String(1000 + people)}`, `WBAJU7C51KB77${String(1000 + people)}`]
  traces.push(receipt, phone, vin)
  return book(world, person, {
    name: traces[1],
    email: receipt,
    phone,
    vehicleInfo: { year: 2021, make: 'BMW', model: 'X5', vin },
    ...changes,
  })
}

/** The tables and columns in which a text stands anywhere in the database. */
async function placesOf(text: string): Promise<string[]> {
  const { pool } = world.context.database
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const places: string[] = []
  for (const { name } of tables.rows) {
    const found = await pool.query(
      `select 1 from "${name}" as row where row::text ilike '%' || $1 || '%' limit 1`,
      [text],
    )
    if (found.rowCount) places.push(name)
  }
  return places
}

/** Brings a booked appointment past its end, paid. */
async function finish(id: string): Promise<void> {
  await world.onceBegun(id, async () => {
    expect((await world.capture(id)).status).toBe(200)
  })
}

/** Does something with the product's clock a day after an appointment, and turns it back. */
async function onceOver<T>(id: string, work: () => Promise<T>): Promise<T> {
  const { clock } = world.context
  const before = clock.now() - Date.now()
  clock.setOffset((await world.timesOf(id)).endsAt + 86_400_000 - Date.now())
  return work().finally(() => clock.setOffset(before))
}

/** Leaves a day after an appointment; the last mail is due by that day's clock, and goes by it. */
async function leaveOnceOver(id: string, person: Person): Promise<void> {
  await onceOver(id, async () => {
    expect((await leave(person)).status).toBe(200)
    await sendOutbox(world.context)
  })
}

test('who leaves is signed out everywhere, cannot sign in any more, and the address is free again', async () => {
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

test('nothing of the person is left anywhere, and money agrees to the cent', async () => {
  const known = await newKnown()
  const done = await bookAs(known, { date: `${world.day(0)} 09:00` })
  await finish(done)
  const cancelled = await bookAs(known, { date: `${world.day(1)} 09:00` })
  expect((await known.person.patch(`/api/appointments/${cancelled}`, { status: 'cancelled' })).status).toBe(
    200,
  )
  await world.runJobs()
  for (const trace of known.traces) expect(await placesOf(trace), trace).not.toEqual([])
  const before = await reconcile(world.context)

  await leaveOnceOver(done, known.person)
  await world.runJobs()
  for (const trace of known.traces) expect(await placesOf(trace), trace).toEqual([])
  const after = await reconcile(world.context)
  expect([after.ledger, after.provider, after.differences]).toEqual([before.ledger, before.provider, []])

  const kept = await world.administrator.get(`/api/admin/appointments/${done}`)
  expect(kept.body).toMatchObject({
    customerName: 'Deleted customer',
    customerPhone: '0000000000',
    vehicleInfo: { year: 2021, make: 'BMW', model: 'X5' },
    paymentStatus: 'completed',
  })
  expect(kept.body.customerEmail).toMatch(/^deleted-[0-9a-f]{18}@deleted\.invalid$/)
  const told = kept.body.timeline.map(({ title, detail }: { title: string; detail: string }) => [
    title,
    detail,
  ])
  expect(told).toContainEqual(['Confirmation', 'Sent, before the account was deleted.'])
  expect(told).toContainEqual(['Payment captured', expect.stringContaining('$499')])
})

test('an appointment that never came to a movement of money goes altogether', async () => {
  const known = await newKnown()
  const { pool } = world.context.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
       customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
     select gen_random_uuid(), b.shop_id, b.id, $1, 1, 49900, now() - interval '3 days', now() - interval '2 days', 'released',
       'Quentin', 'q@example.test', '6265550142', 2020, 'BMW', 'X5', now() - interval '9 days'
     from bays b where b.shop_id = 5 limit 1 returning id`,
    [known.id],
  )
  expect((await leave(known.person)).status).toBe(200)
  const left = await pool.query('select 1 from appointments where id = $1', [rows[0]?.id])
  expect(left.rowCount).toBe(0)
})

test('nobody else’s rows change when somebody leaves', async () => {
  const [leaving, staying] = [await newKnown(), await newKnown()]
  const staysId = await bookAs(staying, { date: `${world.day(2)} 09:00` })
  await world.runJobs()
  const { pool } = world.context.database
  const read = async () => ({
    user: (await pool.query('select * from users where id = $1', [staying.id])).rows,
    appointment: (await pool.query('select * from appointments where id = $1', [staysId])).rows,
    mails: (await pool.query(`select * from outbox where payload ->> 'appointmentId' = $1`, [staysId])).rows,
    sessions: (await pool.query('select * from sessions where user_id = $1', [staying.id])).rows,
  })
  const before = await read()
  expect((await leave(leaving.person)).status).toBe(200)
  expect(await read()).toEqual(before)
})

test.each([
  ['a wrong password', { password: 'not-my-password-1' }, [422, 'wrong_password']],
  ['no password', { password: undefined }, [422, 'wrong_password']],
  ['another address', { confirmation: 'someone@else.test' }, [422, 'confirmation_wrong']],
])('with %s nobody leaves', async (_, changes, refusal) => {
  const person = await signUp(world)
  expect(refusalOf(await leave(person, changes))).toEqual(refusal)
  expect((await person.get('/api/account')).status).toBe(200)
})

test('the address may be typed in capitals and with blanks around it', async () => {
  const person = await signUp(world)
  expect((await leave(person, { confirmation: ` ${person.email.toUpperCase()} ` })).status).toBe(200)
})

test('somebody without a password leaves soon after signing in, and not later', async () => {
  const known = await newKnown()
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

test('while an appointment is to come nobody leaves, and is told which', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(3)} 09:00` })
  const refused = await leave(person)
  expect(refusalOf(refused)).toEqual([409, 'account_in_use'])
  expect(refused.body.error).toMatch(
    /^You have an appointment on \w+day, \w+ \d+, \d{4}\. Please cancel it first/,
  )
  expect((await person.get('/api/account')).status).toBe(200)
  await person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  expect((await leave(person)).status).toBe(200)
})

test('an order that waits for its payment, and one that is paid before its day, keep the account', async () => {
  const person = await signUp(world)
  const waiting = orderFor(world, {
    date: `${world.day(3)} 13:00`,
    paymentMethodId: 'pm_card_authenticationRequired',
  })
  const asked = await person.post('/api/appointments', waiting)
  expect(asked.body.requiresAction).toBe(true)
  expect((await leave(person)).body.error).toBe(
    'You have an order that waits for its payment. Please finish or cancel it first.',
  )
  await person.patch(`/api/appointments/${asked.body.id}`, { status: 'cancelled' })
  const paid = await book(world, person, { date: `${world.day(4)} 09:00` })
  await world.capture(paid)
  expect((await leave(person)).body.error).toMatch(/Please delete your account afterwards\.$/)
})

test('an installation that is over and not paid yet keeps the account', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(4)} 13:00` })
  await onceOver(id, async () => {
    expect((await leave(person)).body.error).toMatch(/^The installation of .* is not paid yet\./)
  })
})

test('money that is still on its way back keeps the account', async () => {
  const person = await signUp(world)
  const id = await book(world, person, { date: `${world.day(5)} 09:00` })
  await world.capture(id)
  await world.faults({ mode: 'error_before' })
  await world.cancel(id)
  const refused = await leave(person)
  expect(refused.body.error).toBe(
    'A payment of yours is being settled at this moment. Please try again in a few minutes.',
  )
  await world.faults({ mode: 'none' })
  await world.advance(120)
  await world.runJobs()
  expect((await leave(person)).status).toBe(200)
})

test('a payment is refunded after its customer left, and nobody is mailed', async () => {
  const known = await newKnown()
  const id = await bookAs(known, { date: `${world.day(5)} 13:00` })
  await finish(id)
  await leaveOnceOver(id, known.person)
  await world.runJobs()
  expect((await world.cancel(id)).status).toBe(200)
  await world.runJobs()
  const [intent] = await world.intentsOf(id)
  expect(intent.latest_charge.amount_refunded).toBe(49_900)
  expect((await reconcile(world.context)).differences).toEqual([])
  expect(await placesOf(known.traces[0] ?? '')).toEqual([])
  const told = await world.context.database.pool.query(
    `select kind from outbox where payload ->> 'appointmentId' = $1 and kind in ('payment_refunded', 'appointment_cancelled')`,
    [id],
  )
  expect(told.rows).toEqual([])
})

test('a mail that was not sent yet never is, and nobody is asked to look after it', async () => {
  const known = await newKnown()
  const id = await bookAs(known, { date: `${world.day(6)} 09:00` })
  await known.person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  const receipt = known.traces[2] ?? ''
  expect(await mailsTo(world, receipt)).toEqual([])
  expect((await leave(known.person)).status).toBe(200)
  await world.runJobs()
  expect(await mailsTo(world, receipt)).toEqual([])
  const details = await world.administrator.get(`/api/admin/appointments/${id}`)
  expect(details.body.timeline.map(({ detail }: { detail: string }) => detail)).toContain(
    'Never sent: the account was deleted.',
  )
  const attention = await world.administrator.get('/api/admin/attention')
  expect([attention.status, JSON.stringify(attention.body).includes(id)]).toEqual([200, false])
})

const lastMail = 'Your Dashfit account is deleted'

test('one last mail says what is gone and what is kept, and then its address is forgotten', async () => {
  const known = await newKnown()
  await leave(known.person, { password: 'not-my-password-1' })
  await world.runJobs()
  const subjects = async () => (await mailsTo(world, known.person.email)).map(({ subject }) => subject)
  expect(await subjects()).not.toContain(lastMail)
  expect((await leave(known.person)).status).toBe(200)
  expect(await placesOf(known.person.email)).toEqual(['outbox'])
  await world.runJobs()
  expect((await subjects()).filter((subject) => subject === lastMail)).toHaveLength(1)
  const mail = (await mailsTo(world, known.person.email)).at(-1)
  expect(mail?.text).toContain('Past appointments and payments, without you')
  for (const trace of known.traces) expect(mail?.text).not.toContain(trace)
  expect(await placesOf(known.person.email)).toEqual([])
})

test('a last mail waits for a mail server that is away, and an address that takes none is forgotten too', async () => {
  const [waiting, bouncing] = [await signUp(world), await signUp(world, `bounce+${newEmail()}`)]
  await world.runJobs()
  for (const person of [waiting, bouncing]) expect((await leave(person)).status).toBe(200)
  const away = { send: () => Promise.reject(new Error('ECONNREFUSED')), close: () => undefined }
  await sendOutbox({ ...world.context, mail: away })
  expect(await placesOf(waiting.email)).toEqual(['outbox'])
  await world.advance(61)
  await world.runJobs()
  expect((await mailsTo(world, waiting.email)).map(({ subject }) => subject)).toContain(lastMail)
  for (const person of [waiting, bouncing]) expect(await placesOf(person.email)).toEqual([])
})

test('the outbox lets nothing else be rewritten', async () => {
  const { pool } = world.context.database
  const client = await pool.connect()
  try {
    const attempt = async (text: string) => {
      await client.query('begin')
      return client.query(text).then(
        () => client.query('rollback').then(() => 'done'),
        (error: Error) => client.query('rollback').then(() => error.message),
      )
    }
    const kept = 'what the outbox says is never rewritten'
    expect(await attempt(`update outbox set recipient = 'x@y.test'`)).toBe(kept)
    const anonymising = `set local dashfit.anonymising = 'on'; `
    expect(await attempt(`${anonymising} update outbox set recipient = 'x@y.test'`)).toBe('done')
    expect(await attempt(`${anonymising} update outbox set kind = 'other'`)).toBe(kept)
    expect(await attempt(`${anonymising} update outbox set created_at = now()`)).toBe(kept)
    expect(await attempt(`${anonymising} delete from outbox`)).toBe(kept)
    expect(await attempt(`${anonymising} truncate outbox cascade`)).toBe(kept)
  } finally {
    client.release()
  }
})

async function providerCustomerOf(id: string): Promise<string> {
  const { rows } = await world.context.database.pool.query<{ provider_customer_id: string }>(
    'select provider_customer_id from provider_customers where user_id = $1',
    [id],
  )
  return rows[0]?.provider_customer_id ?? ''
}

async function isForgotten(customerId: string): Promise<boolean> {
  const customer = await world.context.stripe.customers.retrieve(customerId)
  return customer.deleted === true
}

test('the card provider forgets the person and every card, however often it fails first', async () => {
  const known = await newKnown()
  const id = await bookAs(known, { date: `${world.day(7)} 09:00` })
  await known.person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  const customerId = await providerCustomerOf(known.id)
  const { stripe, database } = world.context
  const orphan = await stripe.customers.create({ email: known.person.email, metadata: { user_id: known.id } })
  const foreign = await stripe.customers.create({ email: known.person.email, metadata: { user_id: 'other' } })
  await world.faults({ mode: 'error_before' })
  expect((await leave(known.person)).status).toBe(200)
  await world.runJobs()
  expect(await isForgotten(customerId)).toBe(false)
  const waiting = () =>
    database.db.selectFrom('provider_deletions').selectAll().where('user_id', '=', known.id).execute()
  expect(await waiting()).toHaveLength(1)
  await world.faults({ mode: 'none' })
  // As when the process that deleted the account is gone: another one goes on with it.
  const other = await world.addProcess()
  await other.runJobs()
  expect([
    await isForgotten(customerId),
    await isForgotten(orphan.id),
    await isForgotten(foreign.id),
  ]).toEqual([true, true, false])
  const cards = await stripe.paymentMethods.list({ customer: foreign.id, type: 'card' })
  expect(cards.data).toEqual([])
  const intents = (await listIntents(world)).filter(({ metadata }) => metadata.appointment_id === id)
  await expect(
    stripe.paymentMethods.attach(intents[0].payment_method, { customer: foreign.id }),
  ).rejects.toThrow()
  expect(await waiting()).toEqual([])
})

test('a provider that answered “done” and was not heard is asked again, and that is all right', async () => {
  const known = await newKnown()
  const id = await bookAs(known, { date: `${world.day(7)} 13:00` })
  await known.person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  const customerId = await providerCustomerOf(known.id)
  // Found by its id alone, as when somebody changed the address there.
  await world.context.stripe.customers.update(customerId, { email: 'changed@elsewhere.test' })
  await world.faults({ mode: 'error_after' })
  expect((await leave(known.person)).status).toBe(200)
  await world.runJobs()
  await world.faults({ mode: 'none' })
  await world.runJobs()
  expect(await isForgotten(customerId)).toBe(true)
  const rows = await world.context.database.db
    .selectFrom('provider_deletions')
    .select('user_id')
    .where('user_id', '=', known.id)
    .execute()
  expect(rows).toEqual([])
})

test('who leaves twice at once has left once', async () => {
  const known = await newKnown()
  const id = await bookAs(known, { date: `${world.day(8)} 09:00` })
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

/** Holds up whoever asks for the rows, until so many wait in this database; `begin` starts the next one once the one before waits. */
async function inTurn<T>(pool: Pool, rows: string, begin: (() => Promise<T>)[]): Promise<T[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(rows)
    const begun: Promise<T>[] = []
    for (const start of begin) {
      begun.push(start())
      await expect.poll(() => countLockWaits(pool), patience).toBe(begun.length)
    }
    await client.query('commit')
    return await Promise.all(begun)
  } finally {
    client.release()
  }
}

test.each([
  ['a booking that comes after an end', ['end', 'book'], { end: 200, book: 401 }],
  ['an end that comes after a booking', ['book', 'end'], { book: 201, end: 409 }],
] as const)('%s meets it at the person’s row and gives way', async (_, order, outcome) => {
  const known = await newKnown()
  const other = await world.addProcess()
  const onOther = personWith(other, known.person.cookie, known.person.email, known.person.password)
  const wanted = orderFor(world, { date: `${world.day(9)} 09:00` })
  const acts = { end: () => leave(known.person), book: () => onOther.post('/api/appointments', wanted) }
  const answers = await inTurn(
    world.context.database.pool,
    `select from users where id = '${known.id}' for update`,
    order.map((act) => acts[act]),
  )
  expect(answers.map(({ status }) => status)).toEqual(order.map((act) => outcome[act]))
  const booked = answers.find(({ status }) => status === 201)
  if (booked) await known.person.patch(`/api/appointments/${booked.body.id}`, { status: 'cancelled' })
})

test('a booking that meets an end under way waits for it, and the database itself books nobody who left', async () => {
  const known = await newKnown()
  const { pool } = world.context.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from users where id = $1 for update', [known.id])
    await client.query('update users set disabled_at = now(), deleted_at = now() where id = $1', [known.id])
    const booking = known.person.post('/api/appointments', orderFor(world, { date: `${world.day(9)} 13:00` }))
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `select 1 from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and query ilike '%from "users"%key share%'`,
        )
        return rows.length
      }, patience)
      .toBe(1)
    await client.query('commit')
    expect(refusalOf(await booking)).toEqual([401, 'not_signed_in'])
  } finally {
    client.release()
  }
  const past = `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at,
      state, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
    select gen_random_uuid(), shop_id, id, '${known.id}', 1, 49900, now(), now() + interval '3 hours',
      'released', 'Q', 'q@example.test', '6265550142', 2020, 'BMW', 'X5', now() from bays limit 1`
  await expect(pool.query(past)).rejects.toThrow('the account of this customer is deleted')
  // The control: without the rule in the database the same row gets in.
  const unguarded = pool.query(
    `begin; alter table appointments disable trigger appointments_have_a_customer; ${past}; rollback`,
  )
  await expect(unguarded).resolves.toBeDefined()
})

test('a shop leaves once nothing is to come: it is suspended, its payout details are gone, its past stays', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const customer = await signUp(world)
  const id = await book(world, customer, { date: `${world.day(0)} 09:00`, shopId })
  const refused = await leave(shop)
  expect(refusalOf(refused)).toEqual([409, 'account_in_use'])
  expect(refused.body.error).toMatch(/^Your shop has appointments to come, the next on /)
  await finish(id)
  await leaveOnceOver(id, shop)
  await world.runJobs()
  const left = await world.administrator.get(`/api/admin/shops/${shopId}`)
  expect(left.body).toMatchObject({ status: 'suspended', ownerEmail: null })
  const { rows } = await world.context.database.pool.query(
    'select 1 from payout_details where shop_id = $1',
    [shopId],
  )
  expect(rows).toEqual([])
  expect(await placesOf(shop.email)).toEqual([])
  const offered = await send(world, 'GET', '/api/shops')
  expect(offered.body.map(({ id: offeredId }: { id: number }) => offeredId)).not.toContain(shopId)
  const list = await world.administrator.get('/api/admin/appointments')
  expect(list.body.map(({ id: listed }: { id: string }) => listed)).toContain(id)
})

test('a shop that waits for approval leaves no trace in the mails to administrators', async () => {
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  await world.runJobs()
  expect(await placesOf(shop.email)).toContain('outbox')
  expect((await leave(shop)).status).toBe(200)
  await world.runJobs()
  expect(await placesOf(shop.email)).toEqual([])
  const approved = await world.administrator.patch(`/api/admin/shops/${shopId}/status`, {
    status: 'suspended',
  })
  expect(approved.status).toBe(200)
})

test('the last administrator stays, and of two who leave at once one stays', async () => {
  const small = await startWorld()
  try {
    const alone = await signInAdministrator(small)
    expect(refusalOf(await leave(alone))).toEqual([409, 'last_administrator'])
    const second = await signInAdministrator(small)
    const other = await small.addProcess()
    const onOther = personWith(other, second.cookie, second.email, second.password)
    const { pool } = small.context.database
    const answers = await inTurn(pool, `select from users where role = 'administrator' for update`, [
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
