import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerWatch } from '../../contract/admin/customers.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { personWith, send, signUp, type Answer, type Person } from '../support/people.ts'
import { scrape, valueOf } from '../support/read-metrics.ts'
import type { AppProcess } from '../support/start-world.ts'

const limits = {
  MAX_CARDS_PER_ACCOUNT: '3',
  ALLOW_UNPROVEN_CARDS: 'off',
  MAX_REFUSED_CARDS_PER_NETWORK: '10',
  MAX_REFUSALS_PER_CARD: '10',
  CARD_REFUSAL_ALARM: '20',
  TRUSTED_PROXIES: '127.0.0.1,::1',
}

const good = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_discover', 'pm_card_jcb']
const wrongCode = 'pm_card_chargeDeclinedIncorrectCvc'
const refused = [
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_visa_chargeDeclinedLostCard',
  'pm_card_visa_chargeDeclinedStolenCard',
  'pm_card_chargeDeclinedExpiredCard',
  wrongCode,
  'pm_card_chargeDeclinedProcessingError',
  'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  'pm_card_radarBlock',
  'pm_card_chargeCustomerFail',
]

let world: MoneyWorld
let other: AppProcess

beforeAll(async () => {
  world = await startMoneyWorld(limits)
  other = await world.addProcess()
})
beforeEach(async () => {
  const { pool } = world.context.database
  await pool.query('delete from card_attempts')
  await pool.query(
    `update appointments set state = 'cancelled', claim_expires_at = null where state in ('claimed', 'booked')`,
  )
})
afterAll(() => world.stop())

async function proven(at: MoneyWorld = world): Promise<Person> {
  const person = await signUp(at)
  await at.context.database.pool.query('update users set email_verified = true where email = $1', [
    person.email,
  ])
  return person
}

/** A start of its own for each order, so that no slot is taken. */
let orders = 0
function tryCard(person: Person, paymentMethodId: string, headers: Record<string, string> = {}) {
  orders += 1
  const day = world.day(orders % 10)
  const date = `${day} ${orders % 20 < 10 ? '09:00' : '14:00'}`
  const vehicleInfo = { year: 2013, make: 'BMW', model: 'X5' }
  return person.post('/api/appointments', orderFor(world, { paymentMethodId, date, vehicleInfo }), headers)
}

async function tryInTurn(person: Person, cards: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const card of cards) answers.push(await tryCard(person, card))
  return answers
}

async function bookThenCancel(person: Person, card: string): Promise<Answer> {
  const answer = await tryCard(person, card)
  if (answer.status === 201)
    await person.patch(`/api/appointments/${answer.body.id as string}`, { status: 'cancelled' })
  return answer
}

/** A network of its own, as the proxy names it. */
const from = (network: number) => ({ 'x-forwarded-for': `198.51.100.${network}` })

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const refusalOf = ({ headers }: Answer) => headers.get('x-refusal')

/** Holds that the card provider was asked for since. */
async function countAsked(since: number): Promise<number> {
  const { rows } = await world.context.database.pool.query<{ count: number }>(
    'select count(*)::integer as count from holds where created_at >= $1',
    [new Date(since)],
  )
  return rows[0]?.count ?? 0
}

/** The limits of cards that administrators see a customer hit, with network and count. */
async function hitsOf({ email }: Person): Promise<string[]> {
  const { body } = await world.administrator.get(`/api/admin/customers?email=${encodeURIComponent(email)}`)
  const [customer] = (body as CustomerWatch).customers
  return customer?.hits.map(({ limit, network, hits }) => `${limit} ${network} ${hits}`).toSorted() ?? []
}

test('administrators see who hit which limit of cards, and cannot lift it', async () => {
  const [person, second, innocent] = [await proven(), await proven(), await proven()]
  const { pool } = world.context.database
  await pool.query('delete from customer_limit_hits')
  for (const card of refused.slice(0, 3)) await tryCard(person, card, from(1))
  expect(await hitsOf(person)).toEqual([])
  for (const network of [1, 1, 2])
    expect((await tryCard(person, 'pm_card_visa', from(network))).status).toBe(429)
  expect(await hitsOf(person)).toEqual(['cards_of_account 198.51.100.1 2', 'cards_of_account 198.51.100.2 1'])
  for (let round = 0; round < 11; round += 1) await tryCard(second, wrongCode, from(3))
  expect(await hitsOf(second)).toEqual(['declines_of_card 198.51.100.3 1'])
  await pool.query('delete from card_attempts')
  for (const card of refused) await tryCard(await proven(), card, from(4))
  expect((await tryCard(innocent, 'pm_card_visa', from(4))).status).toBe(429)
  expect(await hitsOf(innocent)).toEqual(['declines_of_network 198.51.100.4 1'])
  const { body } = await world.administrator.get('/api/admin/customers')
  const listed = body as CustomerWatch
  expect(listed.customers.map(({ email }) => email)).toEqual([innocent.email, second.email, person.email])
  const lifted = await world.administrator.post(`/api/admin/customers/${listed.customers[0]?.id}/decisions`, {
    decision: 'lift',
    limit: 'declines_of_network',
    hours: 1,
    reason: 'Shares a carrier',
  })
  expect(lifted.status).toBe(400)
})

describe('an account', () => {
  test('tries three different cards an hour: good, refused and unconfirmed ones alike', async () => {
    const person = await proven()
    const tried = []
    for (const card of ['pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeDeclined'])
      tried.push(await bookThenCancel(person, card))
    expect(statusesOf(tried)).toEqual([201, 201, 402])
    const fourth = await tryCard(person, 'pm_card_mastercard')
    expect([fourth.status, refusalOf(fourth)]).toEqual([429, 'too_many_requests'])
    const wait = Number(fourth.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    // A card of the three is no new one.
    expect((await tryCard(person, 'pm_card_visa')).status).toBe(201)
    await world.advance(wait)
    expect((await tryCard(person, 'pm_card_mastercard')).status).toBe(201)
  })

  test('mistypes the code of one card several times, and may still use two others', async () => {
    const person = await proven()
    const mistyped = await tryInTurn(person, [wrongCode, wrongCode, wrongCode, wrongCode])
    expect(statusesOf(mistyped)).toEqual([402, 402, 402, 402])
    expect(statusesOf(await tryInTurn(person, good.slice(0, 3)))).toEqual([201, 201, 429])
  })

  test('sends the same declined order again, and no card is counted again', async () => {
    const person = await proven()
    const headers = { 'idempotency-key': 'replayed-decline' }
    const order = orderFor(world, {
      paymentMethodId: 'pm_card_chargeDeclined',
      date: `${world.day(0)} 09:00`,
    })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        personWith(index % 2 ? other : world, person.cookie).post('/api/appointments', order, headers),
      ),
    )
    expect(new Set(statusesOf(answers))).toEqual(new Set([402]))
    const { rows } = await world.context.database.pool.query('select outcome from card_attempts')
    expect(rows).toEqual([{ outcome: 'refused' }])
  })

  test('whose card limit is used up still learns the outcome of an order that is booked', async () => {
    const person = await proven()
    const headers = { 'idempotency-key': 'booked-before-the-limit' }
    const order = orderFor(world, { date: `${world.day(3)} 09:00` })
    const first = await person.post('/api/appointments', order, headers)
    await tryInTurn(person, [...refused.slice(0, 2), 'pm_card_mastercard'])
    const again = await person.post('/api/appointments', order, headers)
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test.each([1, 4])(
    'tries sixty times at once on %i network(s), and no more than three cards',
    async (networks) => {
      const person = await proven()
      const begun = world.context.clock.now()
      const cards = [...refused, ...good]
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          tryCard(personWith(index % 2 ? other : world, person.cookie), cards[index % cards.length] ?? '', {
            ...from(index % networks),
          }),
        ),
      )
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const { rows } = await world.context.database.pool.query(
        'select distinct fingerprint from card_attempts where outcome is not null',
      )
      expect(rows.length).toBeLessThanOrEqual(3)
      expect(await countAsked(begun)).toBeLessThan(60)
    },
  )

  test('confirms its address before the second card, and goes on with that card then', async () => {
    const person = await signUp(world)
    expect((await tryCard(person, wrongCode)).status).toBe(402)
    expect((await tryCard(person, wrongCode)).status).toBe(402)
    const second = await tryCard(person, 'pm_card_visa')
    expect([second.status, refusalOf(second)]).toEqual([403, 'email_not_proven'])
    await world.context.database.pool.query('update users set email_verified = true where email = $1', [
      person.email,
    ])
    expect((await tryCard(person, 'pm_card_visa')).status).toBe(201)
  })
})

describe('a network', () => {
  test('has ten refused cards an hour, over all its accounts, however many it tries at once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => proven()))
    const answers = await Promise.all(
      people.flatMap((person, turn) =>
        Array.from({ length: 5 }, (_, step) => tryCard(person, refused[(turn + step * 3) % 10] ?? '')),
      ),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    for (const card of refused) answers.push(await tryCard(await proven(), card))
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(10)
    const customer = await tryCard(await proven(), 'pm_card_visa')
    expect([customer.status, refusalOf(customer)]).toEqual([429, 'too_many_requests'])
    expect((await tryCard(await proven(), 'pm_card_visa', from(77))).status).toBe(201)
    await world.advance(3601)
    expect((await tryCard(await proven(), 'pm_card_visa')).status).toBe(201)
  })

  test('has ten unconfirmed cards an hour, over all its accounts, which keep times and cost nothing', async () => {
    const answers: Answer[] = []
    for (let count = 0; count < 12; count += 1)
      answers.push(await tryCard(await signUp(world), 'pm_card_threeDSecure2Required', from(80)))
    expect(statusesOf(answers)).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
    // A confirmed card gives its place back.
    await world.challenge((await world.intentsOf(answers[0]?.body.id as string))[0].id as string, 'complete')
    await world.runJobs()
    expect((await tryCard(await signUp(world), 'pm_card_visa', from(80))).status).toBe(201)
  })

  test('is not limited by good cards, which many people of one carrier use', async () => {
    for (const card of [...good, ...good, ...good]) {
      const answer = await bookThenCancel(await signUp(world), card)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    }
  })
})

test('one card is refused ten times an hour, by whichever accounts', async () => {
  const statuses = []
  for (let round = 0; round < 12; round += 1)
    statuses.push((await tryCard(await signUp(world), wrongCode, from(round))).status)
  expect(statuses).toEqual([...Array(10).fill(402), 429, 429])
  expect((await tryCard(await signUp(world), 'pm_card_visa')).status).toBe(201)
})

test('the link to confirm a card and a dearer package count cards like a booking', async () => {
  const { customer } = world
  world.customer = await proven()
  const id = await world.book({ date: `${world.day(-1)} 09:00` })
  await world.cards({ behaviour: 'decline_generic' })
  await world.advanceTo(id, -71)
  await world.runJobs()
  const { confirmCardUrl } = await world.own(id)
  const token = String(confirmCardUrl).split('#')[1]
  const confirm = (paymentMethodId: string) =>
    send(world, 'POST', '/api/confirm-card', { body: { token, paymentMethodId } })
  // A good card in its place among the first three would end the attempts.
  const burst = await Promise.all(refused.map(confirm))
  expect(burst.filter(({ status }) => status === 500)).toEqual([])
  const { rows } = await world.context.database.pool.query(
    'select distinct fingerprint from card_attempts where outcome is not null and tried_at > $1',
    [new Date(world.context.clock.now() - 3_600_000)],
  )
  expect(rows.length).toBeLessThanOrEqual(3)
  for (const card of refused.slice(0, 4)) await confirm(card)
  expect(refusalOf(await confirm('pm_card_mastercard'))).toBe('too_many_requests')
  const byLink = await hitsOf(world.customer)
  expect(byLink).toEqual([expect.stringMatching(/^cards_of_account /)])
  // The saved card would be a fourth one.
  expect(refusalOf(await world.change(id, { productId: 2, amount: 799 }))).toBe('too_many_requests')
  expect(await hitsOf(world.customer)).not.toEqual(byLink)
  world.customer = customer
})

test('every refusal of a bank has one sentence, but an expired card and a call to the bank', async () => {
  const sentences = new Map<string, string>()
  for (const card of refused) {
    await world.context.database.pool.query('delete from card_attempts')
    sentences.set(card, (await tryCard(await signUp(world), card)).body.error as string)
  }
  expect(sentences.get('pm_card_chargeDeclinedExpiredCard')).toMatch(/expired/)
  sentences.delete('pm_card_chargeDeclinedExpiredCard')
  expect(new Set(sentences.values())).toEqual(
    new Set(['Your card was declined. Please check its details, or use another card.']),
  )
})

test('twenty refusals in ten minutes raise the alarm, and refuse nobody', async () => {
  const alarm = async () => (await world.administrator.get('/api/admin/attention')).body.cardAlarm
  const metric = async () => valueOf((await scrape(world)).text, 'dashfit_card_refusal_alarm')
  expect([await alarm(), await metric()]).toEqual([null, 0])
  for (let round = 0; round < 20; round += 1)
    await tryCard(await signUp(world), refused[round % 10] ?? '', from(round))
  expect(await alarm()).toMatchObject({ refused: 20 })
  expect((await tryCard(await signUp(world), 'pm_card_visa')).status).toBe(201)
  await world.advance(601)
  expect(await alarm()).toBeNull()
})

test('control: without the limits every card gets an answer of its bank', async () => {
  const open = await startMoneyWorld()
  try {
    const person = await signUp(open)
    const date = `${open.day(0)} 09:00`
    const cards = [...refused, ...refused]
    const answers = []
    for (const paymentMethodId of cards)
      answers.push(await person.post('/api/appointments', orderFor(open, { paymentMethodId, date })))
    expect(statusesOf(answers)).toEqual(Array(20).fill(402))
  } finally {
    await open.stop()
  }
})
