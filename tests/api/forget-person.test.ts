import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import { bookAs, finish, leave, deleteOnceOver, newKnown } from '../support/leaving.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book, listIntents } from '../support/orders.ts'
import { newEmail, openShop, registerShop, send, shopIdOf, signUp } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

/** The tables that contain a text in any column. */
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

test('a deletion leaves no personal data in any table, and the money agrees to the cent', async () => {
  const known = await newKnown(world)
  const done = await bookAs(world, known, { date: `${world.day(0)} 09:00` })
  await finish(world, done)
  const cancelled = await bookAs(world, known, { date: `${world.day(1)} 09:00` })
  expect((await known.person.patch(`/api/appointments/${cancelled}`, { status: 'cancelled' })).status).toBe(
    200,
  )
  await world.runJobs()
  for (const trace of known.traces) expect(await placesOf(trace), trace).not.toEqual([])
  const before = await reconcile(world.context)

  await deleteOnceOver(world, done, known.person)
  await world.runJobs()
  for (const trace of known.traces) expect(await placesOf(trace), trace).toEqual([])
  const after = await reconcile(world.context)
  expect([after.ledger, after.provider, after.differences]).toEqual([before.ledger, before.provider, []])

  const kept = await world.administrator.get(`/api/admin/appointments/${done}`)
  expect(kept.body).toMatchObject({
    customerName: 'Deleted customer',
    customerPhone: '0000000000',
    vehicleInfo: { year: 2013, make: 'BMW', model: 'X5' },
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

test('an appointment without a movement of money is deleted entirely', async () => {
  const known = await newKnown(world)
  const { pool } = world.context.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
       customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
     select gen_random_uuid(), b.shop_id, b.id, $1, 1, 49900, now() - interval '3 days', now() - interval '2 days', 'released',
       'Quentin', 'q@example.test', '6265550142', 2013, 'BMW', 'X5', now() - interval '9 days'
     from bays b where b.shop_id = 5 limit 1 returning id`,
    [known.id],
  )
  expect((await leave(known.person)).status).toBe(200)
  const left = await pool.query('select 1 from appointments where id = $1', [rows[0]?.id])
  expect(left.rowCount).toBe(0)
})

test('a deletion changes no row of other people', async () => {
  const [leaving, staying] = [await newKnown(world), await newKnown(world)]
  const staysId = await bookAs(world, staying, { date: `${world.day(2)} 09:00` })
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

test('a payment can be refunded after its customer’s deletion, and no mail is sent', async () => {
  const known = await newKnown(world)
  const id = await bookAs(world, known, { date: `${world.day(5)} 13:00` })
  await finish(world, id)
  await deleteOnceOver(world, id, known.person)
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

test('an unsent mail is never sent, and is not listed for attention', async () => {
  const known = await newKnown(world)
  const id = await bookAs(world, known, { date: `${world.day(6)} 09:00` })
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

test('one last mail names the deleted and the kept data, and then its address is erased', async () => {
  const known = await newKnown(world)
  await leave(known.person, { password: 'not-my-password-1' })
  await world.runJobs()
  const subjects = async () => (await mailsTo(world, known.person.email)).map(({ subject }) => subject)
  expect(await subjects()).not.toContain(lastMail)
  expect((await leave(known.person)).status).toBe(200)
  expect(await placesOf(known.person.email)).toEqual(['outbox'])
  await world.runJobs()
  expect((await subjects()).filter((subject) => subject === lastMail)).toHaveLength(1)
  const mail = (await mailsTo(world, known.person.email)).at(-1)
  expect(mail?.text).toContain('Past appointments and payments, with your details removed')
  for (const trace of known.traces) expect(mail?.text).not.toContain(trace)
  expect(await placesOf(known.person.email)).toEqual([])
})

test('the last mail is retried during an outage of the mail server, and an address that bounces is erased too', async () => {
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

test('the outbox permits no other update', async () => {
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

test('the card provider deletes the customer and every card, after retries', async () => {
  const known = await newKnown(world)
  const id = await bookAs(world, known, { date: `${world.day(7)} 09:00` })
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
  // Simulates the death of the process that deleted the account: another one finishes.
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

test('a deletion whose response was lost is retried and succeeds', async () => {
  const known = await newKnown(world)
  const id = await bookAs(world, known, { date: `${world.day(7)} 13:00` })
  await known.person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
  const customerId = await providerCustomerOf(known.id)
  // Found by its id alone, as when the address was changed at the provider.
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

test('a shop without upcoming appointments can leave: it is suspended, its payout details are deleted, its history stays', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const customer = await signUp(world)
  const id = await book(world, customer, { date: `${world.day(0)} 09:00`, shopId })
  const refused = await leave(shop)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'account_in_use'])
  expect(refused.body.error).toMatch(/^Your shop has upcoming appointments, the next on /)
  await finish(world, id)
  await deleteOnceOver(world, id, shop)
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

test('a shop deleted before approval leaves no data in the mails to administrators', async () => {
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
