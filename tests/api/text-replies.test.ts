import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { newPhone } from '../support/sandbox-phone.ts'
import { openTextingShop } from '../support/texting-shops.ts'

let world: MoneyWorld
let shop: Awaited<ReturnType<typeof openTextingShop>>
let phone: string

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  shop = await openTextingShop(world)
  phone = newPhone()
})

const query = async (text: string, values: unknown[]) =>
  (await world.context.database.pool.query(text, values)).rows
const textsOf = (): Promise<{ kind: string; state: string; direction: string; body: string }[]> =>
  query('select * from texts where phone = $1 order by created_at, due_at', [phone])
const queued = async () => (await textsOf()).filter(({ state }) => state === 'queued')
const confirmedBy = async (id: string) =>
  (
    await query('select confirmed_by, confirmed_of = starts_at as present from appointments where id = $1', [
      id,
    ])
  )[0]

test.each([
  ['C', /You are confirmed for/],
  ['Sí', /esta confirmada/],
])('%s confirms the coming appointment, is answered once and is nothing to read', async (word, answer) => {
  const id = await shop.bookFor(phone)
  await shop.text(phone, word)
  await shop.text(phone, word)
  expect(await confirmedBy(id)).toEqual({ confirmed_by: 'text', present: true })
  expect((await shop.bodiesOn(phone)).filter((body) => answer.test(body))).toHaveLength(1)
  const inbound = (await textsOf()).filter(({ direction }) => direction === 'in')
  expect(inbound.map(({ kind }) => kind)).toEqual(['confirm', 'confirm'])
  const { body } = await shop.desk.get(`/api/admin/attention?shopId=${shop.shopId}`)
  expect(body.items).toEqual([])
})

test('a yes of a phone without a consent confirms nothing, and is for the shop to read', async () => {
  const id = await shop.bookFor(phone, { agreesToTexts: false })
  await shop.text(phone, 'Yes')
  expect(await confirmedBy(id)).toMatchObject({ confirmed_by: null })
  expect((await textsOf()).map(({ kind }) => kind)).toEqual(['reply'])
})

test('a reminder has the link that answers without a sign-in, until its phone is corrected', async () => {
  const id = await shop.bookFor(phone)
  const reminder = (await queued()).find(({ kind }) => kind === 'reminder')
  const [, token] = /\/appointment-link#(\S+)/.exec(reminder?.body ?? '') ?? []
  const find = async () => (await world.customer.post('/api/appointment-link/find', { token })).status
  expect(await find()).toBe(200)
  await shop.desk.patch(`/api/admin/appointments/${id}/contact`, { phone: newPhone() })
  expect(await find()).toBe(404)
})

test('the answer to STOP leaves beyond the limit of a phone', async () => {
  await shop.bookFor(phone)
  for (let count = 0; count < 8; count += 1) await shop.text(phone, 'HELP')
  expect((await textsOf()).filter(({ state }) => state === 'capped').length).toBeGreaterThan(0)
  await shop.text(phone, 'STOP')
  expect((await shop.bodiesOn(phone)).at(-1)).toContain('You get no more texts')
})

test('a move there, back and there again is told three times, and an undone one not at all', async () => {
  const id = await shop.bookFor(phone)
  const [first, second] = world.bookableDays()
  const move = (date: string, notify = true) =>
    shop.desk.patch(`/api/admin/appointments/${id}`, { date, notify })
  const told = async () => (await shop.bodiesOn(phone)).filter((body) => body.includes('We moved')).length
  for (const [index, day] of [first, second, first].entries()) {
    expect((await move(`${day} 10:00`)).status).toBe(200)
    await world.advance(30)
    await world.runJobs()
    expect(await told()).toBe(index + 1)
  }
  expect((await move(`${second} 10:00`)).status).toBe(200)
  expect((await move(`${first} 10:00`, false)).status).toBe(200)
  await world.advance(30)
  await world.runJobs()
  expect(await told()).toBe(3)
  // One text tells of a move that was undone and made again.
  await move(`${second} 10:00`)
  await move(`${first} 10:00`, false)
  await move(`${second} 10:00`)
  await world.advance(30)
  await world.runJobs()
  expect(await told()).toBe(4)
})

test('START of a number that changed hands agrees for the person of the coming appointment alone', async () => {
  const first = await shop.bookFor(phone)
  await shop.text(phone, 'STOP')
  await shop.desk.patch(`/api/admin/appointments/${first}/status`, { status: 'cancelled' })
  const contact = { name: 'Another Person', phone }
  const second = await shop.bookFor(phone, { contact, agreesToTexts: false })
  await shop.text(phone, 'START')
  expect(
    await query(
      `select a.id, t.source from text_consents t join appointments a on a.contact_id = t.contact_id
        where t.phone = $1 and t.withdrawn_at is null`,
      [phone],
    ),
  ).toEqual([{ id: second, source: 'start' }])
  expect(await queued()).toHaveLength(2)
})

test('reminders wait while the shop checks the car', async () => {
  const id = await shop.bookFor(phone)
  await query(
    `insert into fitment_reviews (id, shop_id, appointment_id, package_id, vehicle_year, vehicle_make, vehicle_model,
        answers, reason, opened_at)
      select gen_random_uuid(), shop_id, id, package_id, vehicle_year, vehicle_make, vehicle_model, '{}', 'no_rule', now()
        from appointments where id = $1`,
    [id],
  )
  const due = new Date(world.context.clock.now() - 3_600_000)
  await query(`update texts set due_at = $2 where phone = $1 and kind = 'reminder'`, [phone, due])
  await world.runJobs()
  const waiting = await query(
    `select state, due_at > $2 as later from texts where phone = $1 and kind = 'reminder'`,
    [phone, new Date(world.context.clock.now())],
  )
  expect(waiting).toEqual([{ state: 'queued', later: true }])
  expect((await shop.bodiesOn(phone)).filter((body) => body.includes('Reminder'))).toEqual([])
})

async function setKeywords(optOut: 'off' | 'default' | 'advanced'): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ optOut }),
  })
  expect(answer.status).toBe(200)
}

test.each(['off', 'default', 'advanced'] as const)(
  'with the provider’s own handling of keywords %s, STOP and PARAR are answered once',
  async (optOut) => {
    await setKeywords(optOut)
    try {
      for (const word of ['STOP', 'PARAR']) {
        phone = newPhone()
        await shop.bookFor(phone)
        await world.runJobs()
        const before = (await shop.bodiesOn(phone)).length
        await shop.text(phone, word)
        await world.runJobs()
        expect([word, (await shop.bodiesOn(phone)).length - before]).toEqual([word, 1])
        expect(await queued()).toEqual([])
      }
    } finally {
      await setKeywords('off')
    }
  },
)
