import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addLine, agreeAtShop, payAtShop, priceOf, signed } from '../support/day-prices.ts'
import { mailedToken, mailedTokens, mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { refusalOf, send, signUp, type Answer, type Person } from '../support/people.ts'
import { openShopWithDesk } from '../support/shop-people.ts'
import { newPhone } from '../support/sandbox-phone.ts'
import { openTextingShop } from '../support/texting-shops.ts'
import { arriveNow, pressWork } from '../support/work-orders.ts'
import { stopReconciled } from '../support/stop-reconciled.ts'

const price = 49_900
const extra = 12_000
const tip = 2_000
let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ owner, desk, shopId } = await openShopWithDesk(world))
  await owner.post(`/api/admin/shops/${shopId}/pricing`, { taxRate: null, takesTips: true, shares: [] })
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits; delete from card_attempts'))
afterAll(async () => {
  await world.runJobs()
  await stopReconciled(world)
})

const visitor = (path: string, body: object) => send(world, 'POST', path, { body })
const linked = async (token: string) => (await visitor('/api/price/find', { token })).body
const heldOf = async (id: string) =>
  (await world.intentsOf(id))
    .filter(({ status }) => status === 'requires_capture')
    .map(({ amount }) => amount)

async function book(changes: object = {}): Promise<string> {
  world.customer = await signUp(world)
  return world.book({
    shopId,
    date: `${world.day(0)} 09:00`,
    email: world.customer.email,
    phone: '(626) 555-4417',
    ...changes,
  })
}

/** A job whose car has arrived, with an extra part that is not agreed to yet. */
async function job(changes: object = {}): Promise<string> {
  const id = await book(changes)
  await arriveNow(world, desk, id)
  await addLine(desk, id, { amountCents: extra })
  return id
}

async function linkOf(id: string): Promise<string> {
  await desk.post(`/api/admin/appointments/${id}/price/ask`)
  return mailedToken(world, world.customer.email, '/price')
}

async function agree(token: string, changes: object = {}, phoneEnd = '4417'): Promise<Answer> {
  return visitor('/api/price', { token, phoneEnd, ...signed(await linked(token)), ...changes })
}

const removeLine = async (id: string, kind: string) => {
  const line = (await priceOf(desk, id)).lines.find((one) => one.kind === kind)
  return desk.remove(`/api/admin/appointments/${id}/price/lines/${line?.id}`)
}

const surplus = (held: string, due: string, whose: string) =>
  `${held} is held on ${whose} card. Only ${due} of it is charged, and ${whose} bank releases the rest.`

test('an extra hold that became too large is named to everyone, and only the smaller amount is charged', async () => {
  const id = await job()
  const token = await linkOf(id)
  const withTip = signed(await linked(token), { tipCents: tip })
  expect((await visitor('/api/price', { token, phoneEnd: '4417', ...withTip })).body.held).toBe(true)
  expect(await heldOf(id)).toEqual([price, extra + tip])
  expect(await removeLine(id, 'tip').then(({ body }) => body)).toMatchObject({
    totalCents: price + extra,
    onHoldCents: price + extra + tip,
  })
  // The page that the customer opens, the sentence that they sign, and their copy.
  const page = await linked(token)
  expect(page).toMatchObject({ dueCents: price + extra, onHoldCents: price + extra + tip })
  expect(signed(page).wording).toContain(surplus('$639', '$619', 'my'))
  expect((await agree(token)).body).toMatchObject({ held: true })
  await world.runJobs()
  const copy = (await mailsTo(world, world.customer.email)).at(-1)
  expect(copy?.subject).toContain('You agreed to $619')
  expect(copy?.text.replaceAll(/\s+/g, ' ')).toContain(surplus('$639', '$619', 'your'))
  expect(await heldOf(id)).toEqual([price, extra + tip])
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await world.intentsOf(id)).map((intent) => intent.amount_received)).toEqual([price, extra])
})

test('a raised hold that became too large is named alike', async () => {
  const id = await job({ paymentMethodId: 'pm_card_debit_incrementalAuthAuthorized' })
  await agreeAtShop(desk, id)
  await removeLine(id, 'part')
  const { onHoldCents, dueCents } = await priceOf(desk, id)
  expect([onHoldCents, dueCents]).toEqual([price + extra, price])
  await addLine(desk, id, { kind: 'labor', description: 'Cable', amountCents: 1_000 })
  const agreed = await agreeAtShop(desk, id, { tipCents: 500 })
  expect(agreed.status, agreed.body.error).toBe(200)
  await world.runJobs()
  const copy = (await mailsTo(world, world.customer.email)).at(-1)
  expect(copy?.text.replaceAll(/\s+/g, ' ')).toContain(surplus('$619', '$514', 'your'))
  expect(await heldOf(id)).toEqual([price + extra])
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(price + 1_500)
})

test('a tip at the shop needs the customer’s signature, and a smaller total does not', async () => {
  const id = await job()
  const typed = await agreeAtShop(desk, id, { tipCents: tip, strokes: [] })
  expect([...refusalOf(typed), typed.headers.get('x-refusal-field')]).toEqual([
    422,
    'signature_missing',
    'strokes',
  ])
  expect((await priceOf(desk, id)).lines.map(({ kind }) => kind)).toEqual(['part'])
  expect((await agreeAtShop(desk, id, { tipCents: tip })).status).toBe(200)
  // A typed name is enough to take it back.
  const now = await priceOf(desk, id)
  const without = { ...now, totalCents: now.totalCents - tip, dueCents: now.dueCents - tip }
  const body = signed(without, { tipCents: 0, strokes: [] })
  const taken = await desk.post(`/api/admin/appointments/${id}/price/agreement`, body)
  expect([taken.status, taken.body.totalCents]).toEqual([200, price + extra])
  await world.cancel(id)
})

test('the customer gets a copy of each agreement, once, with the words of the shop', async () => {
  const id = await job()
  const { email } = world.customer
  await Promise.all([agreeAtShop(desk, id), agreeAtShop(desk, id)])
  const copies = async () => {
    await world.runJobs()
    return (await mailsTo(world, email)).filter(({ subject }) => subject.startsWith('You agreed to'))
  }
  const [first, ...others] = await copies()
  expect(others).toEqual([])
  const text = first?.text.replaceAll(/\s+/g, ' ')
  for (const part of ['Mounting bracket', '$120', '$619', 'on a device at', 'Signed as Casey Rivera'])
    expect(text).toContain(part)
  await addLine(desk, id, { kind: 'labor', description: 'Cable repair', amountCents: 3_000 })
  expect((await agree(await linkOf(id))).body.held).toBe(true)
  const second = (await copies()).at(-1)
  expect(second?.subject).toContain('$649')
  expect(second?.text).toContain('by the link that we sent you')
  expect(second?.text).toContain('Cable repair')
  await world.cancel(id)
})

test.each([
  ['pm_card_visa_allFeatures', [price + extra]],
  ['pm_card_debit_incrementalAuthAuthorized', [price + extra]],
  ['pm_card_visa', [price, extra]],
])('%s holds all of the agreed total, and again after more was agreed to', async (paymentMethodId, held) => {
  const id = await job({ paymentMethodId })
  await agreeAtShop(desk, id)
  expect(await heldOf(id)).toEqual(held)
  await addLine(desk, id, { kind: 'labor', description: 'Cable repair', amountCents: 30_000 })
  await agreeAtShop(desk, id)
  const total = price + extra + 30_000
  expect((await heldOf(id)).reduce((sum, cents) => sum + cents, 0)).toBe(total)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(total)
})

test('more that is agreed to while an increment has no answer is held too', async () => {
  const id = await job({ paymentMethodId: 'pm_card_debit_incrementalAuthAuthorized' })
  await world.faults({ mode: 'error_before', share: 1 })
  expect(refusalOf(await agreeAtShop(desk, id))[0]).toBe(503)
  await world.faults({ mode: 'none' })
  await addLine(desk, id, { kind: 'labor', description: 'Cable repair', amountCents: 3_000 })
  const answer = await agreeAtShop(desk, id)
  expect(answer.status, answer.body.error).toBe(200)
  expect((await heldOf(id)).reduce((sum, cents) => sum + cents, 0)).toBe(price + extra + 3_000)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(price + extra + 3_000)
})

test('a corrected email ends its link, and a corrected phone the old digits', async () => {
  const id = await job()
  const token = await linkOf(id)
  const correct = (contact: object) => desk.patch(`/api/admin/appointments/${id}/contact`, contact)
  expect((await correct({ phone: '(626) 555-9988' })).status).toBe(200)
  expect(refusalOf(await agree(token))).toEqual([422, 'phone_not_matching'])
  expect((await agree(token, {}, '9988')).body.held).toBe(true)
  expect((await correct({ email: 'corrected-price@private.test' })).status).toBe(200)
  expect(refusalOf(await visitor('/api/price/find', { token }))).toEqual([404, 'link_not_valid'])
  await world.cancel(id)
})

test('the staff of a suspended shop change no price, and its customer’s agreement is charged', async () => {
  const id = await job()
  const token = await linkOf(id)
  const setStatus = (status: string) =>
    world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status })
  await setStatus('suspended')
  expect((await addLine(desk, id, { amountCents: 100 })).status).toBe(403)
  expect((await desk.post(`/api/admin/appointments/${id}/price/ask`)).status).toBe(403)
  expect((await agree(token)).body.held).toBe(true)
  expect((await world.capture(id, owner)).status).toBe(200)
  await setStatus('approved')
  expect((await priceOf(desk, id)).capturedCents).toBe(price + extra)
})

/** An administrator agrees on more with the customer before the start. */
async function agreedBefore(paymentMethodId = 'pm_card_visa'): Promise<string> {
  const id = await book({ date: `${world.day(1)} 09:00`, paymentMethodId })
  await addLine(world.administrator, id, { amountCents: extra })
  const answer = await agreeAtShop(world.administrator, id)
  expect(answer.status, answer.body.error).toBe(200)
  return id
}

test.each(['pm_card_visa', 'pm_card_debit_incrementalAuthAuthorized'])(
  'a replaced card is charged with all of the price, and the earlier one (%s) with nothing',
  async (earlier) => {
    const id = await agreedBefore(earlier)
    const replaced = await world.customer.post(`/api/appointments/${id}/card`, {
      paymentMethodId: 'pm_card_mastercard',
      amount: 499,
    })
    expect(replaced.body).toMatchObject({ held: true })
    await world.runJobs()
    expect(await heldOf(id)).toEqual([price])
    await arriveNow(world, desk, id)
    expect((await world.capture(id, desk)).status).toBe(200)
    const charged = (await world.intentsOf(id)).filter(({ status }) => status === 'succeeded')
    expect(charged.map((intent) => intent.amount_received)).toEqual([price, extra])
    const cards = charged.map((intent) => intent.latest_charge.payment_method_details.card.last4)
    expect(cards).toEqual(['4444', '4444'])
  },
)

test.each([
  ['dearer', 2, 79_900],
  ['cheaper', 1, 49_900],
])('a %s package ends the agreement and the extra hold', async (_, productId, newPrice) => {
  const id =
    productId === 2 ? await agreedBefore() : await book({ date: `${world.day(1)} 13:00`, productId: 2 })
  if (productId === 1) {
    await addLine(world.administrator, id, { amountCents: extra })
    await agreeAtShop(world.administrator, id)
  }
  const changed = await world.change(id, { productId })
  expect([changed.status, changed.body.price]).toEqual([200, newPrice / 100])
  await world.runJobs()
  expect(await heldOf(id)).toEqual([79_900])
  expect(await priceOf(desk, id)).toMatchObject({
    needsAgreement: true,
    agreement: null,
    agreedCents: newPrice,
  })
  await arriveNow(world, desk, id)
  expect(refusalOf(await world.capture(id, desk))).toEqual([409, 'price_not_agreed'])
  await agreeAtShop(desk, id)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(newPrice + extra)
})

test('a moved job keeps its agreement, and an extra hold that ended meanwhile is placed again', async () => {
  const id = await job()
  await agreeAtShop(desk, id)
  await pressWork(desk, id, { event: 'go_back', from: 'arrived' })
  const moved = await desk.patch(`/api/admin/appointments/${id}`, { date: `${world.day(2)} 13:00` })
  expect(moved.status, moved.body.error).toBe(200)
  const [, second] = await world.intentsOf(id)
  await world.context.stripe.paymentIntents.cancel(second.id)
  await world.runJobs()
  expect(await priceOf(desk, id)).toMatchObject({ agreedCents: price + extra, extra: { state: 'ended' } })
  expect((await world.capture(id, world.administrator)).status).toBe(200)
  expect((await priceOf(desk, id)).capturedCents).toBe(price + extra)
})

test('of two open links to one price, one agreement counts for both, and an older amount for none', async () => {
  const id = await job()
  await linkOf(id)
  await linkOf(id)
  const tokens = await mailedTokens(world, world.customer.email, '/price')
  expect(tokens).toHaveLength(2)
  const [first = '', second = ''] = tokens
  const older = { phoneEnd: '4417', ...signed(await linked(first)) }
  await payAtShop(desk, id, 1_000)
  await addLine(desk, id, { kind: 'labor', description: 'Cable repair', amountCents: 3_000 })
  for (const token of tokens)
    expect(refusalOf(await visitor('/api/price', { token, ...older }))).toEqual([409, 'price_changed'])
  expect((await agree(first)).body.held).toBe(true)
  expect((await linked(second)).state).toBe('agreed')
  expect((await priceOf(desk, id)).agreedCents).toBe(price + extra + 3_000)
  await world.cancel(id)
})

test('details tell when a customer was asked by text alone', async () => {
  const shop = await openTextingShop(world)
  const id = await shop.bookFor(newPhone())
  await arriveNow(world, shop.desk, id)
  await addLine(shop.desk, id, { amountCents: extra })
  expect((await priceOf(shop.desk, id)).askedAt).toBeNull()
  const before = world.context.clock.now()
  const asked = await shop.desk.post(`/api/admin/appointments/${id}/price/ask`)
  expect(asked.status, asked.body.error).toBe(200)
  expect(Date.parse(asked.body.askedAt)).toBeGreaterThanOrEqual(before)
  const { rows } = await world.context.database.pool.query(
    `select 1 from outbox where payload ->> 'appointmentId' = $1 and kind = 'price_to_agree'`,
    [id],
  )
  expect(rows).toEqual([])
})

test('a tip is not lowered below what was paid, at the shop and by the link', async () => {
  const id = await job()
  const token = await linkOf(id)
  const tipped = signed(await linked(token), { tipCents: 10_000 })
  expect((await visitor('/api/price', { token, phoneEnd: '4417', ...tipped })).body.held).toBe(true)
  const { totalCents } = await priceOf(desk, id)
  expect((await payAtShop(desk, id, totalCents - 50)).status).toBe(200)
  const lowered = { tipCents: 0, seenTotalCents: totalCents - 10_000 }
  const atShop = await agreeAtShop(desk, id, lowered)
  expect(refusalOf(atShop)).toEqual([422, 'total_too_low'])
  expect(atShop.body.error).toContain('At least $0.50 must be left for the card.')
  const byLink = await agree(token, lowered)
  expect(refusalOf(byLink)).toEqual([422, 'total_too_low'])
  expect(byLink.body.error).toMatch(
    /^You have paid \$[\d.]+ at the shop\. With this tip too little would be left/,
  )
  expect((await priceOf(desk, id)).dueCents).toBe(50)
})
