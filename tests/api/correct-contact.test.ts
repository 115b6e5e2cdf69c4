import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedTokens, mailsTo } from '../support/mails.ts'
import { withMoney, type MoneyWorld } from '../support/money.ts'
import { leave } from '../support/leaving.ts'
import { orderFor } from '../support/orders.ts'
import { newEmail, openShop, signUp, type Answer, type Person } from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { startWorld } from '../support/start-world.ts'

let world: MoneyWorld
let shop: Person
let shopId: number

beforeAll(async () => {
  world = await withMoney(await startWorld({}, { namedAddressesAreProven: false }))
  ;({ shop, shopId } = await openShop(world, world.administrator))
})
afterAll(() => world.stop())

/** Each way to correct a contact: the customer, the administrator, and the shop of the appointment. */
const ways: [string, (id: string, contact: object) => Promise<Answer>][] = [
  ['the customer', (id, contact) => world.customer.patch(`/api/appointments/${id}`, { contact })],
  ['an administrator', (id, contact) => world.administrator.patch(contactPath(id), contact)],
  ['the shop', (id, contact) => shop.patch(contactPath(id), contact)],
]
const contactPath = (id: string) => `/api/admin/appointments/${id}/contact`

let days = 0
const bookAtShop = (changes: object = {}) =>
  world.book({ shopId, date: `${world.day(days++ % 10)} ${days > 10 ? '13' : '09'}:00`, ...changes })

async function timelineOf(
  id: string,
): Promise<{ title: string; detail: string | null; by: { role: string } }[]> {
  return (await world.administrator.get(`/api/admin/appointments/${id}`)).body.timeline
}

async function subjectsTo(address: string): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, address)).map(({ subject }) => subject)
}

test.each(ways)(
  '%s corrects email, phone and name, and the timeline shows both values',
  async (who, correct) => {
    const typo = newEmail()
    const right = newEmail()
    const id = await bookAtShop({ email: typo })
    const answer = await correct(id, { email: right, phone: '+1 (213) 555-0177', name: 'Kim Lee' })
    expect(answer.status).toBe(200)
    expect(await world.own(id)).toMatchObject({ email: right, phone: '2135550177', name: 'Kim Lee' })
    const timeline = await timelineOf(id)
    expect(timeline).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Email corrected', detail: `From ${typo} to ${right}.` }),
        expect.objectContaining({
          title: 'Phone corrected',
          detail: 'From (626) 555-0142 to (213) 555-0177.',
        }),
        expect.objectContaining({ title: 'Name corrected', detail: 'From Casey Rivera to Kim Lee.' }),
      ]),
    )
    const role = who.split(' ').at(-1)
    expect(timeline.find(({ title }) => title === 'Phone corrected')?.by.role).toBe(role)
  },
)

test.each(ways)('a new email that %s enters gets no mail until it is proven', async (_, correct) => {
  const right = newEmail()
  const id = await bookAtShop()
  expect((await correct(id, { email: right })).status).toBe(200)
  expect((await world.own(id)).mailedTo).toBe(world.customer.email)
  expect(await subjectsTo(right)).toEqual(['Get emails about an appointment at Dashfit?'])
  const [token] = await mailedTokens(world, right, '/confirm-address')
  await world.customer.post('/api/confirm-address', { token })
  expect((await world.own(id)).mailedTo).toBe(right)
  expect((await subjectsTo(right)).at(-1)).toMatch(/^Confirmed/)
})

/** Mails about another address for mail about an appointment. */
async function newsTo(address: string): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, address))
    .filter(({ subject }) => subject.startsWith('Email changed: '))
    .map(({ text }) => text)
}

test.each(ways)(
  'an address where mail went is told that %s named another one, and that mail moved there',
  async (who, correct) => {
    world.customer = await signUp(world)
    const [second, third] = [newEmail(), newEmail()]
    const id = await bookAtShop()
    await correct(id, { phone: '(213) 555-0177' })
    expect(await newsTo(world.customer.email)).toEqual([])
    await correct(id, { email: second })
    const [named] = await newsTo(world.customer.email)
    const place = { customer: 'in your account', administrator: 'by Dashfit', shop: 'by Second Gear' }
    expect(named).toContain(`was changed ${place[who.split(' ').at(-1) as keyof typeof place]}`)
    expect(named).toContain("If you didn't ask for this".toUpperCase())
    expect(named).toContain("Until then they go to your account's email.")
    await openLink(second)
    const [, moved] = await newsTo(world.customer.email)
    expect(moved).toContain('from now on')
    await correct(id, { email: third })
    const [left] = await newsTo(second)
    expect(left).toContain(`was changed ${place[who.split(' ').at(-1) as keyof typeof place]}`)
    for (const text of [named, moved]) expect(text).not.toContain(second)
    expect(left).not.toContain(third)
    expect(await newsTo(third)).toEqual([])
    // Only the account's own address was told before; now mail goes there again.
    expect((await world.own(id)).mailedTo).toBe(world.customer.email)
  },
)

async function openLink(address: string): Promise<void> {
  const [token] = await mailedTokens(world, address, '/confirm-address')
  expect((await world.customer.post('/api/confirm-address', { token })).status).toBe(200)
}

test.each(ways)('%s is refused a contact that an order would be refused', async (_, correct) => {
  const id = await bookAtShop()
  const refused: [object, string][] = [
    [{ email: 'typo@' }, 'email'],
    [{ phone: '(162) 655-5019' }, 'phone'],
    [{ phone: '+44 20 7946 0018' }, 'phone'],
    [{ name: '\u200B' }, 'name'],
    [{ name: 'see https://evil.example' }, 'name'],
    [{}, ''],
    [{ phone: '6265550199', state: 'booked' }, ''],
  ]
  for (const [contact] of refused)
    expect([contact, (await correct(id, contact)).status]).toEqual([contact, 400])
  expect((await timelineOf(id)).filter(({ title }) => title.endsWith('corrected'))).toEqual([])
})

test('a correction is out of reach for other customers, other shops, and after a cancellation', async () => {
  const id = await bookAtShop()
  const contact = { phone: '(213) 555-0177' }
  const stranger = await signUp(world)
  const other = await openShop(world, world.administrator)
  expect((await stranger.patch(`/api/appointments/${id}`, { contact })).status).toBe(404)
  expect((await stranger.patch(contactPath(id), contact)).status).toBe(403)
  expect((await other.shop.patch(contactPath(id), contact)).status).toBe(404)
  await world.cancel(id)
  for (const [, correct] of ways) {
    const answer = await correct(id, contact)
    expect([answer.status, answer.headers.get('x-refusal')]).toEqual([409, 'appointment_not_changeable'])
  }
})

test('the same contact again changes nothing, and the account’s own address needs no proof', async () => {
  const id = await bookAtShop()
  const before = (await subjectsTo(world.customer.email)).length
  for (let again = 0; again < 2; again++)
    await world.customer.patch(`/api/appointments/${id}`, { contact: { email: world.customer.email } })
  const corrected = (await timelineOf(id)).filter(({ title }) => title === 'Email corrected')
  expect(corrected).toHaveLength(1)
  expect((await subjectsTo(world.customer.email)).length).toBe(before)
})

test('a customer names five other addresses a day, so that the product mails no list of strangers', async () => {
  const limited = await startWorld({ MAX_NAMED_ADDRESSES: '5' }, { namedAddressesAreProven: false })
  const customer = await signUp(limited)
  const order = orderFor(limited, { date: `${limited.bookableDays()[0]} 09:00` })
  const { body } = await customer.post('/api/appointments', order)
  const strangers = Array.from({ length: 7 }, newEmail)
  const statuses: number[] = []
  for (const email of strangers)
    statuses.push((await customer.patch(`/api/appointments/${body.id}`, { contact: { email } })).status)
  await limited.runJobs()
  const mailed = await Promise.all(strangers.map(async (email) => (await mailsTo(limited, email)).length))
  // The order named the first address.
  expect([statuses, mailed]).toEqual([
    [200, 200, 200, 200, 429, 429, 429],
    [1, 1, 1, 1, 0, 0, 0],
  ])
  const back = await customer.patch(`/api/appointments/${body.id}`, { contact: { email: customer.email } })
  expect(back.status).toBe(200)
  await limited.stop()
})

test('deleting the account removes every address and correction from the records', async () => {
  const customer = await signUp(world)
  const [first, second] = [newEmail(), newEmail()]
  const order = orderFor(world, { email: first, date: `${world.day(-1)} 14:00` })
  const { body } = await customer.post('/api/appointments', order)
  await customer.patch(`/api/appointments/${body.id}`, {
    contact: { email: second, phone: '(310) 555-0188' },
  })
  for (const address of [first, second]) {
    const [token] = await mailedTokens(world, address, '/confirm-address')
    await customer.post('/api/confirm-address', { token })
  }
  await world.runJobs()
  await customer.patch(`/api/appointments/${body.id}`, { status: 'cancelled' })
  await world.runJobs()
  expect(await tracesOf(first, second, customer.email, '3105550188')).toBeGreaterThan(8)
  expect((await leave(customer)).status).toBe(200)
  await world.runJobs()
  expect(await tracesOf(first, second, customer.email, '3105550188')).toBe(0)
})

/** Rows of the product's tables, but for limits by digest, that contain one of the texts. */
async function tracesOf(...texts: string[]): Promise<number> {
  const { pool } = world.context.database
  const tables = ['users', 'appointments', 'outbox', 'customer_addresses', 'contact_changes']
  let count = 0
  for (const table of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t`)
    count += rows.filter(({ row }) => texts.some((text) => row.includes(text))).length
  }
  return count
}

test.each(ways)(
  'after %s names an unproven address, every sentence names the address that the mail really went to',
  async (who, correct) => {
    world.customer = await signUp(world)
    await proveOwnAddress(world, world.customer.email)
    const named = newEmail()
    const id = await bookAtShop()
    expect((await correct(id, { email: named })).status).toBe(200)
    await world.onceBegun(id, async () => {
      expect((await world.capture(id)).status).toBe(200)
      await world.runJobs()
    })
    const [receipt] = await receiptsOf(id)
    expect(receipt).toBe(world.customer.email)
    expect((await world.own(id)).receipt).toEqual({ mailedTo: receipt, isSent: true })
    const mail = (await mailsTo(world, world.customer.email)).find(({ subject }) =>
      subject.startsWith('Receipt'),
    )
    expect(mail?.text).toContain(`${named} (not confirmed)`)
    expect((await world.administrator.get(`/api/admin/appointments/${id}`)).body).toMatchObject({
      customerEmail: named,
      mailedTo: world.customer.email,
    })
    const evidence = await world.administrator.get(`/api/admin/appointments/${id}/evidence.txt`)
    const order = String(evidence.body).split('DISPUTES')[0]
    expect(order).toContain(`Email: ${named} (not confirmed)`)
    expect(order).toContain(`Mails go to: ${world.customer.email}`)
    const namers = {
      customer: 'A Dashfit customer',
      administrator: 'The Dashfit team',
      shop: 'An installation shop at Dashfit',
    }
    expect((await mailsTo(world, named))[0]?.text).toContain(
      `${namers[who.split(' ').at(-1) as keyof typeof namers]} entered this address`,
    )
    // A later proof moves later mails, and not the receipt that was sent.
    await openLink(named)
    expect(await world.own(id)).toMatchObject({ mailedTo: named, receipt: { mailedTo: receipt } })
  },
)

async function receiptsOf(id: string): Promise<string[]> {
  const { rows } = await world.context.database.pool.query<{ recipient: string }>(
    "select recipient from outbox where payload ->> 'appointmentId' = $1 and kind = 'payment_receipt'",
    [id],
  )
  return rows.map(({ recipient }) => recipient)
}

test('a proven address is the one that the receipt and the evidence name', async () => {
  world.customer = await signUp(world)
  const named = newEmail()
  const id = await bookAtShop({ email: named })
  await openLink(named)
  await world.onceBegun(id, async () => void (await world.capture(id)))
  expect((await world.own(id)).receipt).toMatchObject({ mailedTo: named })
  const evidence = await world.administrator.get(`/api/admin/appointments/${id}/evidence.txt`)
  expect(String(evidence.body).split('DISPUTES')[0]).toContain(`Email: ${named}\nPhone:`)
})
