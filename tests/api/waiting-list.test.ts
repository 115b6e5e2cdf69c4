import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailEarlierTimes } from '../../server/booking/waiting-list/mail-earlier-times.ts'
import { book, listOwn } from '../support/orders.ts'
import {
  openShop,
  personWith,
  signIn,
  signInAdministrator,
  signUp,
  usualWeek,
  type Person,
} from '../support/people.ts'
import { mailsTo } from '../support/mails.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person

beforeAll(async () => {
  world = await startWorld({ ALLOW_CONFLICTING_APPOINTMENTS: 'off' })
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())

type Booked = { person: Person; id: string; email: string }

/** A shop of one bay, whose first bookable day is full: from 9:00 to 12:00 and from 12:00 to 15:00. */
async function fullShop() {
  const { shop, shopId } = await openShop(world, administrator)
  const days = world.bookableDays()
  const take = async (day: number, time: string, changes: object = {}): Promise<Booked> => {
    const person = await signUp(world)
    const date = `${days[day]} ${time}`
    const id = await book(world, person, { shopId, date, email: person.email, ...changes })
    return { person, id, email: person.email }
  }
  const [morning, noon] = [await take(0, '09:00'), await take(0, '12:00')]
  return { shop, shopId, days, take, morning, noon }
}

const wait = ({ person, id }: Booked) => person.post(`/api/appointments/${id}/waiting`)
const stop = ({ person, id }: Booked) => person.remove(`/api/appointments/${id}/waiting`)
const cancel = ({ person, id }: Booked) => person.patch(`/api/appointments/${id}`, { status: 'cancelled' })
const stateOf = async ({ person, id }: Booked) =>
  (await listOwn(person)).find((each: { id: string }) => each.id === id).earlierTime as string

/** The first starts that were mailed, on the shop's clock, oldest mail first. */
async function openedTo({ email }: Pick<Booked, 'email'>): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, email)).flatMap(
    ({ subject }) => /^An earlier time opened: (.*)$/.exec(subject)?.[1] ?? [],
  )
}

/** 'Mon, Dec 7, 9:00 AM' */
const shown = (day: string | undefined, time: string) =>
  `${new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' })}, ${time}`

async function waitingRows({ id }: Pick<Booked, 'id'>): Promise<number> {
  const { rowCount } = await world.context.database.pool.query(
    'select 1 from waiting_list where appointment_id = $1',
    [id],
  )
  return rowCount ?? 0
}

test('a cancellation is mailed once, with a link to that start, to everybody who waits', async () => {
  const { days, take, morning } = await fullShop()
  const [first, second, other] = [await take(1, '09:00'), await take(2, '09:00'), await take(2, '12:00')]
  for (const each of [first, second]) {
    const answer = await wait(each)
    expect([answer.status, await stateOf(each)]).toEqual([200, 'awaited'])
  }
  expect((await wait(first)).body).toEqual({ openStarts: [] })
  expect(await openedTo(first)).toEqual([])
  await cancel(morning)
  const another = await world.addProcess()
  await Promise.all([mailEarlierTimes(world.context), mailEarlierTimes(another.context), world.runJobs()])
  for (const each of [first, second]) expect(await openedTo(each)).toEqual([shown(days[0], '9:00 AM')])
  expect(await openedTo(other)).toEqual([])
  const mail = (await mailsTo(world, first.email)).find(({ subject }) => subject.startsWith('An earlier'))
  expect(mail?.text).toContain(`/appointments?reschedule=${first.id}&at=${days[0]}T09%3A00`)
  expect(mail?.attachments).toEqual([])
})

test('starts that are free at once are told on the page and not mailed', async () => {
  const { days, take, morning } = await fullShop()
  await cancel(morning)
  const waiting = await take(1, '12:00')
  expect((await wait(waiting)).body).toEqual({
    openStarts: [`${days[0]} 09:00:00`, `${days[1]} 09:00:00`, `${days[1]} 10:00:00`, `${days[1]} 11:00:00`],
  })
  expect(await openedTo(waiting)).toEqual([])
  // Taken and open again, it is news.
  const again = await take(0, '09:00')
  expect(await openedTo(waiting)).toEqual([])
  await cancel(again)
  expect(await openedTo(waiting)).toEqual([shown(days[0], '9:00 AM')])
})

test('a wish that fails does not keep the others of its shop from their mails, and is answered later', async () => {
  const { days, take, morning } = await fullShop()
  const [failing, other] = [await take(1, '09:00'), await take(1, '12:00')]
  for (const each of [failing, other]) await wait(each)
  const { pool } = world.context.database
  await pool.query(`create function fail_update() returns trigger language plpgsql as
    $$ begin raise exception 'a fault of the database'; end $$`)
  await pool.query(`create trigger fail_update before update on waiting_list for each row
    when (old.appointment_id = '${failing.id}') execute function fail_update()`)
  await cancel(morning)
  expect(await openedTo(other)).toEqual([shown(days[0], '9:00 AM')])
  expect(await openedTo(failing)).toEqual([])
  await pool.query('drop function fail_update cascade')
  expect(await openedTo(failing)).toEqual([shown(days[0], '9:00 AM')])
})

test('at most one mail an hour: later openings are in the next one', async () => {
  const { days, take, morning, noon } = await fullShop()
  const waiting = await take(1, '09:00')
  await wait(waiting)
  await cancel(morning)
  await openedTo(waiting)
  await cancel(noon)
  expect(await openedTo(waiting)).toEqual([shown(days[0], '9:00 AM')])
  await world.advance(3601)
  expect(await openedTo(waiting)).toEqual([shown(days[0], '9:00 AM'), shown(days[0], '10:00 AM')])
  const last = (await mailsTo(world, waiting.email)).at(-1)
  expect(last?.text).toContain(shown(days[0], '2:00 PM'))
  expect(last?.text).not.toContain(shown(days[0], '9:00 AM'))
})

test('a start counts only when the whole package fits', async () => {
  const { days, take, morning, noon } = await fullShop()
  const waiting = await take(1, '09:00', { productId: 2 })
  await wait(waiting)
  await cancel(morning)
  expect(await openedTo(waiting)).toEqual([])
  await cancel(noon)
  expect(await openedTo(waiting)).toEqual([shown(days[0], '9:00 AM')])
})

test('a start within the lead time is not mailed', async () => {
  const { take, morning } = await fullShop()
  const waiting = await take(5, '09:00')
  await wait(waiting)
  const days = world.bookableDays()
  // Later starts of the window are free, and known.
  // On a weekend the window keeps its first day.
  for (let added = 0; added < 3 && world.bookableDays()[0] === days[0]; added += 1)
    await world.advance(86_400)
  expect(world.bookableDays()[0]).not.toBe(days[0])
  await cancel({ ...morning, person: await signIn(world, morning.email) })
  expect(await openedTo(waiting)).toEqual([])
})

test('a cancelled appointment and a stopped wish get no mail', async () => {
  const { take, morning } = await fullShop()
  const [cancelled, stopped] = [await take(1, '09:00'), await take(1, '12:00')]
  for (const each of [cancelled, stopped]) await wait(each)
  await cancel(cancelled)
  expect((await stop(stopped)).body).toEqual({ ok: true })
  expect((await stop(stopped)).status).toBe(200)
  await cancel(morning)
  for (const each of [cancelled, stopped]) {
    expect(await openedTo(each)).toEqual([])
    expect(await waitingRows(each)).toBe(0)
  }
  expect([await stateOf(cancelled), await stateOf(stopped)]).toEqual(['impossible', 'possible'])
})

test('of two who confirm at once one gets it, and the other keeps both the appointment and the wish', async () => {
  const { days, take, morning } = await fullShop()
  const both = [await take(1, '09:00'), await take(2, '09:00')]
  for (const each of both) await wait(each)
  await cancel(morning)
  await world.runJobs()
  const another = await world.addProcess()
  const answers = await Promise.all(
    both.map(({ person, id }, index) =>
      personWith(index === 0 ? world : another, person.cookie).patch(`/api/appointments/${id}`, {
        date: days[0],
        time: '9:00',
      }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const lost = answers.findIndex(({ status }) => status === 409)
  const [loser, winner] = [both[lost], both[1 - lost]]
  if (!loser || !winner) throw new Error('nobody lost')
  expect(answers[lost]?.headers.get('x-refusal')).toBe('slot_taken')
  expect(answers[lost]?.body.error).toBe('That time was just taken. Choose another.')
  expect([await stateOf(loser), await stateOf(winner)]).toEqual(['awaited', 'impossible'])
  await world.runJobs()
  expect([await waitingRows(loser), await waitingRows(winner)]).toEqual([1, 0])
})

test('after a move the wish stays for still earlier starts, and for those that open after a move to a later day', async () => {
  const { days, take, morning } = await fullShop()
  const waiting = await take(3, '09:00')
  await wait(waiting)
  const move = (day: number) =>
    waiting.person.patch(`/api/appointments/${waiting.id}`, { date: days[day], time: '9:00' })
  expect((await move(2)).status).toBe(200)
  expect((await move(4)).status).toBe(200)
  expect(await openedTo(waiting)).toEqual([])
  expect(await stateOf(waiting)).toBe('awaited')
  await cancel(morning)
  expect(await openedTo(waiting)).toEqual([shown(days[0], '9:00 AM')])
})

test('a new bay, longer hours and a removed closure open starts as a cancellation does', async () => {
  const { shop, shopId, days, take } = await fullShop()
  const closed = await shop.post(`/api/admin/shops/${shopId}/closures`, {
    firstDay: days[1],
    lastDay: days[1],
  })
  const waiting = await take(2, '09:00')
  await wait(waiting)
  const closures = (await shop.get(`/api/admin/shops/${shopId}`)).body.closures as { id: number }[]
  expect([closed.status, closures.length]).toEqual([201, 1])
  await shop.remove(`/api/admin/shops/${shopId}/closures/${closures[0]?.id}`)
  expect(await openedTo(waiting)).toEqual([shown(days[1], '9:00 AM')])
  await world.advance(3601)
  const longer = Object.fromEntries(
    Object.entries(usualWeek).map(([day, hours]) => [day, { ...hours, close: '18:00' }]),
  )
  await shop.patch(`/api/admin/shops/${shopId}`, { businessHours: longer })
  expect((await openedTo(waiting)).slice(1)).toEqual([shown(days[0], '3:00 PM')])
  await world.advance(3601)
  await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'Bay 2' })
  expect((await openedTo(waiting)).slice(2)).toEqual([shown(days[0], '9:00 AM')])
})

test('no mail at a time when the customer is elsewhere, until then, and none while the customer is blocked', async () => {
  const { days, take, morning } = await fullShop()
  const [busy, blocked] = [await take(1, '09:00'), await take(2, '09:00')]
  const elsewhere = await book(world, busy.person, {
    date: `${days[0]} 10:00`,
    email: busy.email,
    vehicleInfo: { year: 2013, make: 'BMW', model: 'X3' },
  })
  for (const each of [busy, blocked]) await wait(each)
  const { rows } = await world.context.database.pool.query('select id from users where email = $1', [
    blocked.email,
  ])
  const decide = (decision: 'block' | 'unblock') =>
    administrator.post(`/api/admin/customers/${rows[0].id}/decisions`, { decision, reason: 'Test' })
  expect((await decide('block')).status).toBe(201)
  await cancel(morning)
  for (const each of [busy, blocked]) expect(await openedTo(each)).toEqual([])
  await cancel({ ...busy, id: elsewhere })
  expect(await openedTo(busy)).toEqual([shown(days[0], '9:00 AM')])
  await decide('unblock')
  expect(await openedTo(blocked)).toEqual([shown(days[0], '9:00 AM')])
})

test('a foreign appointment, and one that no bookable day comes before, are refused', async () => {
  const { take, morning } = await fullShop()
  const other = await signUp(world)
  for (const call of [wait, stop]) {
    expect((await call({ ...morning, person: other })).status).toBe(404)
    expect((await call({ ...morning, id: 'none' })).status).toBe(404)
  }
  const refused = await wait(morning)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'No earlier time can open: this appointment is on the first day that we can offer.',
  ])
  expect(await stateOf(morning)).toBe('impossible')
  const gone = await take(1, '09:00')
  await cancel(gone)
  expect((await wait(gone)).status).toBe(409)
})

test('the shop sees the wish, the file of own data has it, and it ends with the account', async () => {
  const { shop, take } = await fullShop()
  const waiting = await take(1, '09:00')
  const detailsOf = async () => (await shop.get(`/api/admin/appointments/${waiting.id}`)).body.waitsForEarlier
  expect(await detailsOf()).toBe(false)
  await wait(waiting)
  expect(await detailsOf()).toBe(true)
  const exported = (await waiting.person.get('/api/account/data')).body.appointments
  expect(exported).toMatchObject([{ waitsForEarlierSince: expect.any(String) }])
  await cancel(waiting)
  // Without the job, the deletion itself ends it.
  expect(await waitingRows(waiting)).toBe(1)
  const left = await waiting.person.post('/api/account/delete', {
    password: waiting.person.password,
    confirmation: waiting.email,
  })
  expect(left.status).toBe(200)
  expect(await waitingRows(waiting)).toBe(0)
})
