import { afterAll, beforeAll, expect, test } from 'vitest'
import { disputeDesk, opened } from '../support/dispute-desk.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { registerShop } from '../support/people.ts'

let world: MoneyWorld
let desk: ReturnType<typeof disputeDesk>

beforeAll(async () => {
  world = await startMoneyWorld()
  desk = disputeDesk(world)
})
afterAll(() => world.stop())

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
