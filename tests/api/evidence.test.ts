import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLine, agreeAtShop } from '../support/day-prices.ts'
import { disputeDesk, opened } from '../support/dispute-desk.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { registerShop, signUp } from '../support/people.ts'
import { arriveNow } from '../support/work-orders.ts'

let world: MoneyWorld
let desk: ReturnType<typeof disputeDesk>

beforeAll(async () => {
  world = await startMoneyWorld()
  desk = disputeDesk(world)
})
afterAll(() => world.stop())

test('the evidence file shows each mail in the words that the customer got', async () => {
  const shown = async (id: string) =>
    String((await world.administrator.get(`/api/admin/appointments/${id}/evidence.txt`)).body)
  const words = (text: string) =>
    text
      .replaceAll(/(https?:\/\/[^\s#]*)#\S+/g, '$1')
      .replaceAll(/[\s|]+/g, ' ')
      .trim()
  const setProven = async (isProven: boolean) => {
    const { db } = world.context.database
    const { email } = world.customer
    await db.updateTable('users').set({ email_verified: isProven }).where('email', '=', email).execute()
    if (!isProven) await db.updateTable('customer_addresses').set({ proven_at: null }).execute()
  }
  for (const isProven of [false, true]) {
    world.customer = await signUp(world)
    const id = await world.book({ email: world.customer.email })
    await setProven(isProven)
    await arriveNow(world, world.administrator, id)
    const line = { kind: 'discount', description: 'Waited in the rain', amountCents: 5_000 }
    await addLine(world.administrator, id, line)
    expect((await world.capture(id)).status).toBe(200)
    await world.runJobs()
    await world.dispute(id, 'open')
    await desk.expectMovements(id, opened)
    await world.runJobs()
    // Confirmed later: the mails were sent before.
    await setProven(true)
    const evidence = words(await shown(id))
    const [, ...mails] = await mailsTo(world, world.customer.email)
    expect(mails.some(({ text }) => text.includes('Waited in the rain'))).toBe(isProven)
    for (const { text } of mails) expect(evidence).toContain(words(text))
  }
})

test('the evidence file tells the order, the consent, the payment and the mails, without a secret', async () => {
  const id = await desk.bookCaptured()
  await world.dispute(id, 'open')
  await desk.expectMovements(id, opened)
  const path = `/api/admin/appointments/${id}/evidence.txt`
  const file = await world.administrator.get(path)
  expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    200,
    'text/plain; charset=utf-8',
    `attachment; filename="evidence-${id}.txt"`,
  ])
  const text = String(file.body)
  for (const part of [
    'Customer: Casey Rivera',
    'By tapping Secure Appointment, you authorize',
    await desk.intentOf(id),
    'Payment captured',
    'Payment disputed',
    'fraudulent, open',
    'Your installation is confirmed',
  ])
    expect(text.toLowerCase()).toContain(part.toLowerCase())
  expect(text).not.toMatch(/https?:\S+#/)
  expect(await desk.titlesOf(id)).toContain('Evidence file downloaded')
  const shop = await registerShop(world)
  expect((await shop.get(path)).status).toBe(403)
  expect((await world.customer.get(path)).status).toBe(403)
})

test('an agreement to the price that no longer counts says why', async () => {
  world.customer = await signUp(world)
  const id = await world.book({ date: `${world.day(3)} 09:00`, email: world.customer.email })
  const { administrator } = world
  const agreeTo = async (amountCents: number) => {
    await addLine(administrator, id, { amountCents })
    expect((await agreeAtShop(administrator, id)).status).toBe(200)
  }
  await agreeTo(12_000)
  await agreeTo(3_000)
  expect((await world.change(id, { productId: 2 })).status).toBe(200)
  expect((await agreeAtShop(administrator, id)).status).toBe(200)
  const text = String((await administrator.get(`/api/admin/appointments/${id}/evidence.txt`)).body)
  const [, ...agreements] = text.split('Total agreed to: ')
  const notes = agreements.map((part) => [
    /^\$[\d,.]+/.exec(part)?.[0],
    / {2}No longer counts.*/.exec(part)?.[0] ?? null,
  ])
  expect(notes).toEqual([
    ['$619', expect.stringMatching(/No longer counts since .*, when the customer agreed again\.$/)],
    ['$649', expect.stringMatching(/No longer counts since .*, when the customer chose another package\.$/)],
    ['$949', null],
  ])
})
