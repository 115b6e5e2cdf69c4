import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCalendar } from '../notifications/read-calendar.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { newEmail, signUp, type Person } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const fileOf = (id: string, by: Person = world.customer) => by.get(`/api/appointments/${id}/calendar`)

/** The file without its creation time, which differs in each. */
function entryOf(file: string): Record<string, string> {
  const { DTSTAMP: _, 'LAST-MODIFIED': __, ...kept } = Object.fromEntries(readCalendar(file))
  return kept
}

async function mailedFiles(address: string): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, address)).flatMap(({ attachments }) =>
    attachments.map(({ content }) => content),
  )
}

test('the downloaded calendar file equals the mailed one after every change of the appointment', async () => {
  const email = newEmail()
  const id = await world.book({ email, date: `${world.day(0)} 09:00` })
  const answer = await fileOf(id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="appointment.ics"')
  const files = [answer.body]
  await world.change(id, { date: world.day(1), time: '10:00' })
  files.push((await fileOf(id)).body)
  await world.cancel(id)
  files.push((await fileOf(id)).body)

  const entries = files.map(entryOf)
  expect(entries.map((entry) => [entry['METHOD'], entry['SEQUENCE']])).toEqual([
    ['PUBLISH', '0'],
    ['PUBLISH', '1'],
    ['CANCEL', '2'],
  ])
  expect((await mailedFiles(email)).map(entryOf)).toEqual(entries)
})

test('only the appointment’s customer can download the file, and only once it is booked', async () => {
  const id = await world.book({ date: `${world.day(2)} 09:00` })
  const foreign = await fileOf(id, await signUp(world))
  const missing = await fileOf('no-appointment')
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  const asked = await world.customer.post('/api/appointments', {
    paymentMethodId: 'pm_card_authenticationRequired',
    amount: 499,
    capture_method: 'manual',
    name: 'Casey Rivera',
    email: newEmail(),
    phone: '6265550142',
    date: `${world.day(3)} 09:00`,
    vehicleInfo: { year: 2013, make: 'BMW', model: 'X5' },
    productId: 1,
  })
  expect(asked.body.requiresAction).toBe(true)
  expect((await fileOf(asked.body.id)).status).toBe(404)
})
