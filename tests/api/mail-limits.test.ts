import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import { askForCode, mailedCodes } from '../support/email-codes.ts'
import { leave } from '../support/leaving.ts'
import { mailedTokens, mailsTo } from '../support/mails.ts'
import { withMoney, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { newEmail, openShop, registerShop, shopIdOf, signUp, type Person } from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { startWorld } from '../support/start-world.ts'

let world: MoneyWorld

beforeEach(async () => {
  const limits = { MAX_MAILS_PER_HOUR: '10', MAX_MAILS_PER_DAY: '25' }
  world = await withMoney(await startWorld(limits, { namedAddressesAreProven: false }))
})
afterEach(() => world.stop())

async function subjectsTo(address: string): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, address)).map(({ subject }) => subject)
}

async function withheldTo(address: string): Promise<string[]> {
  const { rows } = await world.context.database.pool.query<{ withheld: string }>(
    'select withheld from outbox where recipient = $1 and withheld is not null order by id',
    [address],
  )
  return rows.map(({ withheld }) => withheld)
}

const isWarned = (reason: string): boolean =>
  world.logLines.some((line) => line.includes('a mail was withheld') && line.includes(`"${reason}"`))

const day = (index: number) => world.day(index)
const move = (person: Person, id: string, to: string, time: string) =>
  person.patch(`/api/appointments/${id}`, { date: to, time })

test('a stranger’s address gets one mail, without typed text, however often the appointment changes', async () => {
  const victim = newEmail()
  const name = 'Your prize of $1000 waits, call 900-555-0199'
  const { body } = await world.customer.post('/api/appointments', orderFor(world, { email: victim, name }))
  expect(await world.own(body.id)).toMatchObject({ email: victim, mailedTo: world.customer.email })
  for (let turn = 0; turn < 12; turn++)
    expect((await move(world.customer, body.id, day(turn % 2), '13:00')).status).toBe(200)
  await world.cancel(body.id)
  expect(await subjectsTo(victim)).toEqual(['Get emails about an appointment at Dashfit?'])
  expect((await mailsTo(world, victim))[0]?.text).not.toContain('prize')
  const own = (await mailsTo(world, world.customer.email)).map(({ subject, text }) => subject + text).join()
  expect(own).toContain('Confirmed')
  expect(own).not.toContain('prize')
})

test('once the reader has followed the link, mails go to the named address', async () => {
  const other = newEmail()
  const id = await world.book({ email: other.toUpperCase() })
  expect(await world.own(id)).toMatchObject({ mailedTo: world.customer.email })
  const [token] = await mailedTokens(world, other, '/confirm-address')
  const anybody = await world.customer.post('/api/confirm-address', { token: `x${token}` })
  expect([anybody.status, anybody.headers.get('x-refusal')]).toEqual([404, 'link_not_valid'])
  for (let again = 0; again < 2; again++)
    expect((await world.customer.post('/api/confirm-address', { token })).status).toBe(200)
  expect(await world.own(id)).toMatchObject({ mailedTo: other })
  expect((await subjectsTo(other)).map((subject) => subject.split(':')[0])).toEqual([
    'Get emails about an appointment at Dashfit?',
    'Confirmed',
  ])
  await world.cancel(id)
  expect((await subjectsTo(other)).at(-1)).toMatch(/^Cancelled/)
  expect((await mailsTo(world, other)).at(-1)?.text).toContain('Casey')
})

test('a link is valid for seven days', async () => {
  const other = newEmail()
  await world.book({ email: other, date: `${day(-1)} 09:00` })
  const [token] = await mailedTokens(world, other, '/confirm-address')
  world.context.clock.setOffset(7 * 86_400_000 + 1000)
  expect((await world.customer.post('/api/confirm-address', { token })).status).toBe(404)
})

test('the first change is mailed at once, and those of the next five minutes in one mail', async () => {
  const id = await world.book({ date: `${day(0)} 09:00` })
  await move(world.customer, id, day(0), '13:00')
  expect((await subjectsTo(world.customer.email)).at(-1)).toMatch(/^New time/)
  for (const [to, time] of [
    [day(1), '9:00'],
    [day(2), '10:00'],
    [day(1), '11:00'],
  ] as const)
    await move(world.customer, id, to, time)
  const before = (await subjectsTo(world.customer.email)).length
  world.context.clock.setOffset(5 * 60_000 + 1000)
  const after = await subjectsTo(world.customer.email)
  expect(after.length).toBe(before + 1)
  const last = (await mailsTo(world, world.customer.email)).at(-1)
  expect(last?.subject).toMatch(/^Changed: .*11:00 AM$/)
  expect(last?.text).toContain('1:00 PM')
  expect(last?.attachments[0]?.content).toMatch(/SEQUENCE:4/)
  const details = await world.administrator.get(`/api/admin/appointments/${id}`)
  const titles: string[] = details.body.timeline.map(({ title }: { title: string }) => title)
  expect(titles.filter((title) => title === 'Appointment rescheduled')).toHaveLength(4)
  expect(titles.filter((title) => title === 'Email about several changes')).toHaveLength(1)
})

test('changes that end where they began, and those before a cancellation, bring no mail of their own', async () => {
  const id = await world.book({ date: `${day(0)} 09:00` })
  await move(world.customer, id, day(0), '13:00')
  await move(world.customer, id, day(1), '13:00')
  await move(world.customer, id, day(0), '13:00')
  world.context.clock.setOffset(6 * 60_000)
  expect((await subjectsTo(world.customer.email)).filter((one) => one.startsWith('Changed'))).toEqual([])
  await move(world.customer, id, day(1), '9:00')
  await move(world.customer, id, day(2), '9:00')
  await world.cancel(id)
  world.context.clock.setOffset(20 * 60_000)
  const subjects = (await subjectsTo(world.customer.email)).map((subject) => subject.split(':')[0])
  expect(subjects.slice(-2)).toEqual(['New time', 'Cancelled'])
  expect(subjects).not.toContain('Changed')
})

test('twenty bookings and cancellations mail an unproven address ten times an hour', async () => {
  for (let round = 0; round < 20; round++) await world.cancel(await world.book())
  // The mail that asked for the proof counts apart.
  expect(await subjectsTo(world.customer.email)).toHaveLength(11)
  expect(new Set(await withheldTo(world.customer.email))).toEqual(new Set(['limit']))
  expect(isWarned('limit')).toBe(true)
  const { body } = await world.administrator.get('/api/admin/attention')
  expect(body.withheldMails).toBeGreaterThan(20)
})

test('a proven address gets the rest an hour later, and as many a day as its limit', async () => {
  await proveOwnAddress(world, world.customer.email)
  for (let round = 0; round < 20; round++) await world.cancel(await world.book())
  const counts = []
  for (const hours of [0, 1.1, 2.2, 3.3]) {
    world.context.clock.setOffset(hours * 3_600_000)
    counts.push((await subjectsTo(world.customer.email)).length)
  }
  // The mail that asked for the proof counts apart.
  expect(counts).toEqual([11, 21, 26, 26])
})

test('tags and capitals of one mailbox share its limit, also for two senders at once', async () => {
  const mailbox = newEmail()
  const [local, domain] = mailbox.split('@')
  const other = await world.addProcess()
  await Promise.all(Array.from({ length: 16 }, (_, tag) => signUp(world, `${local}+${tag}@${domain}`)))
  await Promise.all([sendOutbox(world.context), sendOutbox(other.context)])
  const all = await Promise.all(
    Array.from({ length: 16 }, (_, tag) => mailsTo(world, `${local}+${tag}@${domain}`)),
  )
  expect(all.flat()).toHaveLength(10)
})

test('mails that strangers cause never delay those of a proven address', async () => {
  const { email } = world.customer
  await proveOwnAddress(world, email)
  const [local, domain] = email.split('@')
  for (let tag = 0; tag < 16; tag++) await signUp(world, `${local}+${tag}@${domain}`)
  await world.runJobs()
  const before = (await subjectsTo(email)).length
  await world.book()
  await world.runJobs()
  expect((await subjectsTo(email)).length).toBe(before + 1)
})

test('sign-ups of strangers do not silence the appointment of an unproven mailbox', async () => {
  const name = `guest-${Date.now()}`
  for (let count = 0; count < 11; count += 1) await signUp(world, `${name}+${count}@example.test`)
  const guest = await signUp(world, `${name}@example.test`)
  const answer = await guest.post('/api/appointments', orderFor(world, { email: guest.email }))
  expect(answer.status).toBe(201)
  expect((await subjectsTo(guest.email)).join()).toContain('Confirmed')
})

test('the dots and the second domain of a Gmail mailbox share its limit', async () => {
  const name = `g${Date.now()}`
  const spellings = Array.from({ length: 12 }, (_, count) => {
    const dotted = `${name.slice(0, count + 1)}.${name.slice(count + 1)}`
    return `${dotted}@${count % 2 === 0 ? 'gmail.com' : 'googlemail.com'}`
  })
  for (const email of spellings) await signUp(world, email)
  await world.runJobs()
  const mails = await Promise.all(spellings.map((email) => mailsTo(world, email)))
  expect(mails.flat()).toHaveLength(10)
})

test('signing up and deleting again and again mails an address ten times an hour', async () => {
  const victim = newEmail()
  for (let round = 0; round < 20; round++) {
    expect((await leave(await signUp(world, victim))).status).toBe(200)
    await world.runJobs()
  }
  expect(await subjectsTo(victim)).toHaveLength(10)
  const { rows } = await world.context.database.pool.query('select from outbox where recipient = $1', [
    victim,
  ])
  expect(rows).toEqual([])
  expect(isWarned('limit')).toBe(true)
})

test('changes of the payout beyond the limit become one digest, and an unproven shop’s name stays out', async () => {
  const shop = await registerShop(world, { businessName: 'PAYMENT FAILED call 900-555-0100' })
  const id = await shopIdOf(shop)
  for (let turn = 0; turn < 30; turn++)
    await shop.patch(`/api/admin/shops/${id}/payout`, { paymentMethod: turn % 2 === 0 ? 'Venmo' : 'PayPal' })
  // The mail that asked for the proof counts apart.
  expect(await subjectsTo(shop.email)).toHaveLength(11)
  world.context.clock.setOffset(3_600_000 + 1000)
  const mails = await subjectsTo(shop.email)
  expect(mails.slice(11)).toEqual(['21 emails held back: Dashfit'])
  const texts = (await mailsTo(world, shop.email)).map(({ subject, text }) => subject + text).join()
  expect(texts).not.toContain('PAYMENT')
  expect(isWarned('digest')).toBe(true)
})

test('a reset of the password passes a full mailbox that is proven', async () => {
  await proveOwnAddress(world, world.customer.email)
  for (let round = 0; round < 8; round++) await world.cancel(await world.book())
  await world.runJobs()
  await world.customer.post('/api/auth/request-password-reset', { email: world.customer.email })
  await world.runJobs()
  expect((await subjectsTo(world.customer.email)).at(-1)).toBe('Set a new password for Dashfit')
})

test('sign-in codes to an unproven address keep to the limits of its mailbox, and the owner’s arrive all the same', async () => {
  const { pool } = world.context.database
  const askOften = async (email: string) => {
    for (let count = 0; count < 12; count++) {
      await pool.query(`delete from rate_limits where key like 'email-code%'`)
      await askForCode(world, email)
    }
  }
  const { email } = world.customer
  await proveOwnAddress(world, email)
  // The mailbox of the owner with a tag: strangers may name it.
  const tagged = email.replace('@', '+tag@')
  await askOften(tagged)
  // The mail that proves the address is in the same bucket.
  expect(await mailedCodes(world, tagged)).toHaveLength(9)
  await askOften(email)
  expect(await mailedCodes(world, email)).toHaveLength(12)
})

test.each([
  'https://evil.example',
  'WWW.evil.example',
  'ｗｗｗ．evil',
  'evil.example/claim',
  'x://y',
  'evil-pay.com',
  'evil.example?a=1',
  'pay@evil.example',
  'mailto:pay',
])('a name with %s is refused wherever mails repeat it', async (link) => {
  const name = `Casey ${link}`
  const answers = [
    await world.customer.post('/api/appointments', orderFor(world, { name })),
    await world.customer.patch('/api/account', { name }),
    await registerShop(world, { businessName: name }).catch((error: Error) => error.message),
  ]
  expect(answers[0]).toMatchObject({ status: 400 })
  expect(answers[1]).toMatchObject({ status: 400 })
  expect(answers[2]).toContain('registration failed: 400')
})

test('control: names with dots and slashes of their own are accepted', async () => {
  for (const name of ['Dr. J.R. Smith', 'St.John Comer', 'Wwwilma O’Neil', 'Lee/Chan'])
    expect((await world.customer.patch('/api/account', { name })).status).toBe(200)
})

test('the export of an unproven account lists no mail about somebody else', async () => {
  const { email } = world.customer
  const stranger = await signUp(world)
  await stranger.post('/api/appointments', orderFor(world, { email }))
  await world.runJobs()
  const kinds = async () =>
    (await world.customer.get('/api/account/data')).body.mails.map(
      ({ kind, subject }: { kind: string; subject: string | null }) =>
        `${kind} ${subject === null ? '-' : '+'}`,
    )
  expect(await kinds()).toEqual(['email_proof +'])
  await proveOwnAddress(world, email)
  expect(await kinds()).toEqual(['email_proof +', 'address_proof -'])
})

test('40 bookings in an hour reach the shop as mails up to the limit and one digest, and none is lost', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'Bay 2' })
  const starts = world
    .bookableDays()
    .slice(0, 10)
    .flatMap((on) => [`${on} 09:00`, `${on} 12:00`])
  for (const customer of [world.customer, await signUp(world)])
    for (const date of starts) {
      const order = orderFor(world, { shopId, date, email: customer.email })
      expect((await customer.post('/api/appointments', order)).status).toBe(201)
    }
  const booked = (await subjectsTo(shop.email)).filter((subject) => subject.startsWith('Booked: '))
  expect(booked.length).toBeGreaterThan(4)
  expect(booked.length).toBeLessThanOrEqual(10)
  world.context.clock.setOffset(3_600_000 + 1000)
  const digests = (await subjectsTo(shop.email)).filter((subject) => subject.includes('held back'))
  expect(digests).toEqual([`${40 - booked.length} emails held back: Dashfit`])
  expect((await subjectsTo(shop.email)).filter((subject) => subject.startsWith('Booked: '))).toEqual(booked)
  const digest = (await mailsTo(world, shop.email)).find(({ subject }) => subject.includes('held back'))
  expect(digest?.text).toContain('Booked: 2013 BMW X5 on ')
  expect(digest?.text).toContain(`and ${40 - booked.length - 20} more`)
})
