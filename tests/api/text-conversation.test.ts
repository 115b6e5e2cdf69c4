import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookAtDesk } from '../support/desk-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import type { Person } from '../support/people.ts'
import { newPhone } from '../support/sandbox-phone.ts'
import { joinShop, openStaffedShop } from '../support/shop-members.ts'
import { openTextingShop } from '../support/texting-shops.ts'

let world: MoneyWorld
let shop: Awaited<ReturnType<typeof openTextingShop>>
let owner: Person
let desk: Person
let shopId: number
let number: string
let phone: string

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  shop = await openTextingShop(world)
  ;({ owner, desk, shopId, number } = shop)
  phone = newPhone()
})

const setNumber = (person: Person, textNumber: string) =>
  person.patch(`/api/admin/shops/${shopId}`, { textNumber })

/** Books for the caller of the test, who said nothing about texts unless told otherwise. */
const bookFor = (changes: Record<string, unknown> = {}) =>
  shop.bookFor(phone, { agreesToTexts: false, ...changes })

const texts = (id: string) => `/api/admin/appointments/${id}/texts`
const bodiesOn = () => shop.bodiesOn(phone)
const attention = async (person: Person) => (await person.get(`/api/admin/attention?shopId=${shopId}`)).body

test('an administrator gives a shop its number, and nobody else', async () => {
  expect((await setNumber(owner, '6265550111')).status).toBe(403)
  expect((await setNumber(desk, '6265550111')).status).toBe(403)
  expect((await owner.get(`/api/admin/shops/${shopId}`)).body).toMatchObject({ textNumber: number })
  const other = await openStaffedShop(world)
  const taken = await world.administrator.patch(`/api/admin/shops/${other.shopId}`, { textNumber: number })
  expect([taken.status, taken.body.error]).toEqual([409, 'Another shop has this number.'])
  const trail = (await owner.get(`/api/admin/shops/${shopId}/changes`)).body
  expect(trail.find(({ setting }: { setting: string }) => setting === 'textNumber')).toMatchObject({
    after: number,
  })
  const listed = await fetch(`${world.url}/api/shops`)
  const shops = (await listed.json()) as { id: number; sendsTexts: boolean }[]
  expect(shops.find(({ id }) => id === shopId)?.sendsTexts).toBe(true)
  expect(shops.find(({ id }) => id === other.shopId)?.sendsTexts).toBe(false)
})

test('a caller who says yes is texted, and the sentence that was read out is kept', async () => {
  const id = await bookFor({ agreesToTexts: true })
  await world.runJobs()
  expect((await bodiesOn())[0]).toContain('is booked for')
  expect((await desk.get(texts(id))).body).toMatchObject({
    phone,
    barrier: null,
    consent: { source: 'spoken' },
    messages: [{ direction: 'out', by: null }, { state: 'queued' }, { state: 'queued' }],
  })
  const { rows } = await world.context.database.pool.query(
    `select wording, source, (select email from users where id = actor_id) as actor from text_consents where phone = $1`,
    [phone],
  )
  expect(rows).toEqual([
    { wording: expect.stringContaining('May we text you'), source: 'spoken', actor: desk.email },
  ])
})

test('a caller without a yes gets no text, until the desk records one; a no ends them', async () => {
  const id = await bookFor()
  await world.runJobs()
  expect(await bodiesOn()).toEqual([])
  expect((await desk.get(texts(id))).body).toMatchObject({
    barrier: 'not_agreed',
    consent: null,
    messages: [],
  })
  const refused = await desk.post(texts(id), { body: 'Your kit is here.' })
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'texts_not_agreed'])
  const yes = await desk.post(`/api/admin/appointments/${id}/text-consent`, { agrees: true })
  expect(yes.body).toMatchObject({ barrier: null, consent: { source: 'spoken' } })
  expect(yes.body.messages).toHaveLength(2)
  expect((await desk.post(texts(id), { body: 'Your kit is here.' })).status).toBe(201)
  await world.runJobs()
  expect(await bodiesOn()).toEqual(['Your kit is here.'])
  const no = await desk.post(`/api/admin/appointments/${id}/text-consent`, { agrees: false })
  expect(no.body).toMatchObject({ barrier: 'not_agreed', consent: null })
  expect(no.body.messages.map(({ state }: { state: string }) => state)).toEqual([
    expect.stringMatching(/^(sent|delivered)$/),
  ])
})

test('an answer of the customer stands in attention until the desk has read it, and is answered', async () => {
  const id = await bookFor()
  await shop.text(phone, 'Can I wait there?')
  expect((await attention(desk)).items).toMatchObject([
    { appointmentId: id, reason: 'text_unread', sentence: 'Wrote: “Can I wait there?”' },
  ])
  expect((await desk.get(texts(id))).body.messages).toMatchObject([
    { direction: 'in', body: 'Can I wait there?', isUnread: true },
  ])
  const [seen] = (await desk.get(texts(id))).body.messages
  await shop.text(phone, 'And is there Wi-Fi?')
  expect((await desk.post(`${texts(id)}/read`, { newestId: seen.id })).status).toBe(200)
  expect((await attention(desk)).items).toMatchObject([{ sentence: 'Wrote: “And is there Wi-Fi?”' }])
  const newestId = (await desk.get(texts(id))).body.messages.at(-1).id
  await desk.post(`${texts(id)}/read`, { newestId })
  expect((await attention(desk)).items).toEqual([])
  // Without a consent too: the customer has asked.
  const sent = await desk.post(texts(id), { body: 'Yes, we have coffee.' }, { 'idempotency-key': 'answer-1' })
  expect(sent.body.messages.at(-1)).toMatchObject({ body: 'Yes, we have coffee.', by: { role: 'shop' } })
  await desk.post(texts(id), { body: 'Yes, we have coffee.' }, { 'idempotency-key': 'answer-1' })
  await world.runJobs()
  expect(await bodiesOn()).toEqual(['Yes, we have coffee.'])
})

test('in the quiet hours a message of the desk waits for the morning, and an answer leaves', async () => {
  const id = await bookFor({ agreesToTexts: true })
  await world.runJobs()
  const before = (await bodiesOn()).length
  await world.advance(11 * 3600)
  await desk.post(texts(id), { body: 'Your kit is here.' })
  await world.runJobs()
  expect(await bodiesOn()).toHaveLength(before)
  await shop.text(phone, 'Is it here?')
  await desk.post(texts(id), { body: 'It is.' })
  await world.runJobs()
  expect(await bodiesOn()).toContain('It is.')
})

test('after STOP the desk can neither write nor record a yes', async () => {
  const id = await bookFor({ agreesToTexts: true })
  await shop.text(phone, 'STOP')
  expect((await desk.get(texts(id))).body).toMatchObject({ barrier: 'stopped', consent: null })
  for (const [path, body] of [
    [texts(id), { body: 'Please come back' }],
    [`/api/admin/appointments/${id}/text-consent`, { agrees: true }],
  ] as const) {
    const refused = await desk.post(path, body)
    expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'texts_stopped'])
  }
})

test('a text of a stranger stands in attention, and is marked as read', async () => {
  const stranger = newPhone()
  await shop.text(stranger, 'Do you do Porsche?')
  const [text] = (await attention(desk)).strangersTexts
  expect(text).toMatchObject({ phone: stranger, body: 'Do you do Porsche?' })
  const other = await openStaffedShop(world)
  expect((await attention(other.desk)).strangersTexts ?? []).toEqual([])
  expect((await other.desk.post(`/api/admin/texts/${text.id}/read`)).status).toBe(404)
  expect((await desk.post(`/api/admin/texts/${text.id}/read`)).status).toBe(200)
  expect((await attention(desk)).strangersTexts).toEqual([])
})

test('a technician and another shop see no messages', async () => {
  const id = await bookFor({ agreesToTexts: true })
  const technician = await joinShop(world, shopId, 'technician')
  const other = await openStaffedShop(world)
  expect((await technician.get(texts(id))).status).toBe(403)
  expect((await other.desk.get(texts(id))).status).toBe(404)
  expect((await other.desk.post(texts(id), { body: 'Hello' })).status).toBe(404)
  expect((await other.desk.post(`/api/admin/appointments/${id}/text-consent`, { agrees: true })).status).toBe(
    404,
  )
})

test('a shop without a number texts nobody', async () => {
  await setNumber(world.administrator, '')
  const id = await bookFor({ agreesToTexts: true })
  expect((await desk.get(texts(id))).body).toMatchObject({ barrier: 'not_set_up' })
  expect((await desk.post(texts(id), { body: 'Hello' })).status).toBe(409)
})

test('a caller without an email gets the link for the card by text, and gives the card there', async () => {
  const refused = await bookAtDesk(
    desk,
    { shopId, date: `${world.bookableDays().at(-1)} 10:00` },
    { contact: { name: 'Dolores Haze', phone }, payment: 'link' },
  )
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([400, 'email_missing'])
  const id = await bookFor({ agreesToTexts: true, payment: 'link' })
  await world.runJobs()
  const token = /\/confirm-card#(\S+)/.exec((await bodiesOn())[0] ?? '')?.[1] ?? ''
  const found = await world.customer.post('/api/confirm-card/find', { token })
  expect(found.body).toMatchObject({ needed: true, shopName: 'Second Gear' })
  const declined = 'pm_card_visa_chargeDeclinedInsufficientFunds'
  const first = await world.customer.post('/api/confirm-card', { token, paymentMethodId: declined })
  expect(first.status).toBe(402)
  const given = await world.customer.post('/api/confirm-card', { token, paymentMethodId: 'pm_card_visa' })
  expect([given.status, given.body.error]).toEqual([200, undefined])
  expect((await desk.get(`/api/admin/appointments/${id}`)).body.hold.state).toMatch(/live|saved/)
  // Again by text, where the card is still missing.
  const second = await bookFor({
    agreesToTexts: true,
    payment: 'link',
    date: `${world.bookableDays().at(-2)} 10:00`,
  })
  await world.runJobs()
  await world.advance(120)
  expect((await desk.post(`/api/admin/appointments/${second}/card-request`)).status).toBe(200)
  await world.runJobs()
  expect((await bodiesOn()).filter((body) => body.includes('/confirm-card#'))).toHaveLength(3)
})

test('a message waits for the morning and goes to no phone that was corrected meanwhile', async () => {
  const id = await bookFor({ agreesToTexts: true })
  await world.runJobs()
  await world.advance(10 * 3600)
  expect((await desk.post(texts(id), { body: 'Your gate code is 4411' })).status).toBe(201)
  const corrected = await desk.patch(`/api/admin/appointments/${id}/contact`, { phone: newPhone() })
  expect(corrected.status).toBe(200)
  await world.advance(14 * 3600)
  await world.runJobs()
  expect((await bodiesOn()).filter((body) => body.includes('4411'))).toEqual([])
})

test('the key of a message with other words, or for another customer, is refused', async () => {
  const [id, other] = [await bookFor({ agreesToTexts: true }), await bookFor()]
  const key = { 'idempotency-key': 'message-1' }
  expect((await desk.post(texts(id), { body: 'Your kit is here.' }, key)).status).toBe(201)
  expect((await desk.post(texts(id), { body: 'Your kit is here.' }, key)).status).toBe(201)
  for (const [path, body] of [
    [texts(id), 'Please call us.'],
    [texts(other), 'Your kit is here.'],
  ] as const) {
    const refused = await desk.post(path, { body }, key)
    expect(refused.headers.get('x-refusal')).toBe('request_changed')
  }
})

test('of two people with one phone, the no of one leaves the yes of the other', async () => {
  const first = await bookFor({ agreesToTexts: true })
  const second = await bookFor({ contact: { name: 'Another Person', phone } })
  await desk.post(`/api/admin/appointments/${second}/text-consent`, { agrees: false })
  expect((await desk.get(texts(first))).body).toMatchObject({ consent: { source: 'spoken' } })
})
