import { afterEach, beforeEach, expect, test } from 'vitest'
import { instantOfWallTime } from '../../contract/time.ts'
import { queueDaySheets, queueDoneNotCharged } from '../../server/booking/shop-days/queue-day-mails.ts'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { mailsTo, type ReceivedMail } from '../support/mails.ts'
import { openShop, signInAdministrator, type Person } from '../support/people.ts'
import { joinShop } from '../support/shop-members.ts'
import { addSampleCustomer, writeAppointments, written, type Written } from '../support/staff-world.ts'
import { shopZone, startWorld, type World } from '../support/start-world.ts'
import { pollUntil } from '../../server/concurrency/poll-until.ts'

let world: World
let owner: Person
let desk: Person
let technician: Person
let shopId: number

beforeEach(async () => {
  world = await startWorld()
  const opened = await openShop(world, await signInAdministrator(world))
  ;[owner, shopId] = [opened.shop, opened.shopId]
  desk = await joinShop(world, shopId, 'desk')
  technician = await joinShop(world, shopId, 'technician')
  await addSampleCustomer(world)
})
afterEach(() => world.stop())

const minuteMs = 60_000
/** A Monday on which the clocks of the shop do not change; the shop is open from 9 to 5. */
const monday = '2027-02-01'
const instantOn = (day: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return instantOfWallTime(day, (hours ?? 0) * 60 + (minutes ?? 0), shopZone) ?? Number.NaN
}
const at = (day: string, time: string) => world.context.clock.setOffset(instantOn(day, time) - Date.now())

type Change = Partial<Written>
const addJob = (day: string, time: string, changes: Change = {}) =>
  writeAppointments(world, [
    written(
      { id: shopId, zone: shopZone },
      { startsAt: instantOn(day, time), vin: 'WBAJU7C51KB123456', ...changes },
    ),
  ])

async function runDays(): Promise<void> {
  await queueDaySheets(world.context)
  await queueDoneNotCharged(world.context)
  await sendOutbox(world.context)
}

const isSheet = /^\w{3}, \w{3} \d+: /
async function mailsLike(pattern: RegExp, { email }: Person = desk): Promise<ReceivedMail[]> {
  return (await mailsTo(world, email)).filter(({ subject }) => pattern.test(subject))
}
const sheetSubjects = async (person?: Person) =>
  (await mailsLike(isSheet, person)).map(({ subject }) => subject)
const unchargedSubjects = async (person?: Person) =>
  (await mailsLike(/^Not charged yet/, person)).map(({ subject }) => subject)

test('at 7 AM owner and desk get the jobs of the day by their time, once', async () => {
  await addJob(monday, '13:00', { name: 'Lee Ortega' })
  await addJob(monday, '09:00', { name: 'Dana Whitfield' })
  await addJob(monday, '10:00', { name: 'Gone', state: 'cancelled' })
  await addJob('2027-02-02', '09:00', { name: 'Tomorrow' })
  at(monday, '06:59')
  await runDays()
  expect(await sheetSubjects()).toEqual([])
  at(monday, '07:00')
  await runDays()
  at(monday, '08:00')
  await runDays()
  const subject = 'Mon, Feb 1: 2 jobs, the first at 9:00 AM'
  for (const person of [owner, desk]) expect(await sheetSubjects(person)).toEqual([subject])
  expect(await sheetSubjects(technician)).toEqual([])
  const [sheet] = await mailsLike(isSheet)
  const text = sheet?.text ?? ''
  expect(text.indexOf('Dana Whitfield')).toBeGreaterThan(0)
  expect(text.indexOf('Lee Ortega')).toBeGreaterThan(text.indexOf('Dana Whitfield'))
  for (const part of ['9:00 AM to 12:00 PM, Bay ', '(626) 555-0142', 'VIN ends in 123456', '$499: '])
    expect(text).toContain(part)
  for (const part of ['Gone', 'Tomorrow']) expect(text).not.toContain(part)
  expect(sheet?.html).toContain('href="tel:+16265550142"')
})

test('a day with nothing is not mailed, a closed day with a job is, an open day with a question alone too', async () => {
  at(monday, '07:00')
  await runDays()
  expect(await sheetSubjects()).toEqual([])
  const sunday = '2027-02-07'
  await addJob(sunday, '10:00')
  at(sunday, '07:30')
  await runDays()
  expect(await sheetSubjects()).toEqual(['Sun, Feb 7: 1 job, the first at 10:00 AM'])
  // The job of Sunday was not charged.
  at('2027-02-08', '07:30')
  await runDays()
  expect((await sheetSubjects()).at(-1)).toBe('Mon, Feb 8: no jobs')
  expect((await mailsLike(isSheet)).at(-1)?.text).toContain('1 finished job is not charged yet.')
  at('2027-02-14', '07:30')
  await runDays()
  expect(await sheetSubjects()).toHaveLength(2)
})

test('on the days when the clocks change, the sheet leaves once, at 7 AM of the shop', async () => {
  for (const day of ['2026-11-01', '2027-03-14']) {
    await addJob(day, '10:00')
    const before = (await sheetSubjects()).length
    const midnight = instantOn(day, '00:00')
    const leftAt: number[] = []
    for (let minutes = 0; minutes < 25 * 60; minutes += 30) {
      world.context.clock.setOffset(midnight + minutes * minuteMs - Date.now())
      const count = (await sheetSubjects()).length
      await queueDaySheets(world.context)
      await sendOutbox(world.context)
      if ((await sheetSubjects()).length > count) leftAt.push(midnight + minutes * minuteMs)
    }
    expect(leftAt).toEqual([instantOn(day, '07:00')])
    expect((await sheetSubjects()).length).toBe(before + 1)
  }
})

test('after a jump of the clock or an outage it leaves until noon, and not later', async () => {
  for (const day of [monday, '2027-02-02', '2027-02-03']) await addJob(day, '15:00')
  at(monday, '06:00')
  await runDays()
  at(monday, '11:59')
  await runDays()
  expect(await sheetSubjects()).toHaveLength(1)
  at('2027-02-02', '12:00')
  await queueDaySheets(world.context)
  await sendOutbox(world.context)
  expect(await sheetSubjects()).toHaveLength(1)
  at('2027-02-03', '07:00')
  await queueDaySheets(world.context)
  // The mail server is back at noon.
  at('2027-02-03', '12:00')
  await sendOutbox(world.context)
  expect(await sheetSubjects()).toHaveLength(1)
  const { rows } = await world.context.database.pool.query(
    `select distinct withheld from outbox where kind = 'shop_day_sheet' and sent_at is null`,
  )
  expect(rows).toEqual([{ withheld: 'outdated' }])
})

/** Runs the job in two processes that both find the day due before either one writes. */
async function runInTwoProcesses(day: string): Promise<number> {
  await addJob(day, '10:00')
  const other = await world.addProcess()
  at(day, '07:00')
  const { pool } = world.context.database
  await pool.query(`update shops set status = 'suspended' where id <> $1`, [shopId])
  const running = await duringTransaction(pool, async (client) => {
    await client.query('lock table shop_day_mails in exclusive mode')
    const both = Promise.all([queueDaySheets(world.context), queueDaySheets(other.context)])
    await pollUntil(20_000, async () => (await countLockWaits(pool)) === 2)
    return { both }
  })
  await running.both
  await sendOutbox(world.context)
  return (await sheetSubjects()).length
}

test('two processes at once send one sheet', async () => {
  expect(await runInTwoProcesses(monday)).toBe(1)
})

test('control: without the primary key they send two', async () => {
  await world.context.database.pool.query('alter table shop_day_mails drop constraint shop_day_mails_pkey')
  expect(await runInTwoProcesses(monday)).toBe(2)
})

test('an hour after closing the finished jobs that are not charged are listed, of earlier days too', async () => {
  await addJob('2027-01-29', '09:00', { name: 'Of Friday' })
  await addJob(monday, '09:00', { name: 'Of Monday' })
  await addJob(monday, '10:00', { name: 'Charged', state: 'completed' })
  await addJob(monday, '11:00', { name: 'Cancelled', state: 'cancelled' })
  await addJob(monday, '17:00', { name: 'At Work' })
  at(monday, '17:59')
  await runDays()
  expect(await unchargedSubjects()).toEqual([])
  for (const time of ['18:00', '19:00', '23:00']) {
    at(monday, time)
    await runDays()
  }
  for (const person of [owner, desk])
    expect(await unchargedSubjects(person)).toEqual(['Not charged yet: 2 jobs on Mon, Feb 1'])
  expect(await unchargedSubjects(technician)).toEqual([])
  const [mail] = await mailsLike(/^Not charged yet/)
  for (const part of ['Of Friday', 'Of Monday', 'Fri, Jan 29, 9:00 AM']) expect(mail?.text).toContain(part)
  for (const part of ['Charged', 'Cancelled', 'At Work'])
    expect(mail?.text.replaceAll('Not charged', '')).not.toContain(part)
  expect(mail?.html.match(/job-link/g)).toHaveLength(2)
})

test('on a day without hours it leaves at 7 PM, and with nothing open none does', async () => {
  await addJob('2027-02-06', '09:00', { state: 'completed' })
  at('2027-02-06', '20:00')
  await runDays()
  expect(await unchargedSubjects()).toEqual([])
  await addJob('2027-02-07', '09:00')
  at('2027-02-07', '18:59')
  await runDays()
  expect(await unchargedSubjects()).toEqual([])
  at('2027-02-07', '19:00')
  await runDays()
  expect(await unchargedSubjects()).toEqual(['Not charged yet: 1 job on Sun, Feb 7'])
})

test('a muting person and the people of a suspended shop get neither', async () => {
  const { pool } = world.context.database
  await addJob(monday, '09:00')
  await pool.query(
    `update shop_members set muted_mails = '{shop_day_sheet,shop_done_not_charged}'
      where user_id = (select id from users where email = $1)`,
    [desk.email],
  )
  for (const time of ['07:00', '20:00']) {
    at(monday, time)
    await runDays()
  }
  expect([...(await sheetSubjects()), ...(await unchargedSubjects())]).toEqual([])
  expect([...(await sheetSubjects(owner)), ...(await unchargedSubjects(owner))]).toHaveLength(2)
  await pool.query(`update shops set status = 'suspended' where id = $1`, [shopId])
  await addJob('2027-02-02', '09:00')
  for (const time of ['07:00', '20:00']) {
    at('2027-02-02', time)
    await runDays()
  }
  expect([...(await sheetSubjects(owner)), ...(await unchargedSubjects(owner))]).toHaveLength(2)
})

test('the outbox keeps the names of a list only until the mail is sent', async () => {
  const { pool } = world.context.database
  const named = async () => {
    const { rows } = await pool.query(`select from outbox where payload::text like '%Of A List%'`)
    return rows.length
  }
  await addJob(monday, '09:00', { name: 'Of A List' })
  at(monday, '07:00')
  await queueDaySheets(world.context)
  expect(await named()).toBe(2)
  await sendOutbox(world.context)
  expect(await named()).toBe(0)
  expect((await mailsLike(isSheet))[0]?.text).toContain('Of A List')
})
