import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOf } from '../../contract/time.ts'
import { mailedTokens } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { book } from '../support/orders.ts'
import { personWith, signIn, signUp, type Person } from '../support/people.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld
let visitor: Person
let customer: Person
let id: string
let token: string

beforeAll(async () => {
  world = await startMoneyWorld()
  visitor = personWith(world, '')
})
afterAll(() => world.stop())
beforeEach(async () => {
  customer = await signUp(world)
  id = await book(world, customer, { email: customer.email, date: `${world.bookableDays()[0]} 09:00` })
  await world.advanceTo(id, -47)
  await world.runJobs()
  token = (await mailedTokens(world, customer.email, '/appointment-link'))[0] ?? ''
})

const ask = (what: 'find' | 'confirm' | 'cancel', by = token) =>
  visitor.post(`/api/appointment-link/${what}`, { token: by })
async function rowOf(): Promise<Record<string, unknown>> {
  const { rows } = await world.context.database.pool.query('select * from appointments where id = $1', [id])
  return rows[0]
}
/** The job on the shop's board, as the administrator sees it. */
async function jobOnBoard(): Promise<unknown> {
  const { starts_at: startsAt, shop_id: shopId } = await rowOf()
  const day = dayOf((startsAt as Date).getTime(), shopZone)
  const { body } = await world.administrator.get(`/api/admin/board?shopId=${String(shopId)}&from=${day}`)
  return body.jobs.find(({ appointmentId }: { appointmentId: string }) => appointmentId === id)
}

test('the link of a reminder shows the appointment without a sign-in, and no contact data', async () => {
  const { status, body } = await ask('find')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    appointmentId: id,
    status: 'scheduled',
    isConfirmed: false,
    canConfirm: true,
    canMove: true,
    canCancel: true,
    isShopSuspended: false,
  })
  const { customer_phone: phone } = await rowOf()
  expect(JSON.stringify(body)).not.toContain(customer.email)
  expect(JSON.stringify(body)).not.toContain(String(phone))
})

test('a mail scanner that opens the link and looks at it changes nothing', async () => {
  const before = await rowOf()
  for (const what of ['find', 'confirm', 'cancel'])
    expect((await visitor.get(`/api/appointment-link/${what}?token=${token}`)).status).toBeGreaterThanOrEqual(
      400,
    )
  await ask('find')
  expect(await rowOf()).toEqual(before)
  // The control: the button does change it.
  await ask('confirm')
  expect(await rowOf()).not.toEqual(before)
})

test('the first confirmation stands, also of two at once, and a move ends it', async () => {
  const answers = await Promise.all([ask('confirm'), ask('confirm')])
  expect(answers.map(({ status, body }) => [status, body.isConfirmed])).toEqual([
    [200, true],
    [200, true],
  ])
  const first = await rowOf()
  expect(first).toMatchObject({ confirmed_by: 'link', confirmed_of: first['starts_at'] })
  expect(await jobOnBoard()).toMatchObject({ isConfirmed: true })
  const { body: details } = await world.administrator.get(`/api/admin/appointments/${id}`)
  expect(JSON.stringify(details)).toContain('By the link in a reminder.')
  await world.advance(60)
  await ask('confirm')
  expect(await rowOf()).toEqual(first)
  const again = await signIn(world, customer.email)
  const moved = await again.patch(`/api/appointments/${id}`, {
    date: world.bookableDays().at(-1),
    time: '9:00',
  })
  expect(moved.status).toBe(200)
  expect((await ask('find')).body).toMatchObject({ isConfirmed: false, canConfirm: true })
  expect(await jobOnBoard()).toMatchObject({ isConfirmed: false })
})

test('the link cancels once and releases the hold, and then only shows that', async () => {
  const answers = await Promise.all([ask('cancel'), ask('cancel')])
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
    [200, 'cancelled'],
    [200, 'cancelled'],
  ])
  expect((await ask('find')).body).toMatchObject({ canConfirm: false, canMove: false, canCancel: false })
  const refused = await ask('confirm')
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'appointment_not_changeable'])
  const { rows } = await world.context.database.pool.query(
    'select status from holds where appointment_id = $1',
    [id],
  )
  expect(rows.map(({ status }) => status)).not.toContain('live')
})

test('a forged link, one of a corrected address and one after the end are refused alike', async () => {
  const bytes = Buffer.from(token, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const missing = Buffer.from(token, 'base64url')
  missing[0] = (missing.at(0) ?? 0) ^ 1
  const forged = [bytes.toString('base64url'), missing.toString('base64url'), 'x']
  const expectRefused = async (by: string) => {
    for (const what of ['find', 'confirm', 'cancel'] as const) {
      const { status, headers } = await ask(what, by)
      expect([status, headers.get('x-refusal')]).toEqual([404, 'link_not_valid'])
    }
  }
  for (const by of forged) await expectRefused(by)
  const { customer_email: email } = await rowOf()
  const setEmail = (to: unknown) =>
    world.context.database.pool.query('update appointments set customer_email = $2 where id = $1', [id, to])
  await setEmail('other@example.com')
  await expectRefused(token)
  await setEmail(email)
  await world.advanceTo(id, 1)
  expect((await ask('find')).body).toMatchObject({ canConfirm: false, canCancel: false })
  await world.advanceTo(id, 5)
  await expectRefused(token)
})
