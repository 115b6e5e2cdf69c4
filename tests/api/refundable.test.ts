import { afterAll, beforeAll, expect, test } from 'vitest'
import { feeOn } from '../../contract/admin/payout-statement.ts'
import { disputeDesk, fee, opened, price } from '../support/dispute-desk.ts'
import { hour, mailbox, patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { mailsTo } from '../support/mails.ts'

let world: MoneyWorld
let desk: ReturnType<typeof disputeDesk>

beforeAll(async () => {
  world = await startMoneyWorld({ PAYOUT_FEE_PERCENT: '10' })
  desk = disputeDesk(world)
})
afterAll(() => world.stop())

const part = 20_000
const rest = price - part
const lost = [...opened, 'dispute_lost']

/** A captured appointment of which the bank has returned `cents` after a dispute. */
async function bookLost(cents: number): Promise<string> {
  const id = await desk.bookCaptured()
  await world.dispute(id, 'open', cents)
  await desk.expectMovements(id, opened)
  await world.dispute(id, 'lose')
  await desk.expectMovements(id, lost)
  return id
}

/** The mail about the cancellation of an appointment, and the refunds mailed, newest first. */
const cancellationOf = async (id: string): Promise<string> => {
  await world.runJobs()
  const { rows } = await world.context.database.pool.query(
    `select payload from outbox where payload ->> 'appointmentId' = $1 and kind = 'appointment_cancelled'`,
    [id],
  )
  expect(rows).toHaveLength(1)
  return JSON.stringify(rows[0].payload.money)
}

const holdOf = async (id: string) => {
  const { rows } = await world.context.database.pool.query(
    'select status, refunded_cents from holds where appointment_id = $1',
    [id],
  )
  return rows[0]
}

const amountsOf = async (id: string, movement: string): Promise<number[]> => {
  const { rows } = await world.context.database.pool.query(
    'select amount_cents from ledger where appointment_id = $1 and movement = $2 order by id',
    [id, movement],
  )
  return rows.map((row) => row.amount_cents)
}

test('of a partly lost dispute the rest is refunded, to the cent', async () => {
  const before = await desk.statement()
  const id = await bookLost(part)
  expect(await desk.detailsOf(id)).toMatchObject({ refundableCents: rest, disputedCents: part })
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(rest)
  expect(await desk.detailsOf(id)).toMatchObject({ paymentStatus: 'cancelled', refundableCents: 0 })
  expect(await holdOf(id)).toEqual({ status: 'refunded', refunded_cents: rest })
  expect(await amountsOf(id, 'refund_requested')).toEqual([rest])
  expect((await world.own(id)).money).toMatchObject({
    refundedCents: rest,
    refundingCents: 0,
    disputedCents: part,
  })
  const after = await desk.statement()
  const moved = (name: string) => after[name] - before[name]
  expect([moved('capturedCents'), moved('refundedCents'), moved('disputedCents')]).toEqual([
    price,
    rest,
    part,
  ])
  expect([moved('feeCents'), moved('owedCents')]).toEqual([feeOn(0, 10), -fee])
  expect(await desk.differencesOf(id)).toEqual([])
  expect(JSON.parse(await cancellationOf(id))).toEqual({
    kind: 'refunded',
    amountCents: rest,
    returnedCents: part,
  })
})

test('while a part is disputed the card provider refunds nothing, and the refusal says so', async () => {
  const id = await desk.bookCaptured()
  await world.dispute(id, 'open', part)
  await desk.expectMovements(id, opened)
  expect((await desk.detailsOf(id)).refundableCents).toBeNull()
  const refused = await world.cancel(id)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The customer disputed this payment with the bank. It can’t be refunded until the bank decides, so you can’t cancel it yet.',
  ])
  await world.dispute(id, 'win')
  await desk.expectMovements(id, [...opened, 'dispute_won', 'dispute_reinstated'])
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(price)
  expect(await desk.differencesOf(id)).toEqual([])
})

test('an earlier refund and a lost dispute together leave no more than the payment', async () => {
  const id = await desk.bookCaptured()
  const intent = await desk.intentOf(id)
  await world.context.stripe.refunds.create({ payment_intent: intent, amount: 10_000 })
  await world.dispute(id, 'open', part)
  await desk.expectMovements(id, opened)
  await world.dispute(id, 'lose')
  await desk.expectMovements(id, lost)
  await expect.poll(() => desk.refundedOf(id), patience).toBe(10_000)
  const left = price - 10_000 - part
  expect((await desk.detailsOf(id)).refundableCents).toBe(left)
  expect((await world.cancel(id)).status).toBe(200)
  expect(await amountsOf(id, 'refund_requested')).toEqual([left])
  expect(await desk.refundedOf(id)).toBe(price - part)
  expect(await desk.differencesOf(id)).toEqual([])
})

test('a dispute of the whole payment after a refund of a part leaves nothing, never less', async () => {
  const id = await desk.bookCaptured()
  await world.context.stripe.refunds.create({ payment_intent: await desk.intentOf(id), amount: part })
  await world.dispute(id, 'open')
  await world.dispute(id, 'lose')
  await desk.expectMovements(id, lost)
  await expect.poll(() => desk.refundedOf(id), patience).toBe(part)
  expect((await desk.detailsOf(id)).refundableCents).toBe(0)
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(part)
})

test('an appointment captured early whose dispute is lost is cancelled: its bay is free, nothing is refunded', async () => {
  const id = await bookLost(price)
  expect((await desk.detailsOf(id)).refundableCents).toBe(0)
  const row = await world.context.database.db
    .selectFrom('appointments')
    .select(['starts_at', 'bay_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await world.cancel(id)).status).toBe(200)
  const { rows } = await world.context.database.pool.query(
    `select from appointments where bay_id = $1 and starts_at = $2 and state in ('claimed', 'booked', 'completed')`,
    [row.bay_id, row.starts_at],
  )
  expect(rows).toEqual([])
  expect(await amountsOf(id, 'refund_requested')).toEqual([])
  expect(await desk.refundedOf(id)).toBe(0)
  expect(await desk.detailsOf(id)).toMatchObject({
    paymentStatus: 'cancelled',
    payment: { label: 'cancelled', note: 'dispute_lost' },
  })
  expect(JSON.parse(await cancellationOf(id))).toEqual({ kind: 'nothing_held', returnedCents: price })
  await expect
    .poll(async () => (await mailsTo(world, mailbox)).map(({ text }) => text).join('\n'), patience)
    .toContain('Your bank has already returned $499 to you')
  expect(await desk.differencesOf(id)).toEqual([])
})

test('a refund that waits for a partly lost dispute is made for the rest, and the dropped part is named', async () => {
  const id = await desk.bookCaptured()
  await world.faults({ mode: 'error_before' })
  await world.cancel(id)
  await world.faults({ mode: 'none' })
  await world.dispute(id, 'open', part)
  await desk.expectMovements(id, opened)
  await world.dispute(id, 'lose')
  await expect
    .poll(async () => {
      await world.advance(60)
      await world.runJobs()
      return holdOf(id)
    }, patience)
    .toEqual({ status: 'refunded', refunded_cents: rest })
  expect(await amountsOf(id, 'refund_dropped')).toEqual([part])
  expect((await world.own(id)).money).toMatchObject({ refundedCents: rest, refundingCents: 0 })
  expect(await desk.differencesOf(id)).toEqual([])
})

test('a dropped refund names its own amount, not that of the payment', async () => {
  const id = await desk.bookCaptured()
  await world.context.stripe.refunds.create({ payment_intent: await desk.intentOf(id), amount: part })
  await desk.eventually(async () => expect(await desk.refundedOf(id)).toBe(part))
  await world.faults({ mode: 'error_before' })
  await world.cancel(id)
  await world.faults({ mode: 'none' })
  expect(await amountsOf(id, 'refund_requested')).toEqual([rest])
  await world.dispute(id, 'open')
  await world.dispute(id, 'lose')
  await desk.expectMovements(id, lost)
  expect(await amountsOf(id, 'refund_dropped')).toEqual([rest])
  expect((await holdOf(id)).status).toBe('refunded')
  expect((await world.own(id)).money).toMatchObject({ refundedCents: part, refundingCents: 0 })
})

test('a lost dispute that is won on appeal makes the refund of a cancelled appointment due again', async () => {
  const id = await desk.bookCaptured()
  const dispute = { id: 'dp_appeal', intentId: await desk.intentOf(id) }
  await desk.tell('created', { ...dispute, status: 'needs_response', transactions: [-price] })
  await desk.tell('closed', { ...dispute, status: 'lost', transactions: [-price], at: 5 })
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(0)
  await desk.tell('closed', { ...dispute, status: 'won', transactions: [-price, price], at: 9 })
  await world.advance(hour)
  await world.runJobs()
  expect(await desk.refundedOf(id)).toBe(price)
})

test('a lost dispute stays named when a later one is won, and counts in the refund', async () => {
  const id = await bookLost(part)
  const later = { id: 'dp_later', intentId: await desk.intentOf(id), amount: rest }
  await desk.tell('created', { ...later, status: 'needs_response', transactions: [-rest] })
  expect(await desk.detailsOf(id)).toMatchObject({ refundableCents: null, dispute: 'open' })
  await desk.tell('closed', { ...later, status: 'won', transactions: [-rest, rest], at: 5 })
  expect(await desk.detailsOf(id)).toMatchObject({
    refundableCents: rest,
    payment: { label: 'completed', note: 'dispute_lost' },
  })
  expect((await world.cancel(id)).status).toBe(200)
  expect(await desk.refundedOf(id)).toBe(rest)
})

test('a cancellation and the loss of a part at one moment refund the rest once', async () => {
  for (let round = 0; round < 6; round++) {
    const id = await desk.bookCaptured()
    const dispute = { id: `dp_part_${round}`, intentId: await desk.intentOf(id), amount: part }
    await desk.tell('created', { ...dispute, status: 'needs_response', transactions: [-part] })
    const [answer] = await Promise.all([
      world.cancel(id),
      desk.tell('closed', { ...dispute, status: 'lost', transactions: [-part], at: 5 }),
    ])
    expect([200, 409]).toContain(answer.status)
    if (answer.status === 409) expect((await world.cancel(id)).status).toBe(200)
    await world.advance(60)
    await world.runJobs()
    expect(await desk.refundedOf(id)).toBe(rest)
  }
})
