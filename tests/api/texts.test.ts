import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { textConsentWording } from '../../contract/texts/consent.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { isQuiet } from '../../contract/texts/quiet-hours.ts'
import { textSignature } from '../../sandbox/phone/text-webhooks.ts'
import { book } from '../support/orders.ts'
import { signInAdministrator, signUp } from '../support/people.ts'
import { shopZone, startWorld, type World } from '../support/start-world.ts'
import { pressWork, startNow, workUntil } from '../support/work-orders.ts'

const shopNumber = '+16265550100'
const textConsent = { wording: textConsentWording }
const dayMs = 86_400_000

let world: World
let serial = 0
let booked = 0

beforeAll(async () => {
  world = await startWorld({ MAX_TEXTS_PER_PHONE: '4' })
  await world.context.database.db
    .updateTable('shops')
    .set({ text_number: shopNumber })
    .where('id', '=', builtInShopId)
    .execute()
})
afterAll(() => world.stop())

/** A phone of its own for each test, so that tests share one world. */
function newPhone(): string {
  serial += 1
  return `626555${String(1000 + serial)}`
}

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${world.sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

type OnPhone = { body: string; direction: string; status: string; createdAt: string }

/** The texts that a phone got, oldest first. */
async function received(phone: string): Promise<OnPhone[]> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/phone.json?phone=%2B1${phone}`)
  return ((await answer.json()) as OnPhone[]).filter((text) => text.direction !== 'inbound').toReversed()
}

async function reply(phone: string, body: string): Promise<void> {
  const sent = await post('/sandbox/phone/replies', { from: `+1${phone}`, to: shopNumber, body })
  expect(sent).toEqual({ answer: '200' })
  await world.runJobs()
}

const rowsOf = (phone: string) =>
  world.context.database.db
    .selectFrom('texts')
    .selectAll()
    .where('phone', '=', phone)
    .orderBy('created_at')
    .orderBy('due_at')
    .execute()

const statesOf = async (phone: string) => (await rowsOf(phone)).map(({ kind, state }) => [kind, state])

/** Moves the clock to noon of the shop, so that a text of now leaves at once. */
async function toNoon(): Promise<void> {
  const now = world.context.clock.now()
  const wall = new Date(now).toLocaleString('en-US', {
    timeZone: shopZone,
    hour: '2-digit',
    hourCycle: 'h23',
  })
  await world.advance(((36 - Number(wall)) % 24) * 3600)
}

async function bookWithTexts(phone: string, changes: object = {}): Promise<string> {
  const customer = await signUp(world)
  const days = world.bookableDays()
  const at = booked++
  return book(world, customer, {
    phone,
    date: `${days.at(-1 - Math.floor(at / 2))} ${at % 2 === 0 ? '09' : '13'}:00`,
    textConsent,
    ...changes,
  })
}

test('a customer who ticked the box gets a confirmation and both reminders, by day', async () => {
  await toNoon()
  const phone = newPhone()
  const id = await bookWithTexts(phone)
  await world.runJobs()
  await vi.waitFor(async () => {
    await world.runJobs()
    expect((await statesOf(phone))[0]).toEqual(['booked', 'delivered'])
  })
  const [first] = await received(phone)
  expect(first?.body).toContain('is booked for')
  expect(first?.body).toMatch(/Reply STOP to end\.$/)
  const { starts_at: start } = await world.context.database.db
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reminders = (await rowsOf(phone)).filter(({ state }) => state === 'queued')
  expect(reminders.map(({ kind }) => kind).toSorted()).toEqual(['reminder', 'reminder_today'])
  for (const { due_at: due } of reminders) expect(isQuiet(due.getTime(), shopZone)).toBe(false)
  expect(reminders[0]?.due_at.getTime()).toBeLessThan(start.getTime() - dayMs)
  const consents = await world.context.database.db
    .selectFrom('text_consents')
    .selectAll()
    .where('phone', '=', phone)
    .execute()
  expect(consents).toMatchObject([{ ...textConsent, source: 'checkbox', withdrawn_at: null }])
})

test('without the tick there is no text, and with an unknown sentence no order', async () => {
  const phone = newPhone()
  await bookWithTexts(phone, { textConsent: undefined })
  await world.runJobs()
  expect(await rowsOf(phone)).toEqual([])
  await expect(bookWithTexts(phone, { textConsent: { wording: 'Send me anything' } })).rejects.toThrow('400')
})

test.each([
  ['STOP', /^.*: You get no more texts/],
  ['¡Alto!', /^.*: Ya no le enviaremos mensajes/],
])('%s ends the texts, is answered once, and START gives them back', async (word, answer) => {
  await toNoon()
  const phone = newPhone()
  await bookWithTexts(phone)
  await reply(phone, word)
  await reply(phone, word)
  const afterStop = await received(phone)
  expect(afterStop.filter(({ body }) => answer.test(body))).toHaveLength(1)
  expect((await statesOf(phone)).filter(([, state]) => state === 'queued')).toEqual([])
  await bookWithTexts(phone)
  await world.runJobs()
  expect(await received(phone)).toHaveLength(afterStop.length)
  await reply(phone, 'START')
  expect((await received(phone)).at(-1)?.body).toContain('again. Reply STOP to end.')
  expect((await statesOf(phone)).some(([, state]) => state === 'queued')).toBe(true)
})

test('a stranger is kept and not answered; a confirmation of a known phone goes to its appointment', async () => {
  const stranger = newPhone()
  await reply(stranger, 'Do you fix radios?')
  expect(await rowsOf(stranger)).toMatchObject([{ state: 'received', appointment_id: null }])
  expect(await received(stranger)).toEqual([])
  const phone = newPhone()
  const id = await bookWithTexts(phone, { textConsent: undefined })
  await reply(phone, 'I am running late')
  expect(await rowsOf(phone)).toMatchObject([{ state: 'received', appointment_id: id, read_at: null }])
})

test('a number that changed hands gets nothing: the consent belongs to the contact', async () => {
  await toNoon()
  const phone = newPhone()
  await bookWithTexts(phone)
  const before = (await rowsOf(phone)).length
  await bookWithTexts(phone, { textConsent: undefined })
  expect(await rowsOf(phone)).toHaveLength(before)
})

test.each([
  ['a consent without a contact', `update text_consents set contact_id = null where phone = $1`],
  [
    'an unknown kind without a consent',
    `with ended as (update text_consents set withdrawn_at = now(), withdrawn_by = 'stop' where phone = $1)
      update texts set kind = 'news' where phone = $1 and kind = 'booked'`,
  ],
])('%s sends nothing', async (_, change) => {
  await toNoon()
  const phone = newPhone()
  await bookWithTexts(phone)
  await world.context.database.pool.query(change, [phone])
  await world.runJobs()
  expect((await statesOf(phone))[0]?.[1]).toBe('stopped')
  expect(await received(phone)).toEqual([])
})

test('an error of delivery that the number is gone needs a new consent', async () => {
  await toNoon()
  const phone = newPhone()
  await post('/sandbox/phone', { phone: `+1${phone}`, errorCode: 30005 })
  await bookWithTexts(phone)
  await vi.waitFor(async () => {
    await world.runJobs()
    expect((await rowsOf(phone))[0]).toMatchObject({ state: 'failed', error_code: 30005 })
  })
  const consents = await world.context.database.db
    .selectFrom('text_consents')
    .select('withdrawn_by')
    .where('phone', '=', phone)
    .execute()
  expect(consents).toEqual([{ withdrawn_by: 'provider' }])
})

test('texts beyond the limit of a phone are capped', async () => {
  await toNoon()
  const phone = newPhone()
  for (let count = 0; count < 6; count += 1) await reply(phone, 'HELP')
  expect((await statesOf(phone)).filter(([, state]) => state === 'capped')).toHaveLength(2)
  expect(await received(phone)).toHaveLength(4)
})

test('a lost answer is never sent again, and its callback says that it arrived', async () => {
  await toNoon()
  const phone = newPhone()
  await post('/sandbox/phone', { mode: 'silent' })
  await bookWithTexts(phone)
  await world.runJobs()
  await post('/sandbox/phone', { mode: 'normal' })
  await vi.waitFor(async () => {
    await world.runJobs()
    expect((await statesOf(phone))[0]).toEqual(['booked', 'delivered'])
  })
  expect(await received(phone)).toHaveLength(1)
})

test('a text in the middle of its request when the process ended counts as sent', async () => {
  await toNoon()
  const phone = newPhone()
  await bookWithTexts(phone)
  await world.context.database.pool.query(
    `update texts set state = 'sending', leased_at = now() - interval '2 minutes' where phone = $1 and kind = 'booked'`,
    [phone],
  )
  await world.runJobs()
  expect((await statesOf(phone))[0]).toEqual(['booked', 'sent'])
  expect(await received(phone)).toEqual([])
})

test('a busy provider is asked again later', async () => {
  await toNoon()
  const phone = newPhone()
  await post('/sandbox/phone', { mode: 'busy' })
  await bookWithTexts(phone)
  await world.runJobs()
  expect((await statesOf(phone))[0]).toEqual(['booked', 'queued'])
  await post('/sandbox/phone', { mode: 'normal' })
  await world.advance(120)
  await world.runJobs()
  expect(await received(phone)).toHaveLength(1)
})

/** Sends a webhook as the provider would, signed with a token. */
const webhook = (path: string, fields: Record<string, string>, token = 'whsec_world') => {
  const url = `${world.url}${path}`
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': textSignature(url, fields, token),
    },
    body: new URLSearchParams(fields).toString(),
  })
}

test('a car that is ready twice within the time of an undo is told by one text', async () => {
  const phone = newPhone()
  const id = await bookWithTexts(phone)
  await toNoon()
  const administrator = await signInAdministrator(world)
  await startNow(world, id)
  await workUntil(administrator, id, 'finish')
  await pressWork(administrator, id, { event: 'go_back', from: 'ready' })
  await world.advance(1)
  await pressWork(administrator, id, { event: 'finish', from: 'in_bay' })
  await world.advance(11)
  await world.runJobs()
  const ready = (await statesOf(phone)).filter(([kind]) => kind === 'ready')
  expect(ready.map(([, state]) => state === 'expired')).toEqual([true, false])
})

test('a webhook with a wrong signature is refused and stored nowhere, and one sent twice counts once', async () => {
  const phone = newPhone()
  const fields = { MessageSid: `SM${phone}`, From: `+1${phone}`, To: shopNumber, Body: 'Hello' }
  const send = (token?: string) => webhook('/api/webhooks/texts/inbound', fields, token)
  expect((await send('another-token')).status).toBe(403)
  await world.runJobs()
  expect(await rowsOf(phone)).toEqual([])
  for (let time = 0; time < 2; time += 1) expect((await send()).status).toBe(200)
  await world.runJobs()
  expect(await rowsOf(phone)).toHaveLength(1)
})

test('an event that cannot be handled does not hold up the STOP behind it', async () => {
  await toNoon()
  const phone = newPhone()
  await bookWithTexts(phone)
  const bad = { MessageSid: `SM${phone}bad`, MessageStatus: 'delivered' }
  expect((await webhook('/api/webhooks/texts/status?text=none', bad)).status).toBe(204)
  await world.context.database.pool.query(
    `update text_events set fields = fields || '{"MessageSid": 7}' where key like $1`,
    [`SM${phone}bad%`],
  )
  await reply(phone, 'STOP')
  expect((await statesOf(phone)).map(([kind]) => kind)).toContain('stop')
  const { rows } = await world.context.database.pool.query(
    'select count(*)::int as open from text_events where handled_at is null and key like $1',
    [`SM${phone}bad%`],
  )
  expect(rows).toEqual([{ open: 0 }])
})

test('a text with letters that look like an escape, or with one that no database stores, is kept', async () => {
  await bookWithTexts(newPhone())
  const phone = newPhone()
  await bookWithTexts(phone)
  for (const [index, body] of [String.raw`\u0000`, 'a\0b'].entries()) {
    const fields = { MessageSid: `SM${phone}${index}`, From: `+1${phone}`, To: shopNumber, Body: body }
    expect((await webhook('/api/webhooks/texts/inbound', fields)).status).toBe(200)
  }
  await world.runJobs()
  const bodies = (await rowsOf(phone)).filter(({ kind }) => kind === 'reply').map(({ body }) => body)
  expect(bodies).toEqual([String.raw`\u0000`, 'ab'])
})
