import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelUndecided } from '../../server/booking/fitment-reviews/settle-undecided.ts'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import { mailsTo, type ReceivedMail } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { signUp, type Person } from '../support/people.ts'
import { answerReview, bookOpenCheck, getReview } from '../support/review-desk.ts'
import { joinShop, leaveShop, openStaffedShop } from '../support/shop-members.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let technician: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

beforeEach(async () => {
  ;({ owner, desk, shopId } = await openStaffedShop(world))
  technician = await joinShop(world, shopId, 'technician')
  world.customer = await signUp(world)
  await world.runJobs()
})

const isAboutWork = /^(Booked|Rescheduled|New package|Cancelled): /

/** The mails about appointments of the shop to a person, oldest first. */
async function workMails({ email }: Person): Promise<ReceivedMail[]> {
  await world.runJobs()
  return (await mailsTo(world, email)).filter(({ subject }) => isAboutWork.test(subject))
}
const namesOf = (mails: ReceivedMail[]) => mails.map(({ subject }) => subject.split(':')[0])
const workNames = async (person: Person) => namesOf(await workMails(person))

/** The event of a mail's calendar file. */
function eventOf(mail: ReceivedMail | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(mail?.attachments[0]?.content ?? '') as unknown[] as [])
  const event = calendar.getFirstSubcomponent('vevent')
  const valueOf = (name: string) => event?.getFirstPropertyValue(name)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: valueOf('uid'),
    sequence: valueOf('sequence'),
    status: valueOf('status'),
    start: (valueOf('dtstart') as ICAL.Time).toJSDate().getTime(),
  }
}

test('owner and desk hear of a booking, a move, a package and a cancellation by the customer', async () => {
  const id = await world.book({ shopId, email: world.customer.email, date: `${world.day(1)} 09:00` })
  const before = await world.timesOf(id)
  await world.change(id, { date: world.day(2), time: '10:00' })
  await world.change(id, { productId: 2, amount: 799 })
  const { startsAt } = await world.timesOf(id)
  await world.change(id, { status: 'cancelled' })
  const all = ['Booked', 'Rescheduled', 'New package', 'Cancelled']
  expect(await workNames(owner)).toEqual(all)
  expect(await workNames(technician)).toEqual([])
  expect(await workNames(world.administrator)).toEqual([])
  const mails = await workMails(desk)
  expect(namesOf(mails)).toEqual(all)

  const [booked, moved, changed, cancelled] = mails
  for (const text of [
    '2013 BMW X5',
    'VIN WBAJU7C51KB123456',
    'Casey Rivera',
    '(626) 555-0142',
    'Bay',
    '$499',
    'Fits',
    `/admin?shop=${shopId}&appointment=${id}`,
  ])
    expect(booked?.text).toContain(text)
  expect(booked?.html).toContain('href="tel:+16265550142"')
  expect(booked?.text).toMatch(/in \d+ days/)
  expect(moved?.text).toContain('10:00 AM')
  expect(moved?.text).toMatch(/was .*9:00 AM/)
  expect(changed?.text).toContain('Smart Connect Essential')
  expect(changed?.text).toContain('$799')
  expect(cancelled?.text).toContain('The hold of $799 is released.')

  const uid = `shop-appointment-${id}@dashfit`
  const start = startsAt
  expect(mails.map(eventOf)).toEqual([
    { method: 'PUBLISH', uid, sequence: 0, status: 'CONFIRMED', start: before.startsAt },
    { method: 'PUBLISH', uid, sequence: 1, status: 'CONFIRMED', start },
    { method: 'PUBLISH', uid, sequence: 2, status: 'CONFIRMED', start },
    { method: 'CANCEL', uid, sequence: 3, status: 'CANCELLED', start },
  ])
})

test('a claim is not mailed before the bank has confirmed the card', async () => {
  const order = { shopId, paymentMethodId: 'pm_card_authenticationRequired', email: world.customer.email }
  const { body } = await world.customer.post('/api/appointments', orderFor(world, order))
  expect(await workNames(desk)).toEqual([])
  await world.challenge((await world.intentsOf(body.id))[0].id, 'complete')
  await world.runJobs()
  expect(await workNames(desk)).toEqual(['Booked'])
})

test('a dearer package is mailed once its price is held, and not when the card is declined', async () => {
  const id = await world.book({ shopId, email: world.customer.email })
  await world.cards({ behaviour: 'decline_insufficient_funds' })
  const declined = await world.change(id, { productId: 2, amount: 799 })
  await world.cards({ behaviour: 'approve' })
  expect(declined.status).toBe(402)
  expect(await workNames(desk)).toEqual(['Booked'])
  expect((await world.change(id, { productId: 2, amount: 799 })).status).toBe(200)
  expect(await workNames(desk)).toEqual(['Booked', 'New package'])
})

test('the person who cancels gets no mail about it, the colleagues do', async () => {
  const id = await world.book({ shopId, email: world.customer.email })
  const path = `/api/admin/appointments/${id}/status`
  expect((await desk.patch(path, { status: 'cancelled', reason: 'The lift is broken.' })).status).toBe(200)
  expect(await workNames(desk)).toEqual(['Booked'])
  const mails = await workMails(owner)
  expect(namesOf(mails)).toEqual(['Booked', 'Cancelled'])
  expect(mails[1]?.text).toContain('A colleague cancelled this appointment.')
  expect(mails[1]?.text).toContain('The lift is broken.')
})

test('an administrator’s cancellation and its refund are mailed', async () => {
  const id = await world.book({ shopId, email: world.customer.email })
  await world.capture(id)
  await world.cancel(id)
  const mails = await workMails(desk)
  expect(namesOf(mails)).toEqual(['Booked', 'Cancelled'])
  expect(mails[1]?.text).toContain('Dashfit cancelled this appointment.')
  expect(mails[1]?.text).toContain('$499 goes back to the customer')
})

test('the answer that a package does not fit, and a check without an answer, are mailed', async () => {
  const refused = await bookOpenCheck(world, world.customer, { shopId, date: `${world.day(1)} 09:00` })
  const review = await getReview(desk, refused)
  expect((await workMails(owner))[0]?.text).toContain('Awaiting your check')
  const answer = await answerReview(desk, review.id, { answer: 'does_not_fit', note: 'No screen.' })
  expect(answer.status).toBe(200)
  expect(await workNames(owner)).toEqual(['Booked', 'Cancelled'])
  expect(await workNames(desk)).toEqual(['Booked'])

  const open = await bookOpenCheck(world, world.customer, { shopId, date: `${world.day(2)} 13:00` })
  await world.onceBegun(open, async () => {
    await cancelUndecided(world.context)
    await sendOutbox(world.context)
  })
  const told = (await workMails(desk)).filter(({ text }) => text.includes(open))
  expect(namesOf(told)).toEqual(['Booked', 'Cancelled'])
  expect(told[1]?.text).toContain('because a deadline has passed')
})

test('a removed, a disabled and a muting person and the people of a suspended shop get none', async () => {
  const { pool } = world.context.database
  const [removed, disabled] = [await joinShop(world, shopId, 'desk'), await joinShop(world, shopId, 'owner')]
  await leaveShop(world, shopId, removed)
  await pool.query('update users set disabled_at = now() where email = $1', [disabled.email])
  await pool.query(
    `update shop_members set muted_mails = '{shop_appointment_booked}'
      where user_id = (select id from users where email = $1)`,
    [desk.email],
  )
  const id = await world.book({ shopId, email: world.customer.email, date: `${world.day(3)} 09:00` })
  for (const person of [removed, disabled, desk]) expect(await workNames(person)).toEqual([])
  expect(await workNames(owner)).toEqual(['Booked'])
  await world.change(id, { date: world.day(4), time: '9:00' })
  expect(await workNames(desk)).toEqual(['Rescheduled'])
  await world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'suspended' })
  await world.cancel(id)
  expect(await workNames(owner)).toEqual(['Booked', 'Rescheduled'])
  expect(await workNames(world.administrator)).toEqual([])
})

test('a person of the shop who books for themselves gets the mail of a customer alone', async () => {
  const answer = await desk.post('/api/appointments', orderFor(world, { shopId, email: desk.email }))
  expect(answer.status).toBe(201)
  expect(await workNames(desk)).toEqual([])
  expect(await workNames(owner)).toEqual(['Booked'])
  expect((await mailsTo(world, desk.email)).at(-1)?.subject).toMatch(/^Confirmed/)
})

test('two changes at once leave one mail each, and a refused one leaves none', async () => {
  const id = await world.book({ shopId, email: world.customer.email, date: `${world.day(5)} 09:00` })
  const to = { date: world.day(6), time: '9:00' }
  await Promise.all([world.change(id, to), world.change(id, to)])
  expect((await world.change(id, { date: world.day(6), time: '23:00' })).status).toBeGreaterThan(399)
  expect(await workNames(desk)).toEqual(['Booked', 'Rescheduled'])
})
