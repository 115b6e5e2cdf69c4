import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { mailKinds } from '../../server/notifications/mail-kinds.ts'
import { mailText } from '../../server/notifications/mail-text.ts'
import { recoverHolds } from '../../server/holds/recover-holds.ts'
import { replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { refusalOf, signUp, type Answer, type Person } from '../support/people.ts'
import { readCsv } from '../support/read-csv.ts'
import { addMember, openShopWithDesk } from '../support/shop-people.ts'
import { pressWork, startNow } from '../support/work-orders.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let technician: Person
let shopId: number
/** Of the last booking: each has a time of its own. */
let slots = 0

const fee = 5_000
const price = 49_900
const terms = { freeHours: 24, feeCents: fee, feePercent: null }
const agreed = { 'x-agreed-fee': String(fee), 'x-agreed-free-hours': '24' }

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ owner, desk, shopId } = await openShopWithDesk(world))
  for (const name of ['A', 'B', 'C', 'D'])
    expect((await owner.post(`/api/admin/shops/${shopId}/bays`, { name })).status).toBe(201)
  technician = await addMember(world, owner, shopId, 'technician', 'Terry Tech')
})
beforeEach(async () => {
  await world.context.database.pool.query('delete from rate_limits')
  world.customer = await signUp(world)
  expect((await setTerms(terms)).status).toBe(200)
})
afterEach(async () => {
  await world.cards({ behaviour: 'approve' })
  await world.faults({ mode: 'none' })
})
// Every test ends with a ledger that agrees with the provider, and with the appointments.
afterEach(async () => expect((await reconcile(world.context)).differences).toEqual([]))
afterAll(() => world.stop())

const query = async (text: string, values: unknown[]) =>
  (await world.context.database.pool.query(text, values)).rows

function setTerms(cancellation: unknown, person = owner): Promise<Answer> {
  return person.patch(`/api/admin/shops/${shopId}`, { cancellation })
}

function order(headers: Record<string, string>, changes: Record<string, unknown> = {}): Promise<Answer> {
  slots += 1
  const date = `${world.day(1 + (Math.floor(slots / 5) % 5))} ${String(9 + (slots % 5)).padStart(2, '0')}:00`
  return world.customer.post('/api/appointments', orderFor(world, { shopId, date, ...changes }), headers)
}

async function bookWithFee(changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await order(agreed, changes)
  expect(answer.status).toBe(201)
  return answer.body.id as string
}

async function makeLate(id: string): Promise<void> {
  const from = new Date(world.context.clock.now() - 60_000)
  await query('update appointments set cancel_fee_from = $2 where id = $1', [id, from])
}

/** A booked appointment whose free time is over. */
async function bookLate(changes: Record<string, unknown> = {}): Promise<string> {
  const id = await bookWithFee(changes)
  await makeLate(id)
  return id
}

async function bookNoShow(): Promise<string> {
  const id = await bookWithFee()
  await startNow(world, id)
  expect((await pressWork(desk, id, { event: 'mark_no_show', from: 'booked' })).status).toBe(200)
  return id
}

const cancelSeeing = (id: string, cents: number | null, person = world.customer) =>
  person.patch(
    `/api/appointments/${id}`,
    { status: 'cancelled' },
    cents === null ? {} : { 'x-shown-fee': String(cents) },
  )
const chargeFee = (id: string, feeCents = fee, person = desk) =>
  person.post(`/api/admin/appointments/${id}/fee`, { feeCents })
const waive = (id: string, person = desk) => person.post(`/api/admin/appointments/${id}/fee/waive`)
const refund = (id: string, person = world.administrator) =>
  person.post(`/api/admin/appointments/${id}/fee/refund`)
const detailsOf = async (id: string) => (await desk.get(`/api/admin/appointments/${id}`)).body
const feeOf = async (id: string) => (await detailsOf(id)).decidedFee

/** The charged and refunded cents of an appointment, at the provider. */
async function chargedOf(id: string): Promise<number[]> {
  const intents = await world.intentsOf(id)
  const sums = await query(
    `select coalesce(sum(captured_cents), 0)::int as captured, coalesce(sum(refunded_cents), 0)::int as refunded
     from holds where appointment_id = $1`,
    [id],
  )
  const received = intents.reduce((sum, { amount_received: cents }) => sum + (cents as number), 0)
  expect(sums[0].captured).toBe(received)
  return [received, sums[0].refunded]
}

async function attentionOf(id: string): Promise<{ reason: string; feeCents?: number; sentence: string }[]> {
  const { items } = (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  return items.filter(({ appointmentId }: { appointmentId: string }) => appointmentId === id)
}

/** The jobs of the shop that were not cancelled, in its overview. */
async function keptJobs(): Promise<number> {
  const { body } = await owner.get(`/api/admin/overview?shopId=${shopId}&weeks=4`)
  return body.weeks.reduce((sum: number, { kept }: { kept: number }) => sum + kept, 0)
}

/** The amounts on the receipt, which has no number. */
async function receiptOf(id: string): Promise<[string, string][]> {
  const { body } = await desk.get(`/api/admin/appointments/${id}/receipt`)
  expect(body.subtitle).not.toContain('No.')
  return body.amounts.map(({ label, amount }: Record<string, string>) => [label, amount])
}

const cancelMailOf = async (id: string) => {
  const rows = await query(
    `select payload from outbox where payload ->> 'appointmentId' = $1 and kind = 'appointment_cancelled'`,
    [id],
  )
  return rows.map(({ payload }) => payload.money)
}

describe('the terms of a shop', () => {
  test('its owner sets them within limits, with a trace, and nobody else does', async () => {
    for (const person of [desk, technician, world.customer])
      expect([403, 404]).toContain((await setTerms({ ...terms, freeHours: 48 }, person)).status)
    const wrong = [
      { ...terms, freeHours: 0 },
      { ...terms, freeHours: 169 },
      { ...terms, freeHours: 1.5 },
      { ...terms, feeCents: 99 },
      { ...terms, feeCents: 50_001 },
      { ...terms, feeCents: 100.5 },
      { ...terms, feeCents: -5_000 },
      { ...terms, feeCents: null, feePercent: 101 },
      { ...terms, feeCents: null, feePercent: 0 },
      { ...terms, feePercent: 10 },
      { ...terms, feeCents: null },
      'free',
    ]
    for (const cancellation of wrong) expect((await setTerms(cancellation)).status).toBe(400)
    expect((await owner.get(`/api/admin/shops/${shopId}`)).body.cancellation).toEqual(terms)
    expect((await setTerms(null)).body.cancellation).toBeNull()
    const { body } = await owner.get(`/api/admin/shops/${shopId}/changes`)
    const traces = body.filter(({ setting }: { setting: string }) => setting === 'cancellation')
    expect(traces[0]).toMatchObject({
      before: 'free until 24 hours before, then $50.00',
      after: null,
    })
  })

  test('customers read them before the card, and a booking keeps them', async () => {
    const { body } = await world.customer.get('/api/shops')
    expect(body.find(({ id }: { id: number }) => id === shopId).cancellation).toEqual(terms)
    const id = await bookWithFee()
    await setTerms({ freeHours: 72, feeCents: 20_000, feePercent: null })
    const { startsAt } = await world.timesOf(id)
    const from = new Date(startsAt - 24 * 3_600_000).toISOString()
    expect((await world.own(id)).cancelFee).toEqual({ feeCents: fee, from })
    const [{ consent_text: text }] = await query(
      `select consent_text from holds where appointment_id = $1 and purpose = 'booking'`,
      [id],
    )
    expect(text).toContain('less than 24 hours before your appointment or don’t come')
    expect(text).toContain('a fee of $50')
    // The fee of the booking counts, not the raised one.
    await makeLate(id)
    expect(refusalOf(await cancelSeeing(id, 20_000))).toEqual([409, 'fee_changed'])
    expect((await cancelSeeing(id, fee)).status).toBe(200)
    expect(await chargedOf(id)).toEqual([fee, 0])
  })

  test('are in the mail of the booking, also while the shop checks the car', async () => {
    const vehicleInfo = { year: 2012, make: 'Lexus', model: 'RX', vin: null }
    const checked = await bookWithFee()
    const open = await bookWithFee({ vehicleInfo, email: world.customer.email })
    for (const [id, isOpen] of [
      [checked, false],
      [open, true],
    ] as const) {
      const [{ payload }] = await query(
        `select payload from outbox where payload ->> 'appointmentId' = $1 and kind = 'appointment_confirmed'`,
        [id],
      )
      expect(payload.awaitsFitment ?? false).toBe(isOpen)
      const text = mailText(mailKinds.appointment_confirmed.describe(payload, 'Dashfit'), 'Dashfit')
      expect(text).toMatch(/Cancel free until .* After that, or if you don't come, you pay a fee of \$50/)
      expect(text).not.toContain('until your appointment starts')
    }
    // There is no fee yet.
    await makeLate(open)
    expect((await cancelSeeing(open, 0)).status).toBe(200)
    expect(await feeOf(open)).toBeNull()
  })

  test('without the customer’s agreement there is no fee', async () => {
    const answer = await order({})
    expect(answer.status).toBe(201)
    const id = answer.body.id as string
    expect((await world.own(id)).cancelFee).toBeNull()
    await startNow(world, id)
    await pressWork(desk, id, { event: 'mark_no_show', from: 'booked' })
    expect(refusalOf(await chargeFee(id))).toEqual([409, 'appointment_not_changeable'])
    expect(await world.statusesOf(id)).toEqual(['requires_capture'])
    expect((await attentionOf(id))[0]?.sentence).toContain('They agreed to no fee')
    expect((await world.cancel(id)).status).toBe(200)
    expect(await chargedOf(id)).toEqual([0, 0])
  })

  test('other terms than agreed to book nothing, and say so', async () => {
    const before = await query('select count(*)::int as count from appointments', [])
    const others = [
      { 'x-agreed-fee': '4000', 'x-agreed-free-hours': '24' },
      { 'x-agreed-fee': '6000', 'x-agreed-free-hours': '24' },
      { 'x-agreed-fee': '5000', 'x-agreed-free-hours': '12' },
    ]
    for (const headers of others) {
      const answer = await order(headers)
      expect(refusalOf(answer)).toEqual([409, 'terms_changed'])
      expect(answer.body.error).toContain('cancellation terms have changed')
    }
    await setTerms(null)
    expect(refusalOf(await order(agreed))).toEqual([409, 'terms_changed'])
    for (const headers of [
      { 'x-agreed-fee': '5000' },
      { ...agreed, 'x-agreed-fee': '-1' },
      { ...agreed, 'x-agreed-fee': '50.5' },
    ])
      expect((await order(headers)).status).toBe(400)
    expect(await query('select count(*)::int as count from appointments', [])).toEqual(before)
  })

  test('the same order again keeps the first terms, also after they changed', async () => {
    const headers = { ...agreed, 'idempotency-key': 'fee-terms-first' }
    const date = `${world.day(0)} 11:00`
    const first = await order(headers, { date })
    await setTerms({ ...terms, feeCents: 9_000 })
    const again = await order({ ...headers, 'x-agreed-fee': '9000' }, { date })
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect((await world.own(first.body.id)).cancelFee.feeCents).toBe(fee)
  })

  test('a percentage is rounded half up, and no fee is above the price', async () => {
    // 15 % of $499.
    await setTerms({ freeHours: 24, feeCents: null, feePercent: 15 })
    const wrong = await order({ ...agreed, 'x-agreed-fee': '7484' })
    expect(refusalOf(wrong)).toEqual([409, 'terms_changed'])
    const answer = await order({ ...agreed, 'x-agreed-fee': '7485' })
    expect((await world.own(answer.body.id)).cancelFee.feeCents).toBe(7_485)
    await setTerms({ ...terms, feeCents: 50_000 })
    world.customer = await signUp(world)
    const highest = await order({ ...agreed, 'x-agreed-fee': String(price) })
    expect((await world.own(highest.body.id)).cancelFee.feeCents).toBe(price)
  })
})

describe('a customer who cancels', () => {
  test('in time pays nothing', async () => {
    const id = await bookWithFee()
    expect(refusalOf(await cancelSeeing(id, fee))).toEqual([409, 'fee_changed'])
    expect((await cancelSeeing(id, 0)).status).toBe(200)
    expect(await world.statusesOf(id)).toEqual(['canceled'])
    expect(await feeOf(id)).toBeNull()
  })

  test('late pays the fee from the hold; the rest is released, and a second time nothing more', async () => {
    const id = await bookLate()
    // The page was open across the deadline, or is of no help at all.
    for (const shown of [null, 0, 4_999, 5_001]) {
      const answer = await cancelSeeing(id, shown)
      expect(refusalOf(answer)).toEqual([409, 'fee_changed'])
      expect(answer.body.error).toContain('Cancelling now costs $50')
    }
    expect((await world.own(id)).status).toBe('scheduled')
    const [one, other] = await Promise.all([cancelSeeing(id, fee), cancelSeeing(id, fee)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect((await cancelSeeing(id, fee)).body).toMatchObject({
      status: 'cancelled',
      decidedFee: { cents: fee, outcome: 'charged' },
      money: { heldCents: 0, capturedCents: fee, refundedCents: 0, refundingCents: 0 },
    })
    expect(await world.statusesOf(id)).toEqual(['succeeded'])
    expect(await chargedOf(id)).toEqual([fee, 0])
    expect(await world.movementsOf(id)).toEqual([
      'hold_requested',
      'hold_placed',
      'fee_due',
      'capture_requested',
      'authorization_ended',
      'captured',
    ])
    expect(await cancelMailOf(id)).toEqual([
      { kind: 'fee', amountCents: fee, heldCents: price, isNoShow: false },
    ])
    const details = await detailsOf(id)
    expect(details).toMatchObject({
      paymentStatus: 'cancelled',
      payment: { label: 'cancelled', note: 'fee_charged' },
      refundableCents: 0,
    })
    const titles = details.timeline.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Fee of $50 due', 'Fee charged']))
    expect(await attentionOf(id)).toEqual([])
    // The wire keeps its words: an administrator who cancels it again refunds nothing.
    await world.cancel(id)
    expect(await chargedOf(id)).toEqual([fee, 0])
  })

  test('by the link of a reminder pays the same, once it was shown', async () => {
    const id = await bookLate()
    await world.runJobs()
    const { mailedLinkOf } = await import('../../server/notifications/appointment-link.ts')
    const [row] = await query('select * from appointments where id = $1', [id])
    const token = mailedLinkOf(world.context, row).split('#')[1]
    const shown = await world.customer.post('/api/appointment-link/find', { token })
    expect(shown.body.cancelFee.feeCents).toBe(fee)
    const cancel = (headers: Record<string, string>) =>
      world.customer.post('/api/appointment-link/cancel', { token }, headers)
    expect(refusalOf(await cancel({}))).toEqual([409, 'fee_changed'])
    expect((await cancel({ 'x-shown-fee': String(fee) })).body.decidedFee.outcome).toBe('charged')
  })

  test('late without a live hold pays by one charge on the saved card', async () => {
    const id = await bookLate()
    await world.context.stripe.paymentIntents.cancel((await world.intentsOf(id))[0].id)
    await world.runJobs()
    expect((await cancelSeeing(id, fee)).status).toBe(200)
    expect(await world.statusesOf(id)).toEqual(['canceled', 'succeeded'])
    expect(await chargedOf(id)).toEqual([fee, 0])
  })

  test('and whose hold ends at that moment pays by one charge, not two', async () => {
    const id = await bookLate()
    await world.webhooks({ paused: true })
    await world.context.stripe.paymentIntents.cancel((await world.intentsOf(id))[0].id)
    expect((await cancelSeeing(id, fee)).body.decidedFee.outcome).toBe('charged')
    expect(await world.statusesOf(id)).toEqual(['canceled', 'succeeded'])
    await world.webhooks({ paused: false })
    await world.runJobs()
    expect(await chargedOf(id)).toEqual([fee, 0])
  })

  test('while the provider is away is cancelled at once, and pays once when it is back', async () => {
    const id = await bookLate()
    await world.faults({ mode: 'error_before', reads: true })
    expect((await cancelSeeing(id, fee)).body).toMatchObject({
      status: 'cancelled',
      decidedFee: { cents: fee, outcome: 'due' },
    })
    await world.faults({ mode: 'none' })
    await world.advance(120)
    await recoverHolds(world.context)
    expect(await chargedOf(id)).toEqual([fee, 0])
    expect(await feeOf(id)).toMatchObject({ outcome: 'charged' })
  })

  test('keeps a late cancellation late by a move, and a free one free', async () => {
    const free = await bookWithFee()
    const target = { date: world.day(-1), time: '9:00' }
    expect((await world.change(free, target)).status).toBe(200)
    const { startsAt } = await world.timesOf(free)
    expect((await world.own(free)).cancelFee.from).toBe(new Date(startsAt - 24 * 3_600_000).toISOString())
    await makeLate(free)
    const before = (await world.own(free)).cancelFee
    expect((await world.change(free, { ...target, time: '11:00' })).status).toBe(200)
    expect((await world.own(free)).cancelFee).toEqual(before)
  })

  test('after a move by the shop, and of a suspended shop, pays nothing', async () => {
    const moved = await bookLate()
    const later = { date: `${world.day(-1)} 14:00` }
    expect((await desk.patch(`/api/admin/appointments/${moved}`, later)).status).toBe(200)
    expect((await world.own(moved)).cancelFee).toBeNull()
    expect((await cancelSeeing(moved, 0)).status).toBe(200)
    const suspended = await bookLate()
    const status = (value: string) =>
      world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status: value })
    await status('suspended')
    expect((await world.own(suspended)).cancelFee).toBeNull()
    expect((await cancelSeeing(suspended, 0)).status).toBe(200)
    await status('approved')
    expect([await chargedOf(moved), await chargedOf(suspended)]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('while the shop checks whether the package fits pays nothing', async () => {
    const car = { year: 2012, make: 'Lexus', model: 'RX', vin: null }
    const id = await bookLate({ vehicleInfo: car })
    expect((await world.own(id)).cancelFee).toBeNull()
    expect(refusalOf(await cancelSeeing(id, fee))).toEqual([409, 'fee_changed'])
    expect((await cancelSeeing(id, 0)).status).toBe(200)
    expect(await chargedOf(id)).toEqual([0, 0])
  })

  test('of a cheaper package pays no more than its price', async () => {
    await setTerms({ ...terms, feeCents: 50_000 })
    const id = await order({ ...agreed, 'x-agreed-fee': '50000' }, { productId: 2, amount: 799 }).then(
      ({ body }) => body.id as string,
    )
    const change = { productId: 1, ...(orderFor(world, { productId: 1 })['fitment'] as object) }
    const { fitment } = orderFor(world, { productId: 1 })
    expect((await world.change(id, { productId: change.productId, amount: 499, fitment })).status).toBe(200)
    expect((await world.own(id)).cancelFee.feeCents).toBe(price)
    await makeLate(id)
    expect((await cancelSeeing(id, price)).status).toBe(200)
    expect(await chargedOf(id)).toEqual([price, 0])
  })
})

describe('a fee that was decided', () => {
  /** Cancelled late, with a card that is declined. */
  async function bookDeclined(): Promise<string> {
    const id = await bookLate()
    await world.context.stripe.paymentIntents.cancel((await world.intentsOf(id))[0].id)
    await world.runJobs()
    await world.cards({ behaviour: 'decline_insufficient_funds' })
    expect((await cancelSeeing(id, fee)).body.decidedFee).toEqual({ cents: fee, outcome: 'due' })
    return id
  }

  test('and declined stays due until it is charged by one more try', async () => {
    const id = await bookDeclined()
    const [item] = await attentionOf(id)
    expect(item).toMatchObject({ reason: 'fee_due', feeCents: fee })
    expect(item?.sentence).toContain('Fee of $50 could not be charged')
    // No job tries it again by itself.
    await world.cards({ behaviour: 'approve' })
    await world.advance(600)
    await world.runJobs()
    expect(await chargedOf(id)).toEqual([0, 0])
    expect(refusalOf(await chargeFee(id, 6_000))).toEqual([409, 'fee_changed'])
    const both = await Promise.all([chargeFee(id), chargeFee(id, fee, world.administrator)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await chargedOf(id)).toEqual([fee, 0])
    expect(await attentionOf(id)).toEqual([])
    expect((await chargeFee(id)).status).toBe(200)
    for (const other of [fee - 1, fee + 1, price])
      expect(refusalOf(await chargeFee(id, other))).toEqual([409, 'fee_changed'])
    expect(await chargedOf(id)).toEqual([fee, 0])
  })

  test('and charged from the hold answers for its own amount alone', async () => {
    const id = await bookNoShow()
    for (const [cents, status] of [
      [fee, 200],
      [fee, 200],
      [fee + 1, 409],
      [1, 409],
    ] as const)
      expect((await chargeFee(id, cents)).status).toBe(status)
    expect(await chargedOf(id)).toEqual([fee, 0])
  })

  test('and waived is never charged', async () => {
    const id = await bookDeclined()
    await world.cards({ behaviour: 'approve' })
    expect([(await waive(id)).status, (await waive(id)).status]).toEqual([200, 200])
    expect(await feeOf(id)).toEqual({ cents: fee, outcome: 'waived' })
    expect(await attentionOf(id)).toEqual([])
    expect(refusalOf(await desk.get(`/api/admin/appointments/${id}/receipt`))).toEqual([409, 'not_paid'])
    expect(refusalOf(await chargeFee(id))).toEqual([409, 'appointment_not_changeable'])
    expect(await chargedOf(id)).toEqual([0, 0])
    expect((await world.movementsOf(id)).filter((movement) => movement === 'fee_waived')).toHaveLength(1)
  })

  test('is refunded in full by an administrator alone, once', async () => {
    const id = await bookLate()
    expect(refusalOf(await refund(id))).toEqual([409, 'appointment_not_changeable'])
    await cancelSeeing(id, fee)
    for (const person of [desk, owner]) expect((await refund(id, person)).status).toBe(403)
    for (const person of [technician, world.customer])
      for (const act of [chargeFee(id, fee, person), waive(id, person), refund(id, person)])
        expect([403, 404]).toContain((await act).status)
    const both = await Promise.all([refund(id), refund(id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await chargedOf(id)).toEqual([fee, fee])
    expect(await feeOf(id)).toEqual({ cents: fee, outcome: 'refunded' })
    const mails = await query(
      `select payload from outbox where payload ->> 'appointmentId' = $1 and kind = 'payment_refunded'`,
      [id],
    )
    expect(mails.map(({ payload }) => payload.refundedCents)).toEqual([fee])
  })

  test('is kept up to its amount when the provider took more, and the rest goes back', async () => {
    const id = await bookLate()
    const [intent] = await world.intentsOf(id)
    // The whole hold is captured in the provider's dashboard at that moment.
    const restore = replace(world.context.stripe.paymentIntents, 'capture', (real) => async (...args) => {
      restore()
      await real(intent.id, {})
      return real(...args)
    })
    expect((await cancelSeeing(id, fee)).body.status).toBe('cancelled')
    await world.runJobs()
    expect(await chargedOf(id)).toEqual([price, price - fee])
    expect(await receiptOf(id)).toEqual([
      ['Late cancellation fee', '$50'],
      ['Total paid', '$50'],
    ])
    expect(await feeOf(id)).toEqual({ cents: fee, outcome: 'charged' })
    expect((await detailsOf(id)).payment.note).toBe('fee_charged')
    expect((await refund(id)).status).toBe(200)
    expect(await chargedOf(id)).toEqual([price, price])
    expect((await detailsOf(id)).payment.note).toBe('refunded')
  })

  test('and disputed at the bank is refunded neither by hand nor after an appeal', async () => {
    const id = await bookLate()
    await cancelSeeing(id, fee)
    await world.dispute(id, 'open')
    expect(refusalOf(await refund(id))).toEqual([409, 'payment_disputed'])
    await world.dispute(id, 'win')
    await world.runJobs()
    expect(await chargedOf(id)).toEqual([fee, 0])
  })

  test('stands in the payout statement as captured, and a refund as refunded', async () => {
    const id = await bookLate()
    await cancelSeeing(id, fee)
    const month = new Date(world.context.clock.now()).toISOString().slice(0, 7)
    const { body } = await owner.get(`/api/admin/shops/${shopId}/statement?month=${month}`)
    const rows = body.rows.filter(({ appointmentId }: { appointmentId: string }) => appointmentId === id)
    expect(rows).toMatchObject([{ movement: 'captured', amountCents: fee, fee: 'late_cancellation' }])
    const noShow = await bookNoShow()
    expect((await chargeFee(noShow)).status).toBe(200)
    expect((await refund(noShow)).status).toBe(200)
    const whole = await bookNoShow()
    await query('update appointments set work_state = $2 where id = $1', [whole, 'booked'])
    expect((await world.capture(whole, desk)).status).toBe(200)
    const { body: csv } = await owner.get(`/api/admin/shops/${shopId}/statement.csv?month=${month}`)
    const wordsOf = (of: string) =>
      readCsv(csv)
        .filter((row) => row.at(-1) === of)
        .map((row) => row[3])
    expect([id, noShow, whole].map(wordsOf)).toEqual([
      ['Late cancellation fee'],
      ['No-show fee', 'Refunded: No-show fee'],
      ['Captured'],
    ])
  })

  test('has a receipt: on paper and by mail it names the fee, without a number and without tax', async () => {
    const pricing = { taxRate: 9_750, takesTips: false, shares: [{ packageId: 1, percent: 60 }] }
    await owner.post(`/api/admin/shops/${shopId}/pricing`, pricing)
    const late = await bookLate()
    expect(refusalOf(await desk.get(`/api/admin/appointments/${late}/receipt`))).toEqual([409, 'not_paid'])
    await cancelSeeing(late, fee)
    const noShow = await bookNoShow()
    await chargeFee(noShow)
    await owner.post(`/api/admin/shops/${shopId}/pricing`, { ...pricing, taxRate: null })
    for (const [id, name] of [
      [late, 'Late cancellation fee'],
      [noShow, 'No-show fee'],
    ] as const) {
      expect(await receiptOf(id)).toEqual([
        [name, '$50'],
        ['Total paid', '$50'],
      ])
      expect((await world.customer.get(`/api/appointments/${id}/receipt.pdf`)).status).toBe(200)
      const mails = await query(
        `select payload from outbox where payload ->> 'appointmentId' = $1 and kind = 'payment_receipt'`,
        [id],
      )
      expect(mails.map(({ payload }) => [payload.chargedCents, payload.fee, payload.tax])).toEqual([
        [fee, id === late ? 'late_cancellation' : 'no_show', undefined],
      ])
    }
    await refund(noShow)
    expect((await receiptOf(noShow)).slice(2)).toEqual([
      ['Refunded', '−$50'],
      ['You paid after refunds', '$0'],
    ])
  })

  test.each([
    ['its hold', false],
    ['the saved card', true],
  ])('is taken once from %s although the answer is lost and the process dies', async (_, hasNoHold) => {
    const id = await bookLate()
    if (hasNoHold) {
      await world.context.stripe.paymentIntents.cancel((await world.intentsOf(id))[0].id)
      await world.runJobs()
    }
    await world.webhooks({ paused: true })
    await world.faults({ mode: 'error_after', reads: true })
    expect((await cancelSeeing(id, fee)).body.status).toBe('cancelled')
    expect((await detailsOf(id)).decidedFee.outcome).toBe('due')
    await world.faults({ mode: 'none' })
    await world.webhooks({ paused: false })
    await world.advance(120)
    await recoverHolds(world.context)
    expect(await chargedOf(id)).toEqual([fee, 0])
  })
})

describe('a no-show', () => {
  test('waits under Needs attention, and two people charge its fee once', async () => {
    const id = await bookNoShow()
    expect(await attentionOf(id)).toMatchObject([{ reason: 'no_show', feeCents: fee }])
    const price = await world.capture(id, desk)
    expect(refusalOf(price)).toEqual([409, 'appointment_not_changeable'])
    expect(price.body.error).toContain('charge the fee of $50 instead')
    expect(refusalOf(await chargeFee(id, 4_000))).toEqual([409, 'fee_changed'])
    const before = await keptJobs()
    const both = await Promise.all([chargeFee(id), chargeFee(id, fee, owner)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await chargedOf(id)).toEqual([fee, 0])
    expect(await feeOf(id)).toEqual({ cents: fee, outcome: 'charged' })
    expect(await cancelMailOf(id)).toEqual([
      { kind: 'fee', amountCents: fee, heldCents: price.status === 409 ? 49_900 : 0, isNoShow: true },
    ])
    expect(await attentionOf(id)).toEqual([])
    expect((await world.own(id)).status).toBe('cancelled')
    // It earned a fee, and is no job that was done.
    expect(await keptJobs()).toBe(before - 1)
  })

  test('is cancelled without a fee by the shop', async () => {
    const id = await bookNoShow()
    const cancelled = await desk.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
    expect(cancelled.status).toBe(200)
    expect(await world.statusesOf(id)).toEqual(['canceled'])
    expect(await feeOf(id)).toBeNull()
    expect(refusalOf(await chargeFee(id))).toEqual([409, 'appointment_not_changeable'])
  })

  test('is none before the shop marks it, and the customer who cancels at that moment decides nothing', async () => {
    const id = await bookLate()
    expect(refusalOf(await chargeFee(id))).toEqual([409, 'appointment_not_changeable'])
    await startNow(world, id)
    const [mark, cancel] = await Promise.all([
      pressWork(desk, id, { event: 'mark_no_show', from: 'booked' }),
      cancelSeeing(id, fee),
    ])
    expect([mark.status, ...refusalOf(cancel)]).toEqual([200, 409, 'appointment_not_changeable'])
    expect((await chargeFee(id)).status).toBe(200)
    expect(await chargedOf(id)).toEqual([fee, 0])
  })
})
