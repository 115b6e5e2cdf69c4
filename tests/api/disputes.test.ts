import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcileProvider } from '../../server/holds/reconcile-provider.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { disputeDesk, fee, opened, price } from '../support/dispute-desk.ts'
import { hour, installationId, patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book } from '../support/orders.ts'
import { goodPassword, openShop, registerShop, signUp, type Person } from '../support/people.ts'

let world: MoneyWorld
let desk: ReturnType<typeof disputeDesk>

beforeAll(async () => {
  world = await startMoneyWorld({ PAYOUT_FEE_PERCENT: '10', LOG_LEVEL: 'info' })
  desk = disputeDesk(world)
})
afterAll(() => world.stop())

test('an open dispute takes the amount and a fee, blocks the refund and asks for an answer', async () => {
  const before = await desk.statement()
  const id = await desk.bookCaptured()
  await world.dispute(id, 'open')
  await desk.expectMovements(id, opened)
  expect(await desk.detailsOf(id)).toMatchObject({
    paymentStatus: 'completed',
    dispute: 'open',
    capturedCents: price,
    disputedCents: price,
    disputes: [{ phase: 'open', amountCents: price, reason: 'fraudulent', answerBy: expect.any(String) }],
  })
  expect(await desk.titlesOf(id)).toEqual(
    expect.arrayContaining(['Payment disputed', 'Amount withdrawn by the bank', 'Dispute fee charged']),
  )
  const item = await desk.itemOf(id)
  expect(Date.parse(item.answerBy) - Date.parse(item.since)).toBe(14 * 24 * hour * 1000)
  expect(item.sentence).toMatch(
    /^Disputed: \$499\. Reason: fraudulent\. The bank has taken the amount back\. It can’t be refunded until the bank decides\. Please answer in the card provider’s dashboard by /,
  )
  const { contactId } = await desk.detailsOf(id)
  const contact = (await world.administrator.get(`/api/admin/contacts/${contactId}`)).body
  expect(contact.money.disputedCents).toBe(price)
  const refused = await world.cancel(id)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The customer disputed this payment with the bank. It can’t be refunded until the bank decides, so you can’t cancel it yet.',
  ])
  expect((await world.own(id)).money).toMatchObject({ capturedCents: price, disputedCents: price })
  const after = await desk.statement()
  expect(after.owedCents - before.owedCents).toBe(-fee)
  expect(after.disputedCents - before.disputedCents).toBe(price)
  expect((await reconcile(world.context)).differences).toEqual([])
})

test('a shop sees the open disputes of its own appointments alone, and is not asked to answer', async () => {
  const [own, other] = [
    await openShop(world, world.administrator),
    await openShop(world, world.administrator),
  ]
  const id = await world.book({ shopId: own.shopId, date: `${world.day(9)} 09:00` })
  expect((await world.capture(id)).status).toBe(200)
  await world.runJobs()
  await world.dispute(id, 'open')
  await desk.expectMovements(id, opened)
  const seenBy = async (person: Person) =>
    (await desk.attention(person)).items.filter(
      ({ reason }: { reason: string }) => reason === 'payment_disputed',
    )
  const [item, ...rest] = await seenBy(own.shop)
  expect(rest).toEqual([])
  expect(item).toMatchObject({ appointmentId: id, repair: null, answerBy: expect.any(String) })
  expect(item.sentence).toContain('An administrator answers it. Please send them what you know')
  expect(item.sentence).not.toMatch(/dashboard|please answer/i)
  expect(await seenBy(other.shop)).toEqual([])
  // The file for the bank stays with administrators.
  expect((await own.shop.get(`/api/admin/appointments/${id}/evidence.txt`)).status).toBe(403)
  expect((await desk.itemOf(id)).sentence).toContain('Please answer in the card provider’s dashboard by ')
  await world.dispute(id, 'win')
  await desk.eventually(async () => expect(await seenBy(own.shop)).toEqual([]))
})

test('a won dispute gives the amount back, and the payment can be refunded again', async () => {
  const id = await desk.bookCaptured()
  const before = await desk.statement()
  await world.dispute(id, 'open')
  await desk.expectMovements(id, opened)
  await world.dispute(id, 'win')
  await desk.expectMovements(id, [...opened, 'dispute_won', 'dispute_reinstated'])
  expect((await desk.statement()).owedCents - before.owedCents).toBe(-fee)
  expect(await desk.itemOf(id)).toBeUndefined()
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(price)
  expect((await reconcile(world.context)).differences).toEqual([])
})

test('a lost dispute keeps the amount, and no refund is made on top', async () => {
  const id = await desk.bookCaptured()
  await world.dispute(id, 'open')
  await world.dispute(id, 'lose')
  await desk.expectMovements(id, [...opened, 'dispute_lost'])
  expect(await desk.itemOf(id)).toBeUndefined()
  expect(await desk.detailsOf(id)).toMatchObject({ dispute: 'lost', refundableCents: 0 })
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(0)
  expect((await reconcile(world.context)).differences).toEqual([])
})

test('an inquiry holds no money, may be refunded, and can become a dispute', async () => {
  const before = await desk.statement()
  const [refunded, escalated, ended] = [
    await desk.bookCaptured(),
    await desk.bookCaptured(),
    await desk.bookCaptured(),
  ]
  for (const id of [refunded, escalated, ended]) {
    await world.dispute(id, 'inquire')
    await desk.expectMovements(id, ['dispute_inquired'])
  }
  expect((await desk.itemOf(refunded)).sentence).toMatch(/^Questioned by the bank: \$499\. /)
  expect((await desk.statement()).disputedCents).toBe(before.disputedCents)
  expect((await world.cancel(refunded)).status).toBe(200)
  await world.dispute(ended, 'end')
  await desk.expectMovements(ended, ['dispute_inquired', 'dispute_ended'])
  expect(await desk.itemOf(ended)).toBeUndefined()
  await world.dispute(escalated, 'escalate')
  await desk.expectMovements(escalated, ['dispute_inquired', ...opened])
  expect((await world.cancel(escalated)).status).toBe(409)
  expect((await reconcile(world.context)).differences).toEqual([])
})

test('news in any order, several times, leaves each movement once', async () => {
  const id = await desk.bookCaptured()
  await world.webhooks({ paused: true })
  for (const turn of ['inquire', 'escalate', 'win']) await world.dispute(id, turn)
  await world.webhooks({ paused: false, shuffle: true, repeat: 6 })
  await desk.eventually(async () => expect((await desk.detailsOf(id)).dispute).toBe('won'))
  await world.runJobs()
  await world.webhooks({ shuffle: false, repeat: 1 })
  const { rows } = await world.context.database.pool.query(
    `select movement, sum(amount_cents)::int as cents from ledger where appointment_id = $1 and movement like 'dispute%'
       group by movement order by movement`,
    [id],
  )
  const of = (movement: string) => rows.find((row) => row.movement === movement)?.cents ?? 0
  expect(of('dispute_withdrawn') - of('dispute_reinstated')).toBe(0)
  expect(of('dispute_fee')).toBe(fee)
  expect(of('dispute_won')).toBe(price)
  expect((await reconcile(world.context)).differences).toEqual([])
})

test('a signed dispute that the provider cannot find counts as it is told, in the order of its instants', async () => {
  const [open, late] = [await desk.bookCaptured(), await desk.bookCaptured()]
  const dispute = { id: 'dp_told_open', intentId: await desk.intentOf(open) }
  expect(await desk.tell('created', { ...dispute, status: 'needs_response' })).toBe(200)
  expect(await desk.disputesOf(open)).toEqual(['dispute_opened', 'dispute_withdrawn'])
  // The movement that arrives afterwards is the amount that was counted already.
  await desk.tell('funds_withdrawn', { ...dispute, status: 'needs_response', transactions: [-price], at: 1 })
  expect(await desk.disputesOf(open)).toEqual(['dispute_opened', 'dispute_withdrawn'])
  expect((await world.cancel(open)).status).toBe(409)

  const from = Math.floor(world.context.clock.now() / 1000)
  const closed = { id: 'dp_told_late', intentId: await desk.intentOf(late), from }
  await desk.tell('closed', { ...closed, status: 'won', transactions: [-price, price], at: 5 })
  await desk.tell('created', { ...closed, status: 'needs_response', transactions: [-price] })
  await desk.tell('updated', { ...closed, status: 'under_review', transactions: [-price], at: 5 })
  expect(await desk.disputesOf(late)).toEqual(['dispute_opened', 'dispute_won'])
  expect((await desk.detailsOf(late)).dispute).toBe('won')
  await desk.tell('closed', { ...dispute, status: 'won', at: 6 })
  expect((await desk.detailsOf(open)).disputedCents).toBe(0)
})

test('without the record of its dispute the same refund goes through', async () => {
  const id = await desk.bookCaptured()
  await desk.tell('created', {
    id: 'dp_control',
    intentId: await desk.intentOf(id),
    status: 'needs_response',
  })
  expect((await world.cancel(id)).status).toBe(409)
  await world.context.database.pool.query(`delete from disputes where id = 'dp_control'`)
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(price)
})

test('a dispute of an unknown payment stands in the attention of administrators until it is closed', async () => {
  const shop = await registerShop(world)
  const unknown = { id: 'dp_unknown', intentId: 'pi_of_nobody' }
  expect(await desk.tell('created', { ...unknown, status: 'needs_response' })).toBe(200)
  expect(await desk.tell('created', { id: 'dp_no_intent', intentId: null, status: 'needs_response' })).toBe(
    200,
  )
  const { strayDisputes } = await desk.attention()
  expect(strayDisputes.map(({ id }: { id: string }) => id).toSorted()).toEqual(['dp_no_intent', 'dp_unknown'])
  expect(strayDisputes[0]).toMatchObject({ amountCents: price, answerBy: expect.any(String) })
  expect(await desk.attention(shop)).toMatchObject({ strayDisputes: [], strayTotal: 0 })
  const { pool } = world.context.database
  await pool.query(`insert into disputes
    select (jsonb_populate_record(d, jsonb_build_object('id', 'dp_more_' || n))).*
      from disputes d, generate_series(1, 30) n where d.id = 'dp_unknown'`)
  const many = await desk.attention()
  expect([many.strayDisputes.length, many.strayTotal]).toEqual([20, 32])
  await pool.query(`delete from disputes where id like 'dp_more_%'`)
  expect(
    world.logLines.some((line) => line.includes('dp_unknown') && line.includes('no payment known')),
  ).toBe(true)
  for (const id of ['dp_unknown', 'dp_no_intent'])
    await desk.tell('closed', {
      id,
      intentId: id === 'dp_unknown' ? 'pi_of_nobody' : null,
      status: 'lost',
      at: 5,
    })
  expect((await desk.attention()).strayDisputes).toEqual([])
})

test('a dispute of another installation at the same provider is left alone', async () => {
  const { stripe, database } = world.context
  const intent = await stripe.paymentIntents.create({
    amount: price,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    confirm: true,
    metadata: { installation_id: '019a0000-0000-7000-8000-000000000001' },
  })
  expect(intent.metadata['installation_id']).not.toBe(await installationId(world))
  await desk.tell('created', { id: 'dp_foreign', intentId: intent.id, status: 'needs_response' })
  expect((await database.pool.query(`select from disputes where id = 'dp_foreign'`)).rowCount).toBe(0)
  // Other events may arrive in the meantime, such as those of the intents above.
  const { rows } = await database.pool.query(
    `select handled_at from provider_events where dispute->>'id' = 'dp_foreign'`,
  )
  expect(rows).toEqual([{ handled_at: expect.any(Date) }])
})

test.each([
  ['won', 'win', 'refunded', price],
  ['lost', 'lose', 'refunded', 0],
])(
  'a refund in flight waits for a dispute, and when it is %s it is settled once',
  async (_, turn, status, cents) => {
    const id = await desk.bookCaptured()
    await world.faults({ mode: 'error_before' })
    await world.cancel(id)
    await world.faults({ mode: 'none' })
    await world.dispute(id, 'open')
    await desk.expectMovements(id, opened)
    await world.advance(hour)
    await world.runJobs()
    expect(await desk.refundedOf(id)).toBe(0)
    const due = (await desk.attention()).items.filter(
      (item: { appointmentId: string }) => item.appointmentId === id,
    )
    expect(due.map(({ reason }: { reason: string }) => reason)).toEqual(['payment_disputed'])
    await world.dispute(id, turn)
    await expect
      .poll(async () => {
        await world.advance(60)
        await world.runJobs()
        const row = await world.context.database.db
          .selectFrom('holds')
          .select('status')
          .where('appointment_id', '=', id)
          .executeTakeFirstOrThrow()
        return row.status
      }, patience)
      .toBe(status)
    expect(await desk.refundedOf(id)).toBe(cents)
    expect((await world.own(id)).money.refundingCents).toBe(0)
    expect(await desk.differencesOf(id)).toEqual([])
  },
)

test('a cancellation and a dispute at one moment pay the customer once', async () => {
  for (let round = 0; round < 6; round++) {
    const id = await desk.bookCaptured()
    const intentId = await desk.intentOf(id)
    const dispute = { id: `dp_race_${round}`, intentId, status: 'needs_response', transactions: [-price] }
    const [answer] = await Promise.all([world.cancel(id), desk.tell('created', dispute)])
    expect([200, 409]).toContain(answer.status)
    const isCancelled = answer.status === 200
    // A refund that the provider made before the dispute is recorded beside it.
    expect(isCancelled ? [0, price] : [0]).toContain(await desk.refundedOf(id))
    expect((await desk.detailsOf(id)).disputedCents).toBe(price)
    await desk.tell('closed', { ...dispute, status: 'won', transactions: [-price, price], at: 9 })
    await world.advance(60)
    await world.runJobs()
    expect(await desk.refundedOf(id)).toBe(isCancelled ? price : 0)
  }
})

test('a dispute whose webhooks were lost is found by the comparison, and its end too', async () => {
  const id = await desk.bookCaptured()
  await world.webhooks({ paused: true })
  await world.dispute(id, 'open')
  expect(await desk.disputesOf(id)).toEqual([])
  await reconcileProvider(world.context, { atOnce: true })
  expect(await desk.disputesOf(id)).toEqual(opened)
  await world.dispute(id, 'lose')
  await world.advance(25 * hour)
  await reconcileProvider(world.context)
  expect(await desk.disputesOf(id)).toEqual([...opened, 'dispute_lost'])
  await world.webhooks({ paused: false })
})

test('an account with an open dispute is not deleted before the bank has decided', async () => {
  const owner = await signUp(world)
  const id = await book(world, owner, { date: `${world.day(9)} 09:00` })
  await world.capture(id)
  await world.advanceTo(id, 4)
  await desk.tell('created', { id: 'dp_owner', intentId: await desk.intentOf(id), status: 'needs_response' })
  const remove = () =>
    owner.post('/api/account/delete', { password: goodPassword, confirmation: owner.email })
  const refused = await remove()
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'You’re disputing a payment with your bank. Delete your account once the bank has decided.',
  ])
  await desk.tell('closed', { id: 'dp_owner', intentId: await desk.intentOf(id), status: 'lost', at: 5 })
  expect((await remove()).status).toBe(200)
})
