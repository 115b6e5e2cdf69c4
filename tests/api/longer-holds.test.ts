import { Stripe } from 'stripe'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { incrementHold, type IncrementOutcome } from '../../server/holds/provider/hold-commands.ts'
import { mailsTo } from '../support/mails.ts'
import { hour, replace, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { outsideOf, type Outside } from '../support/outside.ts'
import { newEmail, signUp } from '../support/people.ts'
import { widenShop } from '../reliability/wide-shop.ts'

let world: MoneyWorld
let outside: Outside
/** The address for the mails of the test's appointment. */
let email: string

beforeAll(async () => {
  world = await startMoneyWorld()
  outside = outsideOf(world.sandboxUrl)
  await widenShop(world.context.database.pool, 40)
})
beforeEach(async () => {
  world.customer = await signUp(world)
  email = newEmail()
  await world.faults({ mode: 'none' })
  await outside.features({
    extended: 'by_card',
    incremental: 'by_card',
    overcapture: 'by_card',
    eligible: true,
  })
})
afterAll(() => world.stop())

const day = 24 * hour
const priceCents = 49_900

/** Books the last bookable day, about three weeks ahead: an ordinary hold lapses long before it. */
const bookLate = (paymentMethodId: string) =>
  world.book({ date: `${world.day(-1)} 09:00`, email, paymentMethodId })

/** The holds of an appointment with their granted features, oldest first. */
async function holdsOf(id: string) {
  return world.context.database.db
    .selectFrom('holds')
    .select(['id', 'attempt', 'provider_intent_id', 'status', 'is_extended', 'can_increment'])
    .select(['overcapture_cents', 'capture_before', 'created_at'])
    .where('appointment_id', '=', id)
    .orderBy('created_at')
    .execute()
}

type Hold = Awaited<ReturnType<typeof holdsOf>>[number]

async function firstHoldOf(id: string): Promise<Hold> {
  const [hold] = await holdsOf(id)
  if (!hold) throw new Error('there is no hold')
  return hold
}

const daysOf = ({ capture_before: end, created_at: begin }: Hold) =>
  Math.round((((end?.getTime() ?? 0) - begin.getTime()) / 1000 / day) * 100) / 100

const ordinary = { is_extended: false, can_increment: false, overcapture_cents: null }

test('the granted features of a hold are stored, and none that was not granted', async () => {
  const plain = await firstHoldOf(await bookLate('pm_card_visa'))
  expect(plain).toMatchObject(ordinary)
  expect(daysOf(plain)).toBe(7)
  world.customer = await signUp(world)
  const all = await firstHoldOf(await bookLate('pm_card_visa_allFeatures'))
  expect(all).toMatchObject({ is_extended: true, can_increment: true, overcapture_cents: 57_385 })
  expect(daysOf(all)).toBe(29.75)
  world.customer = await signUp(world)
  const raisable = await firstHoldOf(await bookLate('pm_card_debit_incrementalAuthAuthorized'))
  expect(raisable).toMatchObject({ ...ordinary, can_increment: true })
})

test('an extended hold needs no renewal: it lives until the job is charged', async () => {
  const id = await bookLate('pm_card_mastercard_extended')
  const { hold } = await world.own(id)
  expect(hold).toMatchObject({ state: 'live', renewsAt: null })
  const { endsAt } = await world.timesOf(id)
  expect(Date.parse(hold.liveUntil)).toBeGreaterThan(endsAt + day * 1000)
  for (const hoursBefore of [71, 47, 23]) {
    await world.advanceTo(id, -hoursBefore)
    expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  }
  await world.advanceTo(id, 4)
  expect((await world.capture(id)).status).toBe(200)
  expect(await world.statusesOf(id)).toEqual(['succeeded'])
  expect(await world.movementsOf(id)).toEqual([
    'hold_requested',
    'hold_placed',
    'capture_requested',
    'captured',
  ])
})

test('an extended hold after 3-D Secure spares the customer the mails of the renewal', async () => {
  const id = await world.bookConfirmed({
    date: `${world.day(-1)} 09:00`,
    email,
    paymentMethodId: 'pm_card_visa_allFeatures_threeDSecureRequired',
  })
  expect(await firstHoldOf(id)).toMatchObject({ is_extended: true, can_increment: true })
  await world.advanceTo(id, -71)
  await world.advanceTo(id, -23)
  expect((await world.own(id)).hold.state).toBe('live')
  const others = (await mailsTo(world, email)).filter(({ subject }) => !/^(Reminder|Today): /.test(subject))
  expect(others).toHaveLength(1)
})

test('the end of a hold is the provider’s: an extended one that ends early is renewed', async () => {
  await world.cards({ windowSeconds: { onSession: 9 * day, offSession: null } })
  const id = await bookLate('pm_card_visa_extended')
  await world.cards({ windowSeconds: null })
  const hold = await firstHoldOf(id)
  expect([hold.is_extended, daysOf(hold)]).toEqual([true, 9])
  await world.advanceTo(id, -71)
  expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
})

test('a renewal asks too, and is granted by the network’s rule for an absent customer', async () => {
  const visa = await bookLate('pm_card_visa')
  world.customer = await signUp(world)
  const mastercard = await bookLate('pm_card_mastercard')
  await outside.features({ extended: 'all' })
  await world.advanceTo(visa, -71)
  // Later than the first: a slow machine has passed that moment.
  await world.advanceTo(mastercard, -70)
  const [, renewedVisa] = await holdsOf(visa)
  const [, renewedMastercard] = await holdsOf(mastercard)
  expect([renewedVisa?.is_extended, renewedMastercard?.is_extended]).toEqual([false, true])
})

/** Counts the requests for holds by whether they ask for features. */
function countRequests(): { asking: number; plain: number } {
  const counts = { asking: 0, plain: 0 }
  replace(world.context.stripe.paymentIntents, 'create', (real) => (params, options) => {
    counts[(params as object) && 'payment_method_options' in (params as object) ? 'asking' : 'plain'] += 1
    return real(params, options)
  })
  return counts
}

test('an account that may not ask books as before, and asks again after a day', async () => {
  await outside.features({ eligible: false })
  const counts = countRequests()
  const id = await bookLate('pm_card_visa_allFeatures')
  expect(counts).toEqual({ asking: 1, plain: 1 })
  expect(await firstHoldOf(id)).toMatchObject({ ...ordinary, status: 'live' })
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  world.customer = await signUp(world)
  await bookLate('pm_card_visa')
  expect(counts).toEqual({ asking: 1, plain: 2 })
  await outside.features({ eligible: true })
  await world.advance(day)
  world.customer = await signUp(world)
  expect(await firstHoldOf(await bookLate('pm_card_visa_allFeatures'))).toMatchObject({ is_extended: true })
  expect(counts).toEqual({ asking: 2, plain: 2 })
})

test('a card that is declined without the features is declined, and the provider is asked again next time', async () => {
  await outside.features({ eligible: false })
  const counts = countRequests()
  const answer = await world.customer.post(
    '/api/appointments',
    orderFor(world, { paymentMethodId: 'pm_card_chargeDeclined' }),
  )
  expect(answer.status).toBe(402)
  expect(counts).toEqual({ asking: 1, plain: 1 })
})

test('a plain request whose answer is lost holds once', async () => {
  replace(world.context.stripe.paymentIntents, 'create', (real) => async (params, options) => {
    const answer = await real(params, options)
    // The plain request is carried out, and its answer is lost.
    if (!('payment_method_options' in (params as object))) throw new Stripe.errors.StripeConnectionError()
    return answer
  })
  await outside.features({ eligible: false })
  const id = await bookLate('pm_card_visa')
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  expect(await firstHoldOf(id)).toMatchObject({ ...ordinary, status: 'live' })
})

/** Raises the first hold of an appointment to a total, as the row `rowId` decided. */
async function raise(id: string, cents: number, rowId = uuid()): Promise<IncrementOutcome> {
  const { provider_intent_id: intentId, ...hold } = await firstHoldOf(id)
  return incrementHold(world.context, { ...hold, provider_intent_id: intentId ?? '' }, cents, rowId)
}

const heldAtProvider = async (id: string) =>
  (await world.intentsOf(id)).map(({ amount_capturable: cents }) => cents as number)

test('a hold is raised once for one row, and can be captured to the cent', async () => {
  const id = await bookLate('pm_card_visa_allFeatures')
  const rowId = uuid()
  const raised = {
    kind: 'raised',
    heldCents: 60_000,
    features: { isExtended: true, canIncrement: true, mostCapturableCents: 69_000 },
  }
  expect(await raise(id, 60_000, rowId)).toEqual(raised)
  expect(await raise(id, 60_000, rowId)).toEqual(raised)
  expect(await heldAtProvider(id)).toEqual([60_000])
})

test('a declined raise names the reason in a sentence, and the hold stays', async () => {
  const id = await bookLate('pm_card_credit_disableEnterpriseCardFeatures')
  expect(await raise(id, 60_000)).toEqual({
    kind: 'declined',
    sentence: 'Your card was declined. Please check its details, or use another card.',
  })
  expect(await heldAtProvider(id)).toEqual([priceCents])
})

test('a hold without the feature, or one that ended, is not raised', async () => {
  const plain = await bookLate('pm_card_visa')
  expect(await raise(plain, 60_000)).toEqual({ kind: 'not_raised' })
  expect(await heldAtProvider(plain)).toEqual([priceCents])
  world.customer = await signUp(world)
  const ended = await bookLate('pm_card_visa_allFeatures')
  expect((await world.cancel(ended)).status).toBe(200)
  expect(await raise(ended, 60_000)).toEqual({ kind: 'not_raised' })
})

test.each(['drop_answer', 'error_after', 'wrong_amount', 'wrong_payment', 'nonsense'])(
  'a raise whose answer is lost or wrong (%s) is looked up',
  async (mode) => {
    const id = await bookLate('pm_card_visa_allFeatures')
    await world.faults({ mode, count: 1 })
    expect(await raise(id, 60_000)).toMatchObject({ kind: 'raised', heldCents: 60_000 })
    expect(await heldAtProvider(id)).toEqual([60_000])
  },
)

test('a raise that nobody can look up stays unknown, and the same row learns of it later', async () => {
  const id = await bookLate('pm_card_visa_allFeatures')
  const rowId = uuid()
  await world.faults({ mode: 'drop_answer', reads: true })
  expect(await raise(id, 60_000, rowId)).toEqual({ kind: 'unknown' })
  await world.faults({ mode: 'none' })
  expect(await raise(id, 60_000, rowId)).toMatchObject({ kind: 'raised', heldCents: 60_000 })
  expect(await heldAtProvider(id)).toEqual([60_000])
})

test('a raise that the provider failed to carry out is made by the same row later', async () => {
  const id = await bookLate('pm_card_visa_allFeatures')
  const rowId = uuid()
  await world.faults({ mode: 'error_before', count: 1 })
  expect(await raise(id, 60_000, rowId)).toEqual({ kind: 'unknown' })
  expect(await heldAtProvider(id)).toEqual([priceCents])
  expect(await raise(id, 60_000, rowId)).toMatchObject({ kind: 'raised' })
})

test('a row whose key the provider has spent on a failure raises nothing any more', async () => {
  const id = await bookLate('pm_card_visa_allFeatures')
  const failure = { type: 'api_error', message: 'failed', headers: { 'stripe-should-retry': 'false' } }
  replace(world.context.stripe.paymentIntents, 'incrementAuthorization', () => () => {
    throw new Stripe.errors.StripeAPIError(failure as never)
  })
  expect(await raise(id, 60_000)).toEqual({ kind: 'not_raised' })
})

test('a request for a feature that the provider does not know is left out', async () => {
  const counts = countRequests()
  replace(world.context.stripe.paymentIntents, 'create', (real) => async (params, options) => {
    if (!('payment_method_options' in (params as object))) return real(params, options)
    throw new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      param: 'payment_method_options[card][request_overcapture]',
    } as never)
  })
  const id = await bookLate('pm_card_visa')
  expect(await firstHoldOf(id)).toMatchObject({ ...ordinary, status: 'live' })
  expect(counts).toEqual({ asking: 0, plain: 1 })
})
