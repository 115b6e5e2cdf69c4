import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cardLinkOf } from '../../server/payments/card-link.ts'
import { mailsTo } from '../support/mails.ts'
import { pressWork } from '../support/work-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { newEmail, registerShop, signUp, type Person } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
beforeEach(async () => {
  world.customer = await signUp(world)
})
afterAll(() => world.stop())

type Item = {
  appointmentId: string
  reason: string
  sentence: string
  repair: string | null
  mailId: string | null
  askedAt: string | null
}

const attentionOf = async (by: Person = world.administrator) => (await by.get('/api/admin/attention')).body
const itemsOf = async (id: string, by?: Person): Promise<Item[]> =>
  (await attentionOf(by)).items.filter(({ appointmentId }: Item) => appointmentId === id)

/** Books the last bookable day with a card that needs 3-D Secure; sets the clock `hours` before the start. */
async function bookNear(hoursBefore: number, email = newEmail()): Promise<string> {
  const id = await world.bookConfirmed({ date: `${world.day(-1)} 09:00`, email })
  await world.advanceTo(id, -hoursBefore)
  return id
}

test('without problems the list is empty', async () => {
  const id = await world.book()
  expect(await itemsOf(id)).toEqual([])
})

test('a hold that needs the customer is listed, and one press requests the card again', async () => {
  const email = newEmail()
  const id = await bookNear(71, email)
  expect(await itemsOf(id)).toMatchObject([{ reason: 'card_unconfirmed', repair: 'ask_for_card' }])
  const asked = () =>
    mailsTo(world, email).then((mails) => mails.filter(({ subject }) => /card/i.test(subject)))
  expect(await asked()).toHaveLength(1)

  await world.advanceTo(id, -70)
  const ask = () => world.administrator.post(`/api/admin/appointments/${id}/card-request`)
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await world.runJobs()
  expect(await asked()).toHaveLength(2)
  const [item] = await itemsOf(id)
  expect(Date.parse(item?.askedAt ?? '')).toBeGreaterThan(world.context.clock.now() - 60_000)
  const details = (await world.administrator.get(`/api/admin/appointments/${id}`)).body
  expect(details.canAskForCard).toBe(true)
  expect(details.timeline.at(-1)).toMatchObject({
    title: 'Request to confirm the card',
    by: { role: 'administrator' },
  })
})

test('a request for the card is refused when the hold has no problem', async () => {
  const id = await world.book()
  const answer = await world.administrator.post(`/api/admin/appointments/${id}/card-request`)
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([409, 'card_not_needed'])
  await world.cancel(id)
  const late = await world.administrator.post(`/api/admin/appointments/${id}/card-request`)
  expect(late.status).toBe(409)
})

test('the item says when all attempts are used up, and after the job the link opens again for the card', async () => {
  const email = newEmail()
  const id = await bookNear(23, email)
  expect(await itemsOf(id)).toMatchObject([{ reason: 'hold_failed', repair: 'ask_for_card' }])
  const [before] = await itemsOf(id)
  expect(before?.sentence).toContain('before the work begins')
  await world.advanceTo(id, 30)
  const [after] = await itemsOf(id)
  expect(after?.sentence).toBe(
    'The job is over and no card is held. Please capture the payment, which charges the saved card, or ask the customer to confirm it.',
  )
  // A reminder of the appointment comes after the mails about the card.
  const link = async () =>
    (await mailsTo(world, email))
      .map(({ text }) => /confirm-card#([\w-]+)/.exec(text)?.[1])
      .findLast((token) => token !== undefined)
  const find = async () =>
    (await world.customer.post('/api/confirm-card/find', { token: await link() })).status
  expect(await find()).toBe(404)
  expect((await world.administrator.post(`/api/admin/appointments/${id}/card-request`)).status).toBe(200)
  await world.runJobs()
  expect(await find()).toBe(200)
  const held = await world.customer.post('/api/confirm-card', {
    token: await link(),
    paymentMethodId: 'pm_card_visa',
  })
  expect([held.status, held.body]).toMatchObject([200, { held: true }])
  expect((await world.capture(id)).status).toBe(200)
  expect(await itemsOf(id)).toEqual([])
})

test('a job that is over and not charged is listed while its hold lives, until the capture', async () => {
  const id = await world.book({ date: `${world.day(0)} 09:00` })
  const times = await world.timesOf(id)
  // The renewal places the hold that outlives the job.
  await world.advanceTo(id, -70)
  const uncharged = async () =>
    (await attentionOf()).uncharged.find((job: Item) => job.appointmentId === id) ?? null
  await world.advanceTo(id, 1)
  expect([await itemsOf(id), await uncharged()]).toEqual([[], null])
  await world.advanceTo(id, (times.endsAt - times.startsAt) / 3_600_000 + 0.1)
  expect(await itemsOf(id)).toMatchObject([
    {
      reason: 'done_not_charged',
      sentence:
        'The job is over and the payment is not captured. Please capture it while the card is still held.',
      since: new Date(times.endsAt).toISOString(),
      repair: null,
    },
  ])
  // Work that takes longer than its time is not charged before it is done.
  for (const event of [
    { event: 'arrive', from: 'booked' },
    { event: 'start', from: 'arrived' },
  ] as const)
    await pressWork(world.administrator, id, event)
  expect((await itemsOf(id)).map(({ sentence }) => sentence)).toEqual([
    'The time of the job is over and the work is not done. Please capture the payment once it is, while the card is still held.',
  ])
  await pressWork(world.administrator, id, { event: 'finish', from: 'in_bay' })
  expect((await itemsOf(id))[0]?.sentence).toMatch(/^The job is over and the payment is not captured/)
  expect(await uncharged()).toMatchObject({ priceCents: 49_900, heldCents: 49_900, shopId: 5 })
  expect((await attentionOf()).ranges.done_not_charged).toBeGreaterThan(0)
  expect((await world.capture(id)).status).toBe(200)
  expect([await itemsOf(id), await uncharged()]).toEqual([[], null])
})

test('an open 3-D Secure is listed, and no card can be requested meanwhile', async () => {
  const id = await world.book({
    paymentMethodId: 'pm_card_authenticationRequired',
    date: `${world.day(1)} 09:00`,
  })
  expect(await itemsOf(id)).toEqual([])
  await world.advance(4 * 60)
  expect(await itemsOf(id)).toMatchObject([{ reason: 'card_check_open', repair: null }])
  expect((await world.administrator.post(`/api/admin/appointments/${id}/card-request`)).status).toBe(409)
})

test('one press sends a bounced mail again, once, and the later mail counts', async () => {
  const id = await world.book({ email: `bounce+${newEmail()}`, date: `${world.day(2)} 09:00` })
  await world.runJobs()
  const [item] = await itemsOf(id)
  expect(item).toMatchObject({ reason: 'mail_bounced', repair: 'resend_mail' })
  expect(item?.sentence).toContain('Confirmation to bounce+')
  const resend = () => world.administrator.post(`/api/admin/mails/${item?.mailId}/resend`)
  const answers = await Promise.all([resend(), resend(), resend()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await itemsOf(id)).toEqual([])
  await world.runJobs()
  const again = await itemsOf(id)
  expect(again).toHaveLength(1)
  expect(again[0]?.mailId).not.toBe(item?.mailId)
  const { rows } = await world.context.database.pool.query(
    `select kind from outbox where payload ->> 'appointmentId' = $1`,
    [id],
  )
  expect(rows).toHaveLength(2)
})

test('a bounced mail that a later change made obsolete is not listed and cannot be resent', async () => {
  const id = await world.book({ email: `bounce+${newEmail()}`, date: `${world.day(4)} 09:00` })
  await world.runJobs()
  const [confirmation] = await itemsOf(id)
  expect(confirmation?.sentence).toContain('Confirmation to bounce+')
  await world.change(id, { date: world.day(4), time: '10:00' })
  expect(await itemsOf(id)).toEqual([])
  const late = await world.administrator.post(`/api/admin/mails/${confirmation?.mailId}/resend`)
  expect([late.status, late.headers.get('x-refusal')]).toEqual([409, 'mail_out_of_date'])
  await world.runJobs()
  const now = await itemsOf(id)
  expect(now.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('Email about the new time to bounce+'),
  ])
  expect((await world.administrator.post(`/api/admin/mails/${now[0]?.mailId}/resend`)).status).toBe(200)
  await world.cancel(id)
  await world.runJobs()
  expect((await itemsOf(id)).map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('Email about the cancellation to bounce+'),
  ])
})

test('a bounced card request is not listed once the card is held or the appointment cancelled', async () => {
  const bounced = async (id: string) =>
    (await itemsOf(id)).filter(({ sentence }) => sentence.startsWith('Request to confirm the card'))
  const [held, cancelled] = [
    await world.bookConfirmed({ date: `${world.day(-1)} 09:00`, email: `bounce+${newEmail()}` }),
    await world.bookConfirmed({ date: `${world.day(-1)} 09:00`, email: `bounce+${newEmail()}` }),
  ]
  await world.advanceTo(held, -71)
  await world.runJobs()
  expect([await bounced(held), await bounced(cancelled)]).toMatchObject([
    [{ repair: 'resend_mail' }],
    [{ repair: 'resend_mail' }],
  ])
  await world.cancel(cancelled)
  const token = cardLinkOf(world.context, held).split('#')[1]
  await world.customer.post('/api/confirm-card', { token, paymentMethodId: 'pm_card_visa' })
  expect([await bounced(held), await bounced(cancelled)]).toEqual([[], []])
})

test('a mail of another shop and a missing mail get the same response', async () => {
  const id = await world.book({ email: `bounce+${newEmail()}`, date: `${world.day(3)} 09:00` })
  await world.runJobs()
  const [item] = await itemsOf(id)
  const shop = await registerShop(world)
  for (const mail of [item?.mailId, '00000000-0000-7000-8000-000000000000', 'nonsense'])
    expect((await shop.post(`/api/admin/mails/${mail}/resend`)).status).toBe(404)
  expect(await itemsOf(id, shop)).toEqual([])
})

test('the jobs of today and tomorrow follow the shop’s own calendar', async () => {
  const id = await world.book({ date: `${world.day(-1)} 16:00`.replace('16:00', '14:00') })
  const ids = (jobs: { appointmentId: string }[]) => jobs.map(({ appointmentId }) => appointmentId)
  await world.advanceTo(id, -30)
  expect(ids((await attentionOf()).tomorrow)).toContain(id)
  expect(ids((await attentionOf()).today)).not.toContain(id)
  await world.advanceTo(id, 1)
  const { figures } = await attentionOf()
  expect(ids((await attentionOf()).today)).toContain(id)
  expect((await attentionOf()).today.find((job: Item) => job.appointmentId === id)).toMatchObject({
    bayName: expect.stringMatching(/^Bay/),
    paymentStatus: 'authorized',
    packageName: 'Smart Connect Essential',
    technician: null,
  })
  await world.advanceTo(id, 4)
  const later = await attentionOf()
  expect(ids(later.today)).not.toContain(id)
  expect(later.figures).toEqual({ ...figures, done: figures.done + 1 })
})

test('administrators see the count of shops that wait for approval, shops do not', async () => {
  const before = (await attentionOf()).pendingShops
  const shop = await registerShop(world)
  expect((await attentionOf()).pendingShops).toBe(before + 1)
  expect((await attentionOf(shop)).pendingShops).toBe(0)
})
