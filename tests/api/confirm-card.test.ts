import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../support/mails.ts'
import { hour, mailbox, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book, listIntents, listOwn } from '../support/orders.ts'
import { personWith, signUp, type Person } from '../support/people.ts'

let world: MoneyWorld
let visitor: Person
let id: string

beforeEach(async () => {
  world = await startMoneyWorld()
  visitor = personWith(world, '')
  // A card that needs 3-D Secure every time, so that no hold can be renewed without the customer.
  id = await world.bookConfirmed({ date: `${world.day(-1)} 09:00` })
  await world.advanceTo(id, -71)
})
afterEach(() => world.stop())

/** Every payment of the world, oldest first. */
async function intents() {
  return (await listIntents(world)).toReversed()
}

/** Completes the 3-D Secure challenge of the newest payment. */
async function answerLast(outcome: 'complete' | 'fail'): Promise<void> {
  await world.challenge((await intents()).at(-1).id, outcome)
}

/** The token of the newest mail with a link. */
async function mailedToken(): Promise<string> {
  const texts = (await mailsTo(world, mailbox)).map(({ text }) => text)
  const link = texts
    .toReversed()
    .join('\n')
    .match(/https?:\/\/\S+\/confirm-card#(\S+)/)
  return link?.[1] ?? ''
}

const find = (token: string) => visitor.post('/api/confirm-card/find', { token })
const confirm = (body: object) => visitor.post('/api/confirm-card', body)
const live = async () => (await intents()).filter((intent) => intent.status === 'requires_capture')

test('the mailed link opens without signing in and shows the card’s purpose, but no customer data', async () => {
  const shown = await find(await mailedToken())
  expect(shown.status).toBe(200)
  expect(shown.body).toMatchObject({
    packageName: 'Smart Connect Essential',
    price: 499,
    needed: true,
    hold: { state: 'unconfirmed', card: { brand: 'visa' } },
  })
  expect(JSON.stringify(shown.body)).not.toMatch(/Casey|receipt@|555|email|phone/)
  const own = (await listOwn(world.customer))[0]
  expect(own.confirmCardUrl).toMatch(new RegExp(`#${await mailedToken()}$`))
})

test('the saved card is confirmed with 3-D Secure, and its hold outlives the job', async () => {
  const token = await mailedToken()
  const asked = await confirm({ token })
  expect(asked.body).toMatchObject({ held: false, requiresAction: true })
  const again = await confirm({ token })
  expect(again.body).toEqual(asked.body)
  await answerLast('complete')
  const { holdId } = asked.body
  expect((await confirm({ token, holdId })).body).toEqual({ held: true, requiresAction: false, holdId })
  expect((await find(token)).body).toMatchObject({ needed: false, hold: { state: 'live', renewsAt: null } })
  expect((await confirm({ token })).body.held).toBe(true)
  expect(await live()).toHaveLength(1)
  await world.advanceTo(id, -1)
  expect(await live()).toHaveLength(1)
  expect(await mailsTo(world, mailbox)).toHaveLength(2)
})

test('another card can be held instead; it becomes the saved one and is charged', async () => {
  const token = await mailedToken()
  const held = await confirm({ token, paymentMethodId: 'pm_card_mastercard' })
  expect(held.body).toMatchObject({ held: true, requiresAction: false })
  expect((await find(token)).body.hold.card).toEqual({ brand: 'mastercard', lastFour: '4444' })
  const captured = await world.capture(id)
  expect(captured.body).toEqual({ id, paymentStatus: 'completed' })
  const charge = (await intents()).find((intent) => intent.status === 'succeeded')
  expect(charge.latest_charge.payment_method_details.card.last4).toBe('4444')
})

test('a refused or unconfirmed card gets a sentence and can be retried', async () => {
  const token = await mailedToken()
  const declined = await confirm({ token, paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
  expect([declined.status, declined.body.error]).toEqual([
    402,
    'Your card was declined. Please check its details, or use another card.',
  ])
  const asked = await confirm({ token })
  await answerLast('fail')
  const failed = await confirm({ token, holdId: asked.body.holdId })
  expect([failed.status, failed.headers.get('x-refusal')]).toEqual([402, 'card_refused'])
  expect((await confirm({ token, paymentMethodId: 'pm_card_visa' })).body.held).toBe(true)
  expect(await live()).toHaveLength(1)
})

test('two concurrent presses place one hold', async () => {
  const token = await mailedToken()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => confirm({ token, paymentMethodId: 'pm_card_visa' })),
  )
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect(answers.filter(({ body }) => body.held === true).length).toBeGreaterThan(0)
  expect(await live()).toHaveLength(1)
})

test('a forged link, or one for another appointment’s card, is refused', async () => {
  const token = await mailedToken()
  const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
  for (const wrong of [flipped, token.slice(1), `${token}A`, 'nonsense', id, '%00', 'A'.repeat(300)]) {
    for (const answer of [await find(wrong), await confirm({ token: wrong })]) {
      expect([answer.status, answer.headers.get('x-refusal')]).toEqual([404, 'link_not_valid'])
    }
  }
  const other = await book(world, await signUp(world), { date: `${world.day(0)} 09:00` })
  const foreign = await world.context.database.db
    .selectFrom('holds')
    .select('id')
    .where('appointment_id', '=', other)
    .executeTakeFirstOrThrow()
  expect((await confirm({ token, holdId: foreign.id })).status).toBe(404)
  for (const body of [{}, { token: '' }, { token: 5 }, { token, amount: 1 }, { token, holdId: 'x' }]) {
    expect((await confirm(body)).status).toBe(400)
  }
})

test('the link expires with the appointment: cancelled, captured or over', async () => {
  const token = await mailedToken()
  await world.advanceTo(id, 26)
  expect((await find(token)).status).toBe(200)
  await world.advanceTo(id, 28)
  expect((await find(token)).headers.get('x-refusal')).toBe('link_not_valid')
  world.context.clock.setOffset((await world.timesOf(id)).startsAt - Date.now() - 2 * hour * 1000)
  expect((await find(token)).status).toBe(200)
  await world.change(id, { status: 'cancelled' })
  expect((await find(token)).status).toBe(404)
  expect((await confirm({ token, paymentMethodId: 'pm_card_visa' })).status).toBe(404)
  expect(await live()).toEqual([])
})

test('a charge after the hold lapsed asks the customer for 3-D Secure, and is made after the confirmation', async () => {
  await world.advanceTo(id, 1)
  const refused = await world.capture(id)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([402, 'card_refused'])
  expect(refused.body.error).toContain('The customer was asked to confirm the card.')
  await world.runJobs()
  const mails = (await mailsTo(world, mailbox)).length
  expect((await world.capture(id)).status).toBe(402)
  await world.runJobs()
  expect(await mailsTo(world, mailbox)).toHaveLength(mails)
  const held = await confirm({ token: await mailedToken(), paymentMethodId: 'pm_card_visa' })
  expect(held.body.held).toBe(true)
  const captured = await world.capture(id)
  expect(captured.body).toEqual({ id, paymentStatus: 'completed' })
})

test('a capture on a lapsed hold authorizes and captures in one step and says so', async () => {
  const lapsed = await world.book({ date: `${world.day(0)} 13:00`, email: 'other@example.test' })
  await world.leaveToLapse(lapsed)
  await world.advance(8 * 24 * hour)
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.capture(lapsed)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(answers[0]?.body.note).toBe('The hold had expired, so we charged the saved card.')
  expect(await world.statusesOf(lapsed)).toEqual(['canceled', 'succeeded'])
})
