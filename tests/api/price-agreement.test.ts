import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addLine, agreeAtShop, payAtShop, priceOf, refundPart, signed } from '../support/day-prices.ts'
import { mailedToken } from '../support/mails.ts'
import { patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { refusalOf, send, signUp, type Answer, type Person } from '../support/people.ts'
import { openShopWithDesk } from '../support/shop-people.ts'
import { arriveNow, pressWork, startNow } from '../support/work-orders.ts'
import { stopReconciled } from '../support/stop-reconciled.ts'

const price = 49_900
const extra = 12_000
let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  ;({ owner, desk, shopId } = await openShopWithDesk(world))
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(async () => {
  await world.runJobs()
  await stopReconciled(world)
})

const visitor = (path: string, body: object) => send(world, 'POST', path, { body })

/** A job that has just begun, of a customer of its own, with an extra part and a link to agree to it. */
async function asked(changes: object = {}): Promise<{ id: string; token: string; customer: Person }> {
  const customer = await signUp(world)
  world.customer = customer
  const order = {
    shopId,
    date: `${world.day(0)} 09:00`,
    email: customer.email,
    phone: '(626) 555-4417',
    ...changes,
  }
  const asks = 'paymentMethodId' in changes && changes.paymentMethodId === 'pm_card_authenticationRequired'
  const id = asks ? await world.bookConfirmed(order) : await world.book(order)
  await arriveNow(world, desk, id)
  await addLine(desk, id, { amountCents: extra })
  const answer = await desk.post(`/api/admin/appointments/${id}/price/ask`)
  expect(answer.status, answer.body.error).toBe(200)
  await world.runJobs()
  return { id, customer, token: await mailedToken(world, customer.email, '/price') }
}

const linked = async (token: string) => (await visitor('/api/price/find', { token })).body

async function agree(token: string, changes: object = {}): Promise<Answer> {
  return visitor('/api/price', { token, phoneEnd: '4417', ...signed(await linked(token)), ...changes })
}

test('a customer agrees by the mailed link, and the extra amount is held and charged with the price', async () => {
  const { id, token } = await asked()
  expect(await linked(token)).toMatchObject({
    state: 'agree',
    priceCents: price,
    totalCents: price + extra,
    agreedCents: price,
    lines: [{ kind: 'part', description: 'Mounting bracket', amountCents: extra }],
  })
  expect((await agree(token)).body).toMatchObject({ held: true, requiresAction: false })
  expect((await linked(token)).state).toBe('agreed')
  expect((await priceOf(desk, id)).agreement).toMatchObject({ via: 'link', totalCents: price + extra })
  // A second press changes nothing.
  expect((await agree(token)).body.held).toBe(true)
  expect(await world.statusesOf(id)).toEqual(['requires_capture', 'requires_capture'])
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await linked(token)).state).toBe('paid')
  const paid = await agree(token)
  expect(refusalOf(paid)).toEqual([409, 'appointment_not_changeable'])
  expect(paid.body.error).toBe(
    'This job is already paid, so there’s nothing more to agree to. If something is wrong, speak with the shop.',
  )
})

test('the refusals of the link speak to the customer', async () => {
  const absent = await asked()
  await pressWork(desk, absent.id, { event: 'go_back', from: 'arrived' })
  await pressWork(desk, absent.id, { event: 'mark_no_show', from: 'booked' })
  const noShow = await agree(absent.token)
  expect(refusalOf(noShow)).toEqual([409, 'appointment_not_changeable'])
  expect(noShow.body.error).toBe(
    'The shop noted that you didn’t come, so there’s nothing to agree to. If that is wrong, speak with the shop.',
  )

  const { id, token } = await asked()
  await addLine(desk, id, { kind: 'discount', description: 'Waited', amountCents: extra - 30 })
  const tooLow = await agree(token)
  expect(refusalOf(tooLow)).toEqual([409, 'extra_too_low'])
  expect(tooLow.body.error).toContain('speak with the shop')
})

test('a bank that asks the customer gets its answer, and nothing is held before', async () => {
  const { id, token } = await asked({ paymentMethodId: 'pm_card_authenticationRequired' })
  const first = await agree(token)
  expect(first.body).toMatchObject({ held: false, requiresAction: true, clientSecret: expect.any(String) })
  expect((await priceOf(desk, id)).extra).toMatchObject({ state: 'confirming', amountCents: extra })
  await world.challenge((await world.intentsOf(id)).at(-1)?.id, 'complete')
  expect((await agree(token)).body).toMatchObject({ held: true })
  expect((await priceOf(desk, id)).extra).toMatchObject({ state: 'held', amountCents: extra })
  await world.cancel(id)
})

test('a refusal by the link names only ways that the page has', async () => {
  const { id, token } = await asked({ paymentMethodId: 'pm_card_authenticationRequired' })
  expect((await agree(token)).body).toMatchObject({ requiresAction: true })
  await world.challenge((await world.intentsOf(id)).at(-1)?.id, 'fail')
  const refused = await agree(token)
  expect(refusalOf(refused)).toEqual([402, 'card_refused'])
  expect(refused.body.error).toBe(
    'It wasn’t confirmed with your bank. Nothing more is held. Try again, or pay at the shop.',
  )
  expect(await linked(token)).toMatchObject({ state: 'agree', agreedCents: price + extra })
  expect((await agree(token)).body).toMatchObject({ requiresAction: true })
  await world.cancel(id)
})

test('a bank that asks the customer refuses at the shop, where the agreement stays on record', async () => {
  const { id } = await asked({ paymentMethodId: 'pm_card_authenticationRequired' })
  const answer = await agreeAtShop(desk, id)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ needsAgreement: false, extra: { state: 'refused' } })
  const refused = await world.capture(id, desk)
  expect(refusalOf(refused)).toEqual([402, 'card_refused'])
  // The agreement was the first decline, so the card may be tried again.
  expect(refused.body.error).toBe(
    'The extra $120 wasn’t held: The bank declined it. Nothing was charged yet. You can try again now. Or send the customer a link, take it at the shop, or remove lines.',
  )
  expect((await world.statusesOf(id))[0]).toBe('requires_capture')
  // The customer pays it in cash, and the card pays what was held.
  expect((await payAtShop(desk, id, extra)).status).toBe(200)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(price)
})

test('an extra amount that the bank refused at the shop is held by the link, with the customer present', async () => {
  const { id, token } = await asked({ paymentMethodId: 'pm_card_authenticationRequired' })
  await agreeAtShop(desk, id)
  expect(await linked(token)).toMatchObject({ state: 'agree', agreedCents: price + extra })
  expect((await desk.post(`/api/admin/appointments/${id}/price/ask`)).status).toBe(200)
  expect((await agree(token)).body).toMatchObject({ requiresAction: true })
  expect((await linked(token)).state).toBe('agree')
  await world.challenge((await world.intentsOf(id)).at(-1)?.id, 'complete')
  expect((await agree(token)).body).toMatchObject({ held: true })
  expect((await linked(token)).state).toBe('agreed')
  const again = await desk.post(`/api/admin/appointments/${id}/price/ask`)
  expect(refusalOf(again)).toEqual([409, 'agreement_not_needed'])
  await world.cancel(id)
})

test('a link that was opened before the amount changed agrees to nothing', async () => {
  const { id, token } = await asked()
  const before = signed(await linked(token))
  await addLine(desk, id, { kind: 'labor', description: 'Cable repair', amountCents: 3_000 })
  const stale = await visitor('/api/price', { token, phoneEnd: '4417', ...before })
  expect(refusalOf(stale)).toEqual([409, 'price_changed'])
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  expect((await agree(token)).status).toBe(200)
  expect((await priceOf(desk, id)).agreedCents).toBe(price + extra + 3_000)
  await world.cancel(id)
})

test('a link that was opened before the lines changed agrees to nothing, also for the same total', async () => {
  const { id, token } = await asked()
  const seen = await linked(token)
  const { lines } = await priceOf(desk, id)
  expect((await desk.remove(`/api/admin/appointments/${id}/price/lines/${lines[0]?.id}`)).status).toBe(200)
  await addLine(desk, id, { kind: 'labor', description: 'Another work', amountCents: extra })
  const signs = () => visitor('/api/price', { token, phoneEnd: '4417', ...signed(seen) })
  expect(refusalOf(await signs())).toEqual([409, 'price_changed'])
  expect((await priceOf(desk, id)).agreement).toBeNull()
  expect((await agree(token)).body.held).toBe(true)
  await world.cancel(id)
})

test('after an agreement to less, a removed discount is agreed to again', async () => {
  const { id } = await asked()
  const remove = async (kind: string) => {
    const line = (await priceOf(desk, id)).lines.find((each) => each.kind === kind)
    return desk.remove(`/api/admin/appointments/${id}/price/lines/${line?.id}`)
  }
  await remove('part')
  await addLine(desk, id, { kind: 'discount', description: 'Waited', amountCents: 5_000 })
  expect((await agreeAtShop(desk, id)).body).toMatchObject({ agreedCents: price - 5_000 })
  expect((await remove('discount')).body).toMatchObject({ totalCents: price, needsAgreement: true })
  expect(refusalOf(await world.capture(id, desk))).toEqual([409, 'price_not_agreed'])
  await world.cancel(id)
})

test('a customer is not asked about less than a card can be charged', async () => {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await arriveNow(world, desk, id)
  await addLine(desk, id, { amountCents: 30 })
  const answer = await desk.post(`/api/admin/appointments/${id}/price/ask`)
  expect(refusalOf(answer)).toEqual([409, 'extra_too_low'])
  await world.cancel(id)
})

test('the link needs the phone of the customer, and ends with the appointment and with another email', async () => {
  const { id, token } = await asked()
  expect(refusalOf(await agree(token, { phoneEnd: '0000' }))).toEqual([422, 'phone_not_matching'])
  for (const forged of ['', `${token}A`, token.slice(0, -4), (await asked()).token.slice(0, 30)])
    expect((await visitor('/api/price/find', { token: forged })).status).toBeGreaterThanOrEqual(400)
  const last = { token, phoneEnd: '4417', ...signed(await linked(token)) }
  await world.cancel(id)
  expect(refusalOf(await visitor('/api/price/find', { token }))).toEqual([404, 'link_not_valid'])
  expect(refusalOf(await visitor('/api/price', last))).toEqual([404, 'link_not_valid'])
})

test('right digits are refused no try, however many come at once, and guesses at once are limited', async () => {
  const { id, token } = await asked()
  const body = { token, phoneEnd: '4417', ...signed(await linked(token)) }
  const presses = await Promise.all(Array.from({ length: 8 }, () => visitor('/api/price', body)))
  expect(presses.map((answer) => answer.body.held)).toEqual(Array.from({ length: 8 }, () => true))
  expect(await world.statusesOf(id)).toEqual(['requires_capture', 'requires_capture'])
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      visitor('/api/price', { ...body, phoneEnd: String(1000 + index) }),
    ),
  )
  expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
  expect((await visitor('/api/price', body)).status).toBe(429)
  await world.cancel(id)
})

test('the shop sees that it waits for the customer until the price changes or they agree', async () => {
  const { id, customer } = await asked()
  const listed = async () => (await desk.get(`/api/admin/appointments/${id}`)).body
  const today = async () =>
    (await desk.get('/api/admin/attention')).body.today.find(
      ({ appointmentId }: { appointmentId: string }) => appointmentId === id,
    )
  const waits = { needsAgreement: true, awaitsAgreement: true }
  expect([await listed(), await today()]).toMatchObject([waits, waits])
  expect((await priceOf(desk, id)).isAsked).toBe(true)

  await addLine(desk, id, { amountCents: 1_000 })
  expect(await listed()).toMatchObject({ needsAgreement: true, awaitsAgreement: false })
  expect((await priceOf(desk, id)).isAsked).toBe(false)
  await desk.post(`/api/admin/appointments/${id}/price/ask`)
  expect(await listed()).toMatchObject(waits)

  await world.runJobs()
  await agree(await mailedToken(world, customer.email, '/price'))
  expect(await listed()).toMatchObject({ needsAgreement: false, awaitsAgreement: false })
  expect((await priceOf(desk, id)).isAsked).toBe(false)
  await world.cancel(id)
})

test('a tip is on the total, replaced by another, and taken only where the shop takes tips', async () => {
  const { id, token } = await asked()
  const withTip = async (tipCents: number) =>
    visitor('/api/price', { token, phoneEnd: '4417', ...signed(await linked(token), { tipCents }) })
  expect(refusalOf(await withTip(5_000))).toEqual([409, 'tips_off'])
  await owner.post(`/api/admin/shops/${shopId}/pricing`, { taxRate: null, takesTips: true, shares: [] })
  expect((await withTip(5_000)).body.held).toBe(true)
  expect(await priceOf(desk, id)).toMatchObject({
    totalCents: price + extra + 5_000,
    lines: [{ kind: 'part' }, { kind: 'tip', amountCents: 5_000, by: null }],
  })
  expect((await world.capture(id, desk)).status).toBe(200)
  const late = await visitor('/api/price', {
    token,
    phoneEnd: '4417',
    ...signed(await linked(token), { tipCents: 9_000 }),
  })
  expect(refusalOf(late)).toEqual([409, 'appointment_not_changeable'])
  await owner.post(`/api/admin/shops/${shopId}/pricing`, { taxRate: null, takesTips: false, shares: [] })
})

test('sales tax is that of the payment, in the ledger, and returned with a refund', async () => {
  const set = (taxRate: number | null) =>
    owner.post(`/api/admin/shops/${shopId}/pricing`, {
      taxRate,
      takesTips: false,
      shares: [{ packageId: 1, percent: 60 }],
    })
  await set(9_750)
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  // 60 % of $499 is $299.40, which includes $26.60.
  expect((await priceOf(desk, id)).taxCents).toBe(2_660)
  await set(10_250)
  // 10.25 % within $299.40 is $27.84.
  await world.capture(id, desk)
  expect((await priceOf(desk, id)).taxCents).toBe(2_784)
  await set(null)
  await refundPart(world.administrator, id, { amountCents: price / 2 })
  const { rows } = await world.context.database.pool.query(
    `select movement, amount_cents from ledger where appointment_id = $1 and movement like 'tax%' order by id`,
    [id],
  )
  expect(rows).toEqual([
    { movement: 'tax_collected', amount_cents: 2_784 },
    { movement: 'tax_returned', amount_cents: 1_392 },
  ])
  await refundPart(world.administrator, id, { amountCents: price / 2, seenRefundedCents: price / 2 })
  const { rows: sums } = await world.context.database.pool.query(
    `select sum(case movement when 'tax_collected' then amount_cents else -amount_cents end)::integer as left
       from ledger where appointment_id = $1 and movement like 'tax%'`,
    [id],
  )
  expect(sums).toEqual([{ left: 0 }])
  // Without a rate a sale has no tax.
  const untaxed = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, untaxed)
  await world.capture(untaxed, desk)
  expect(await world.movementsOf(untaxed)).not.toContain('tax_collected')
})

test.each(['drop_answer', 'error_before', 'error_after', 'timeout'])(
  'a refund of a part whose request ends with %s is made once',
  async (mode) => {
    const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
    await startNow(world, id)
    await world.capture(id, desk)
    await world.faults({ mode, count: 1 })
    const refund = await refundPart(world.administrator, id, { amountCents: 5_000 })
    expect(refund.status).toBe(200)
    for (let round = 0; round < 3; round += 1) {
      await world.advance(1801)
      await world.runJobs()
    }
    const [intent] = await world.intentsOf(id)
    expect(intent.latest_charge.amount_refunded).toBe(5_000)
    const settled = await priceOf(desk, id)
    expect(settled).toMatchObject({ refundedCents: 5_000, refundingCents: 0 })
    expect(settled.refunds).toMatchObject([{ status: 'made' }])
  },
)

test('a refund of a part waits for a dispute, and a lost one takes its place', async () => {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  await world.capture(id, desk)
  await world.faults({ mode: 'error_before', share: 1 })
  await refundPart(world.administrator, id, { amountCents: 5_000 })
  await world.faults({ mode: 'none' })
  await world.dispute(id, 'open')
  // The jobs fetch news of the provider that did not arrive.
  const refundable = async () => {
    await world.runJobs()
    return (await priceOf(desk, id)).refundableCents
  }
  await expect.poll(refundable, patience).toBeNull()
  expect(
    refusalOf(await refundPart(world.administrator, id, { amountCents: 100, seenRefundedCents: 5_000 })),
  ).toEqual([409, 'payment_disputed'])
  await world.advance(3_700)
  await world.runJobs()
  expect((await priceOf(desk, id)).refunds).toMatchObject([{ status: 'requested' }])
  await world.dispute(id, 'lose')
  const handled = async () => {
    await world.runJobs()
    return world.movementsOf(id)
  }
  await expect.poll(handled, patience).toContain('dispute_lost')
  for (let round = 0; round < 3; round += 1) {
    await world.advance(3_700)
    await world.runJobs()
  }
  expect((await priceOf(desk, id)).refunds).toMatchObject([{ status: 'dropped' }])
  expect(await world.movementsOf(id)).toContain('refund_dropped')
})

const raisable = 'pm_card_debit_incrementalAuthAuthorized'

test('a hold that can be raised is raised, and captured in one payment', async () => {
  const { id, token } = await asked({ paymentMethodId: raisable })
  expect((await agree(token)).body).toMatchObject({ held: true, requiresAction: false })
  const held = (await world.intentsOf(id)).map(({ status, amount }) => [status, amount])
  expect(held).toEqual([['requires_capture', price + extra]])
  expect(await world.movementsOf(id)).toContain('hold_raised')
  expect((await priceOf(desk, id)).coveredCents).toBe(price + extra)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(price + extra)
})

test('an agreement that is sent twice raises once, also with the sentence of before', async () => {
  const { id, token } = await asked({ paymentMethodId: raisable })
  const body = { token, phoneEnd: '4417', ...signed(await linked(token)) }
  const both = await Promise.all([visitor('/api/price', body), visitor('/api/price', body)])
  expect(both.map((answer) => answer.body.held)).toEqual([true, true])
  expect((await visitor('/api/price', body)).body.held).toBe(true)
  expect((await world.intentsOf(id)).map(({ amount }) => amount)).toEqual([price + extra])
  await world.cancel(id)
})

test('a bank that declines to raise a hold gets a second payment instead', async () => {
  const { id } = await asked({ paymentMethodId: 'pm_card_credit_disableEnterpriseCardFeatures' })
  expect((await agreeAtShop(desk, id)).body.extra).toMatchObject({ state: 'held', amountCents: extra })
  expect((await world.intentsOf(id)).map(({ amount }) => amount)).toEqual([price, extra])
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(price + extra)
})

test.each(['drop_answer', 'error_before', 'timeout'])(
  'a raise whose request ends with %s is found again and made once',
  async (mode) => {
    const { id } = await asked({ paymentMethodId: raisable })
    await world.faults({ mode, count: 1 })
    await agreeAtShop(desk, id)
    await world.faults({ mode: 'none' })
    await world.advance(31)
    await world.runJobs()
    expect((await world.intentsOf(id)).map(({ amount }) => amount)).toEqual([price + extra])
    expect((await priceOf(desk, id)).coveredCents).toBe(price + extra)
    expect((await world.capture(id, desk)).status).toBe(200)
  },
)

test('where more than the hold can be captured, no second payment is needed within that', async () => {
  const { id } = await asked({ paymentMethodId: 'pm_card_visa_overcapture' })
  // 15 % more than $499 is $573.85.
  const agreed = await agreeAtShop(desk, id)
  expect(agreed.body.extra.state).toBe('held')
  await world.cancel(id)
  const small = await asked({ paymentMethodId: 'pm_card_visa_overcapture' })
  await desk.remove(
    `/api/admin/appointments/${small.id}/price/lines/${(await priceOf(desk, small.id)).lines[0]?.id}`,
  )
  await addLine(desk, small.id, { amountCents: 7_000 })
  expect(refusalOf(await world.capture(small.id, desk))).toEqual([409, 'price_not_agreed'])
  expect((await agreeAtShop(desk, small.id)).status).toBe(200)
  expect((await world.capture(small.id, desk)).status).toBe(200)
  const captured = (await world.intentsOf(small.id)).map((intent) => intent.amount_received)
  expect(captured).toEqual([price + 7_000])
})

test('a part in cash before the agreement is not in the amount that the customer signs for the card', async () => {
  const { id } = await asked()
  await payAtShop(desk, id, 6_000)
  const price = await priceOf(desk, id)
  const { wording } = signed(price)
  expect(wording).toContain('$60 of it is paid. The other $559 is charged to my Visa ending in 4242')
  expect(wording).toContain('$60 more is held until then.')
  expect((await agreeAtShop(desk, id)).body.extra).toMatchObject({ state: 'held', amountCents: 6_000 })
  await world.cancel(id)
})

test('the price stays while the extra amount is captured after the price', async () => {
  const { id } = await asked()
  await agreeAtShop(desk, id)
  // The provider is silent from the second capture on.
  let captures = 0
  const { paymentIntents } = world.context.stripe
  const capture = paymentIntents.capture.bind(paymentIntents)
  Reflect.set(paymentIntents, 'capture', (...given: Parameters<typeof capture>) => {
    captures += 1
    return captures === 1 ? capture(...given) : Promise.reject(new Error('silent'))
  })
  await world.capture(id, desk)
  Reflect.set(paymentIntents, 'capture', capture)
  expect(captures).toBe(2)
  const late = await addLine(desk, id, { kind: 'discount', description: 'Too late', amountCents: 1_000 })
  expect(refusalOf(late)).toEqual([503, 'card_check_under_way'])
  await world.advance(31)
  await world.context.database.pool.query('update holds set asked_until = null where appointment_id = $1', [
    id,
  ])
  await world.runJobs()
  expect(await priceOf(desk, id)).toMatchObject({ capturedCents: price + extra, dueCents: 0 })
})
