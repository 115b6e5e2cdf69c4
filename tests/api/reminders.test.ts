import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { remindCustomers } from '../../server/booking/remind-customers.ts'
import { book } from '../support/orders.ts'
import { openShop, signIn, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { bookOpenCheck, mailKindsTo } from '../support/review-desk.ts'
import { mailsTo } from '../support/mails.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  // Each test moves the clock, which ends the sessions of those before it.
  customer = await signUp(world)
})

/** Moves the clock to hours before the start of an appointment, and runs the jobs. */
async function goTo(id: string, hoursBefore: number): Promise<void> {
  const { rows } = await world.context.database.pool.query(
    'select extract(epoch from starts_at)::bigint as start from appointments where id = $1',
    [id],
  )
  const start = Number(rows[0].start) - hoursBefore * 3600
  await world.advance(start - Math.floor(world.context.clock.now() / 1000))
  await world.runJobs()
}
const remindersOf = async (person: Person) =>
  (await mailKindsTo(world, person.email)).filter((kind) => kind === 'appointment_reminder').length

test('one reminder with everything for the visit is mailed 48 hours before the start', async () => {
  const administrator = await signInAdministrator(world)
  const { shop, shopId } = await openShop(world, administrator)
  await shop.patch(`/api/admin/shops/${shopId}`, { phone: '6265550100', parking: 'Behind the shop' })
  const id = await book(world, customer, {
    email: customer.email,
    shopId,
    date: `${world.bookableDays()[1]} 09:00`,
  })
  await goTo(id, 49)
  expect(await remindersOf(customer)).toBe(0)
  await goTo(id, 47)
  await Promise.all([remindCustomers(world.context), remindCustomers(world.context), world.runJobs()])
  await goTo(id, 30)
  expect(await remindersOf(customer)).toBe(1)
  const [mail] = (await mailsTo(world, customer.email)).filter(({ subject }) =>
    subject.startsWith('Reminder: '),
  )
  for (const text of [
    '/appointment-link#',
    '(626) 555-0100',
    'Parking: Behind the shop',
    'Ready: Around 12:00 PM PST',
    'Every key you need to drive and lock the car',
  ])
    expect(mail?.text).toContain(text)
  expect(mail?.text).not.toContain('Shuttle')
  expect(mail?.attachments).toHaveLength(1)
})

test('a moved appointment gets a reminder of its new start', async () => {
  const days = world.bookableDays()
  const id = await book(world, customer, { email: customer.email, date: `${days[0]} 09:00` })
  await goTo(id, 47)
  expect(await remindersOf(customer)).toBe(1)
  const again = await signIn(world, customer.email)
  const day = world.bookableDays().at(-1)
  expect((await again.patch(`/api/appointments/${id}`, { date: day, time: '9:00' })).status).toBe(200)
  await world.runJobs()
  expect(await remindersOf(customer)).toBe(1)
  await goTo(id, 47)
  expect(await remindersOf(customer)).toBe(2)
})

test('no reminder goes to a cancelled appointment, one that was booked late or charged, and one whose fit is open', async () => {
  const days = world.bookableDays()
  const cancelled = await book(world, customer, { email: customer.email, date: `${days[2]} 09:00` })
  await customer.patch(`/api/appointments/${cancelled}`, { status: 'cancelled' })
  const late = await signUp(world)
  const lateId = await book(world, late, { email: late.email, date: `${days[2]} 09:00` })
  await world.context.database.pool.query(
    `update appointments set created_at = starts_at - interval '47 hours' where id = $1`,
    [lateId],
  )
  const open = await signUp(world)
  await bookOpenCheck(world, open, { date: `${days[2]} 10:00` })
  const charged = await signUp(world)
  const chargedId = await book(world, charged, { email: charged.email, date: `${days[2]} 13:00` })
  const administrator = await signInAdministrator(world)
  const captured = await administrator.post(`/api/admin/appointments/${chargedId}/capture`)
  expect(captured.status).toBe(200)
  const usual = await signUp(world)
  await book(world, usual, { email: usual.email, date: `${days[2]} 13:00` })
  await goTo(cancelled, 40)
  expect(await remindersOf(usual)).toBe(1)
  for (const person of [customer, late, charged, open]) expect(await remindersOf(person)).toBe(0)
})

test('a short reminder follows 3 hours before the start, once, and not to somebody who booked after that', async () => {
  const day = world.bookableDays()[0]
  const id = await book(world, customer, { email: customer.email, date: `${day} 13:00` })
  const late = await signUp(world)
  const lateId = await book(world, late, { email: late.email, date: `${day} 13:00` })
  await world.context.database.pool.query(
    `update appointments set created_at = starts_at - interval '2 hours' where id = $1`,
    [lateId],
  )
  await goTo(id, 47)
  await goTo(id, 3.1)
  expect(await remindersOf(customer)).toBe(1)
  await goTo(id, 2.9)
  await Promise.all([remindCustomers(world.context), remindCustomers(world.context), world.runJobs()])
  await goTo(id, 2)
  expect([await remindersOf(customer), await remindersOf(late)]).toEqual([2, 0])
  const [mail] = (await mailsTo(world, customer.email)).filter(({ subject }) => subject.startsWith('Today: '))
  expect(mail?.text).toContain('/appointment-link#')
  expect(mail?.text).toContain('Every key you need to drive and lock the car')
})

test('reminders that could not be mailed in time are left out 12 hours and 1 hour before the start', async () => {
  const id = await book(world, customer, { email: customer.email, date: `${world.bookableDays()[0]} 09:00` })
  await goTo(id, 11)
  expect(await remindersOf(customer)).toBe(0)
  await goTo(id, 0.9)
  expect(await remindersOf(customer)).toBe(0)
})
