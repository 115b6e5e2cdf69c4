import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveToCommit } from '../../server/database/transaction.ts'
import { recordHoldChange } from '../../server/holds/record-hold.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { mailsTo } from '../support/mails.ts'
import { patience, placeAtProvider, placeOrphan, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { signUp } from '../support/people.ts'
import { answerReview } from '../support/review-desk.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

/** The money fields of My Appointments; instants are reduced to whether they are set. */
async function moneyOf(id: string) {
  const { heldCents, releasedAt, capturedCents, capturedAt, refundedCents, refundedAt, refundingCents } = (
    await world.own(id)
  ).money
  const known = {
    released: releasedAt !== null,
    captured: capturedAt !== null,
    refunded: refundedAt !== null,
  }
  return { heldCents, capturedCents, refundedCents, refundingCents, ...known }
}

const noMoney = {
  heldCents: 0,
  capturedCents: 0,
  refundedCents: 0,
  refundingCents: 0,
  released: false,
  captured: false,
  refunded: false,
}

async function agree(): Promise<void> {
  await world.runJobs()
  expect((await reconcile(world.context)).differences).toEqual([])
}

test('a dearer package takes its hold first and releases the old one after', async () => {
  const id = await world.book({ date: `${world.day(0)} 09:00` })
  const answer = await world.change(id, { productId: 3, amount: 1299 })
  expect([answer.status, answer.body.productId, answer.body.price]).toEqual([200, 3, 1299])
  const [before, after] = await world.intentsOf(id)
  expect([before.status, after.status, after.amount]).toEqual(['canceled', 'requires_capture', 129_900])
  expect(after.created).toBeGreaterThanOrEqual(before.created)
  await world.capture(id)
  expect((await world.intentsOf(id))[1]).toMatchObject({ status: 'succeeded', amount_received: 129_900 })
  // The smaller hold was released once the dearer one was live.
  expect(await moneyOf(id)).toEqual({ ...noMoney, capturedCents: 129_900, captured: true, released: true })
  await agree()
})

test('a price that differs from the agreed one is refused and changes no row', async () => {
  const id = await world.book({ date: `${world.day(0)} 13:00` })
  const refused = await world.change(id, { productId: 2, amount: 749 })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'price_changed'])
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
})

test('a pending 3-D Secure changes nothing until it is confirmed', async () => {
  const id = await world.bookConfirmed({ date: `${world.day(1)} 09:00` })
  const asked = await world.change(id, { productId: 2, amount: 799 })
  expect(asked.body).toMatchObject({ productId: 1, price: 499, requiresAction: true })
  expect(asked.body.clientSecret).toMatch(/^pi_.*_secret_/)
  expect(await world.statusesOf(id)).toEqual(['requires_capture', 'requires_action'])
  const again = await world.change(id, { productId: 2, amount: 799 })
  expect(again.body.clientSecret).toBe(asked.body.clientSecret)
  await world.challenge((await world.intentsOf(id))[1].id, 'complete')
  const done = await world.change(id, { productId: 2, amount: 799 })
  expect(done.body).toMatchObject({ productId: 2, price: 799 })
  expect(done.body.requiresAction).toBeUndefined()
  expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  await agree()
})

test('3-D Secure confirmed without a further request changes the package by a job', async () => {
  const id = await world.bookConfirmed({ date: `${world.day(1)} 13:00` })
  await world.change(id, { productId: 2, amount: 799 })
  await world.challenge((await world.intentsOf(id))[1].id, 'complete')
  await expect
    .poll(async () => {
      await world.runJobs()
      return (await world.own(id)).productId
    }, patience)
    .toBe(2)
  expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
})

test('a package that the shop refuses while the bank asks is not applied, and its money goes back', async () => {
  const id = await world.bookConfirmed({ date: `${world.day(4)} 13:00` })
  await world.change(id, { productId: 2, amount: 799 })
  const { rows } = await world.context.database.pool.query(
    'select id from fitment_reviews where appointment_id = $1 and package_id = 2',
    [id],
  )
  const refused = { answer: 'does_not_fit', note: 'Your screen is another one.' }
  expect((await answerReview(world.administrator, rows[0].id as string, refused)).status).toBe(200)
  await world.challenge((await world.intentsOf(id))[1].id, 'complete')
  await expect
    .poll(async () => {
      await world.runJobs()
      return world.statusesOf(id)
    }, patience)
    .toEqual(['requires_capture', 'canceled'])
  expect(await world.own(id)).toMatchObject({ productId: 1, status: 'scheduled' })
  await agree()
})

test('3-D Secure that is never confirmed, or fails, leaves everything as it was', async () => {
  const id = await world.bookConfirmed({ date: `${world.day(2)} 09:00` })
  const { holdId } = (await world.change(id, { productId: 2, amount: 799 })).body
  await world.challenge((await world.intentsOf(id))[1].id, 'fail')
  // Webhook and browser report the same refused hold, in either order.
  await expect
    .poll(async () => {
      await world.runJobs()
      return (await world.statusesOf(id))[1]
    }, patience)
    .toBe('canceled')
  const refused = await world.change(id, { productId: 2, amount: 799, holdId })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([402, 'card_refused'])
  expect(refused.body.error).toMatch(/unable to authenticate.* Your package didn’t change\.$/)
  expect(await world.statusesOf(id)).toHaveLength(2)
  const other = await world.bookConfirmed({ date: `${world.day(2)} 13:00` })
  const foreign = await world.change(other, { productId: 2, amount: 799, holdId })
  const otherwise = await world.change(id, { productId: 3, amount: 1299, holdId })
  expect([foreign.status, otherwise.status]).toEqual([404, 404])
  expect((await world.cancel(other)).status).toBe(200)
  const anew = await world.change(id, { productId: 2, amount: 799 })
  expect(anew.body).toMatchObject({ requiresAction: true, holdId: expect.not.stringMatching(holdId) })
  await world.advance(16 * 60)
  expect(await world.own(id)).toMatchObject({ productId: 1, price: 499 })
  const statuses = await world.statusesOf(id)
  expect(statuses[0]).toBe('requires_capture')
  expect(statuses.slice(1).filter((status) => status !== 'canceled')).toEqual([])
  await agree()
})

test('a decline leaves everything as it was and says so', async () => {
  const id = await world.book({ date: `${world.day(2)} 13:00` })
  await world.cards({ behaviour: 'decline_insufficient_funds' })
  const refused = await world.change(id, { productId: 3, amount: 1299 })
  await world.cards({ behaviour: 'approve' })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'package_does_not_fit'])
  await world.cards({ behaviour: 'decline_insufficient_funds' })
  const declined = await world.change(id, { productId: 2, amount: 799 })
  await world.cards({ behaviour: 'approve' })
  expect([declined.status, declined.body.error]).toEqual([
    402,
    'Your card was declined. Please check its details, or use another card. Your package didn’t change.',
  ])
  expect(await world.own(id)).toMatchObject({ productId: 1, price: 499, hold: { state: 'live' } })
  expect(await world.statusesOf(id)).toEqual(['requires_capture', 'canceled'])
})

test('a customer cancels until the start: the hold is released at once, the bay is free, the mail says so', async () => {
  const email = `cancel-${Date.now()}@example.test`
  const date = `${world.day(3)} 09:00`
  const id = await world.book({ date, email })
  await world.book({ date })
  expect(await moneyOf(id)).toEqual({ ...noMoney, heldCents: 49_900 })
  const answer = await world.change(id, { status: 'cancelled' })
  expect([answer.status, answer.body.status, answer.body.hold.state]).toEqual([200, 'cancelled', 'none'])
  expect(await moneyOf(id)).toEqual({ ...noMoney, released: true })
  expect((await world.change(id, { status: 'cancelled' })).status).toBe(200)
  expect(await world.statusesOf(id)).toEqual(['canceled'])
  await world.book({ date })
  await world.runJobs()
  const mails = await mailsTo(world, email)
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Confirmed', 'Cancelled'])
  expect((await world.change(id, { productId: 2 })).status).toBe(409)
  await agree()
})

test('a customer cannot cancel another customer’s appointment, nor a started one', async () => {
  const id = await world.book({ date: `${world.day(4)} 09:00` })
  const other = await signUp(world)
  expect((await other.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(404)
  const refused = await world.onceBegun(id, () => world.change(id, { status: 'cancelled' }))
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'appointment_not_changeable'])
})

test('a claim in 3-D Secure can be cancelled, and a late confirmation holds no money', async () => {
  const id = await world.book({
    date: `${world.day(4)} 13:00`,
    paymentMethodId: 'pm_card_authenticationRequired',
  })
  expect((await world.own(id)).status).toBe('pending')
  expect((await world.change(id, { status: 'cancelled' })).body.status).toBe('cancelled')
  expect(await world.statusesOf(id)).toEqual(['canceled'])
  expect(await moneyOf(id)).toEqual(noMoney)
  await agree()
})

test('during an outage of the provider a cancellation succeeds at once, and the hold is released afterwards', async () => {
  const id = await world.book({ date: `${world.day(5)} 09:00` })
  await world.faults({ mode: 'error_before' })
  expect((await world.change(id, { status: 'cancelled' })).body.status).toBe('cancelled')
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  expect(await moneyOf(id)).toEqual({ ...noMoney, heldCents: 49_900 })
  await world.faults({ mode: 'none' })
  await world.advance(60)
  expect(await world.statusesOf(id)).toEqual(['canceled'])
  expect(await moneyOf(id)).toEqual({ ...noMoney, released: true })
  await agree()
})

test.each(['error_before', 'error_after', 'drop_answer', 'rate_limit'])(
  'a capture whose response is lost (%s) is one capture',
  async (mode) => {
    const id = await world.book({ date: `${world.day(5 + (mode.length % 3))} 13:00` })
    await world.faults({ mode, count: 1 })
    const first = await world.capture(id)
    expect([200, 503]).toContain(first.status)
    await world.faults({ mode: 'none' })
    await world.advance(60)
    expect((await world.capture(id)).body).toMatchObject({ id, paymentStatus: 'completed' })
    expect(await world.statusesOf(id)).toEqual(['succeeded'])
    await agree()
    await world.cancel(id)
  },
)

test('a capture sends a receipt, a cancellation after it refunds and says so', async () => {
  const email = `receipt-${Date.now()}@example.test`
  const id = await world.book({ date: `${world.day(7)} 09:00`, email })
  await world.capture(id)
  await world.capture(id)
  const paid = { ...noMoney, capturedCents: 49_900, captured: true }
  expect(await moneyOf(id)).toEqual(paid)
  await world.faults({ mode: 'error_before' })
  await world.cancel(id)
  expect(await moneyOf(id)).toEqual({ ...paid, refundingCents: 49_900 })
  await world.faults({ mode: 'none' })
  await world.cancel(id)
  expect(await moneyOf(id)).toEqual({ ...paid, refundedCents: 49_900, refunded: true })
  await world.runJobs()
  const subjects = (await mailsTo(world, email)).map(({ subject }) => subject)
  expect(subjects.map((subject) => subject.split(':')[0])).toEqual([
    'Confirmed',
    'Receipt',
    'Cancelled',
    'Refund',
  ])
  await agree()
})

test('changes in the provider’s dashboard are adopted: capture, refund, release', async () => {
  const { stripe } = world.context
  const email = `desk-${Date.now()}@example.test`
  const [captured, refunded, released] = [
    await world.book({ date: `${world.day(8)} 09:00` }),
    await world.book({ date: `${world.day(8)} 09:00`, email }),
    await world.book({ date: `${world.day(8)} 13:00` }),
  ] as const
  const intentOf = async (id: string) => (await world.intentsOf(id))[0].id as string
  await stripe.paymentIntents.capture(await intentOf(captured))
  await world.capture(refunded)
  await stripe.refunds.create({ payment_intent: await intentOf(refunded), amount: 10_000 })
  await stripe.paymentIntents.cancel(await intentOf(released))
  await expect
    .poll(async () => {
      await world.runJobs()
      return [(await world.own(captured)).status, (await world.own(released)).hold.state]
    }, patience)
    .toEqual(['completed', 'saved'])
  await agree()
  const part = { ...noMoney, capturedCents: 49_900, refundedCents: 10_000, captured: true, refunded: true }
  await expect
    .poll(async () => {
      await world.runJobs()
      return moneyOf(refunded)
    }, patience)
    .toEqual(part)
  await world.cancel(refunded)
  expect((await world.intentsOf(refunded))[0].latest_charge.amount_refunded).toBe(49_900)
  expect(await moneyOf(refunded)).toEqual({ ...part, refundedCents: 49_900 })
  await agree()
  // The mail of the cancellation names the remaining amount: the other part has its own mail.
  const cancelled = (await mailsTo(world, email)).find(({ subject }) => subject.startsWith('Cancelled'))
  expect(cancelled?.text).toContain('$399 goes back to the card you paid with.')
})

test('money captured in the provider’s dashboard before its hold was known is refunded on cancellation, and the ledger closes', async () => {
  const { stripe } = world.context
  await world.webhooks({ paused: true })
  const book = async (day: number) => {
    const id = await world.book({
      date: `${world.day(day)} 13:00`,
      paymentMethodId: 'pm_card_authenticationRequired',
    })
    const intentId = (await world.intentsOf(id))[0].id as string
    await world.challenge(intentId, 'complete')
    await stripe.paymentIntents.confirm(intentId)
    await stripe.paymentIntents.capture(intentId)
    return id
  }
  const [cancelledBefore, cancelledAfter] = [await book(6), await book(7)]
  expect((await world.own(cancelledBefore)).status).toBe('pending')
  await world.customer.patch(`/api/appointments/${cancelledBefore}`, { status: 'cancelled' })
  await world.webhooks({ paused: false })
  await expect
    .poll(async () => {
      await world.runJobs()
      return (await world.own(cancelledAfter)).status
    }, patience)
    .toBe('completed')
  await world.cancel(cancelledAfter)
  await world.advance(31)
  for (const id of [cancelledBefore, cancelledAfter]) {
    await expect
      .poll(async () => {
        await world.runJobs()
        return moneyOf(id)
      }, patience)
      .toEqual({ ...noMoney, capturedCents: 49_900, refundedCents: 49_900, captured: true, refunded: true })
    const movements = await world.movementsOf(id)
    expect([movements.filter((each) => each === 'authorization_ended'), movements.at(-1)]).toEqual([
      ['authorization_ended'],
      'refunded',
    ])
    const { body } = await world.administrator.get(`/api/admin/appointments/${id}`)
    expect(body.paymentStatus).toBe('cancelled')
  }
  await agree()
})

test('a hold without a row is voided, and one of another installation is left alone', async () => {
  const { stripe } = world.context
  const orphan = await placeOrphan(world)
  const foreign = await placeAtProvider(world, { ...orphan.metadata, installation_id: 'another' })
  await world.advance(4 * 60)
  expect((await stripe.paymentIntents.retrieve(orphan.id)).status).toBe('canceled')
  expect((await stripe.paymentIntents.retrieve(foreign.id)).status).toBe('requires_capture')
})

test('a stale hold update rolls back its whole transaction', async () => {
  const id = await world.book({ date: `${world.day(7)} 09:00` })
  const { database, clock } = world.context
  const read = async () => ({
    hold: await database.db
      .selectFrom('holds')
      .selectAll()
      .where('appointment_id', '=', id)
      .executeTakeFirstOrThrow(),
    rows: await database.db.selectFrom('ledger').selectAll().where('appointment_id', '=', id).execute(),
    appointment: await database.db
      .selectFrom('appointments')
      .select(['state', 'hold_failed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  })
  const before = await read()
  const at = new Date(clock.now())
  const changing = database.transaction(async (tx) => {
    const stale = { ...before.hold, status: 'requires_action' as const }
    const movement = { kind: 'hold_placed' as const, amountCents: stale.amount_cents }
    await leaveToCommit(tx, recordHoldChange(tx, stale, { to: 'live', at, movement }))
    const failing = tx.updateTable('appointments').set({ hold_failed_at: at }).where('id', '=', id)
    await leaveToCommit(tx, failing.execute())
  })
  await expect(changing).rejects.toMatchObject({ code: '23502', table: 'holds', column: 'status' })
  expect(await read()).toEqual(before)
})

test('the reconciliation reports a difference of one cent', async () => {
  await agree()
  const id = await world.book({ date: `${world.day(9)} 09:00` })
  await world.capture(id)
  await world.context.database.pool.query(
    `insert into ledger (appointment_id, hold_id, movement, amount_cents, recorded_at)
     select appointment_id, id, 'refunded', 1, now() from holds where appointment_id = $1`,
    [id],
  )
  const { differences, ledger, provider } = await reconcile(world.context)
  expect(differences).toHaveLength(1)
  expect(differences[0]).toContain('$0.01 refunded')
  expect(ledger.refundedCents - provider.refundedCents).toBe(1)
})
