import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../contract/time.ts'
import { mailsTo } from '../support/mails.ts'
import { addSecondBay } from '../support/desk-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, signUp, type Person } from '../support/people.ts'
import { joinShop, openStaffedShop } from '../support/shop-members.ts'
import { shopZone } from '../support/start-world.ts'
import type { Answer } from '../support/people.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number
let bayIds: number[]
let id: string

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

beforeEach(async () => {
  ;({ owner, desk, shopId } = await openStaffedShop(world))
  bayIds = await addSecondBay(world, owner, shopId)
  world.customer = await signUp(world)
  id = await world.book({ shopId, email: world.customer.email, date: `${world.day(1)} 09:00` })
  await world.runJobs()
})

const move = (body: object, by: Person = desk, of = id): Promise<Answer> =>
  by.patch(`/api/admin/appointments/${of}`, body)
const detailsOf = async () => (await desk.get(`/api/admin/appointments/${id}`)).body
const placementSeen = async () => {
  const { body } = await desk.get(`/api/admin/board?shopId=${shopId}&from=${world.day(1)}`)
  return (body.jobs as { appointmentId: string; placement: string }[]).find((job) => job.appointmentId === id)
    ?.placement
}
const subjectsTo = async ({ email }: Person) => {
  await world.runJobs()
  return (await mailsTo(world, email)).map(({ subject }) => subject)
}
const aboutMoves = (subjects: readonly string[]) =>
  subjects.filter((subject) => /^(New time|Your appointment has changed|Rescheduled|Changed)/.test(subject))
/** The Saturday after the first bookable day. */
const saturday = () => {
  let day = world.day(1)
  while (weekdayOf(day) !== 6) day = addDays(day, 1)
  return day
}

test('the desk moves a job to a Saturday evening, and is told what is unusual', async () => {
  const { status, body } = await move({ date: `${saturday()} 19:15`, bayId: bayIds[1], durationMinutes: 240 })
  expect([status, body.error]).toEqual([200, undefined])
  expect(body).toMatchObject({ id, bayId: bayIds[1], bayName: 'Lift 2' })
  expect(body.appointmentDate).toContain(`${saturday()}T19:15:00`)
  expect(body.endsAt).toContain(`${saturday()}T23:15:00`)
  expect(body.warnings.length).toBeGreaterThan(0)
  const moved = (await detailsOf()).timeline.find(
    ({ title }: { title: string }) => title === 'Appointment moved',
  )
  expect(moved.detail).toMatch(/^From .+9:00 AM to Sat, .+7:15 PM\. Bay 1 to Lift 2\.$/)
  expect(moved.by).toMatchObject({ role: 'shop' })
  // The shop chose the time itself, so its own list of misfits leaves it out.
  expect((await desk.get(`/api/admin/shops/${shopId}/misfits`)).body).toEqual([])
})

test('control: a job outside the hours that the shop did not choose is a misfit', async () => {
  await move({ date: `${saturday()} 19:15` })
  await world.context.database.pool.query('update appointments set hours_waived = false where id = $1', [id])
  expect((await desk.get(`/api/admin/shops/${shopId}/misfits`)).body).toHaveLength(1)
})

test('messages leave ten seconds after the move, to the customer and to the shop’s other people', async () => {
  expect((await move({ date: `${world.day(2)} 10:00` })).status).toBe(200)
  expect(aboutMoves(await subjectsTo(world.customer))).toEqual([])
  await world.advance(11)
  expect(aboutMoves(await subjectsTo(world.customer))).toHaveLength(1)
  expect(aboutMoves(await subjectsTo(owner))).toHaveLength(1)
  expect(aboutMoves(await subjectsTo(desk))).toEqual([])
})

test('an undone move is told to nobody', async () => {
  const before = await placementSeen()
  const { body } = await move({ date: `${world.day(2)} 10:00`, placement: before })
  const back = { date: `${world.day(1)} 09:00`, placement: body.placement, notify: false }
  expect((await move(back)).body.placement).toBe(before)
  await world.advance(11)
  expect(aboutMoves(await subjectsTo(world.customer))).toEqual([])
  expect(aboutMoves(await subjectsTo(owner))).toEqual([])
})

test('two moves within ten seconds are one message about both', async () => {
  await move({ date: `${world.day(2)} 10:00` })
  await move({ date: `${world.day(3)} 11:00` })
  await world.advance(11)
  await world.runJobs()
  const mails = (await mailsTo(world, world.customer.email)).filter(
    ({ subject }) => aboutMoves([subject]).length > 0,
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('11:00 AM')
  expect(mails[0]?.text).toContain('9:00 AM')
  expect(mails[0]?.text).not.toContain('10:00 AM')
})

test('without `notify` the customer gets no message, and the shop still does', async () => {
  await move({ date: `${world.day(2)} 10:00`, notify: false })
  await world.advance(11)
  expect(aboutMoves(await subjectsTo(world.customer))).toEqual([])
  expect(aboutMoves(await subjectsTo(owner))).toHaveLength(1)
})

test('another bay or length is no news for the customer', async () => {
  expect((await move({ bayId: bayIds[1] })).status).toBe(200)
  expect((await move({ durationMinutes: 300 })).status).toBe(200)
  await world.advance(11)
  expect(aboutMoves(await subjectsTo(world.customer))).toEqual([])
  expect((await detailsOf()).timeline.map(({ detail }: { detail: string }) => detail)).toEqual(
    expect.arrayContaining(['Bay 1 to Lift 2.', expect.stringMatching(/^Until .+2:00 PM\.$/)]),
  )
})

test('bad input gets a sentence, and nothing moves', async () => {
  const other = await world.book({
    shopId,
    date: `${world.day(2)} 09:00`,
    email: (await signUp(world)).email,
  })
  const stranger = await openShop(world, world.administrator)
  const before = await placementSeen()
  const expectRefused = async (body: object, status: number, code: string | null, by = desk) => {
    const answer = await move(body, by)
    expect([body, ...refusalOf(answer)]).toEqual([body, status, code])
    expect(answer.body.error).toMatch(/^[A-Z].+[.!a-z]$/)
  }
  await expectRefused({}, 400, 'malformed')
  await expectRefused({ date: `${world.day(2)} 09:05` }, 400, 'malformed')
  await expectRefused({ date: 'tomorrow' }, 400, 'malformed')
  await expectRefused({ durationMinutes: 0 }, 400, 'malformed')
  await expectRefused({ durationMinutes: 24 * 60 }, 400, 'malformed')
  await expectRefused({ date: '2020-01-01 09:00' }, 422, 'not_a_start_time')
  await expectRefused({ bayId: 999_999 }, 422, 'bay_unknown')
  const [foreignBay] = (
    await world.context.database.pool.query<{ id: number }>('select id from bays where shop_id = $1', [
      stranger.shopId,
    ])
  ).rows
  await expectRefused({ bayId: foreignBay?.id }, 422, 'bay_unknown')
  const taken = (await desk.get(`/api/admin/board?shopId=${shopId}&from=${world.day(2)}`)).body.jobs.find(
    ({ appointmentId }: { appointmentId: string }) => appointmentId === other,
  )
  await expectRefused({ date: `${world.day(2)} 10:00`, bayId: taken.bayId }, 409, 'bay_taken')
  await expectRefused({ bayId: bayIds[1], placement: '1-2-3' }, 409, 'appointment_moved')
  await expectRefused({ bayId: bayIds[1] }, 404, 'not_found', stranger.shop)
  await expectRefused({ bayId: bayIds[1] }, 403, 'not_allowed', await joinShop(world, shopId, 'technician'))
  expect(await placementSeen()).toBe(before)
  await world.change(id, { status: 'cancelled' })
  await expectRefused({ bayId: bayIds[1] }, 409, 'appointment_not_changeable')
})

test('of two desks that move one job at once, one is told to look again', async () => {
  const placement = await placementSeen()
  const colleague = await joinShop(world, shopId, 'desk')
  const answers = await Promise.all([
    move({ date: `${world.day(2)} 09:00`, placement }),
    move({ date: `${world.day(3)} 09:00`, placement }, colleague),
  ])
  expect(answers.map((answer) => refusalOf(answer).join(' ')).toSorted()).toEqual([
    '200 ',
    '409 appointment_moved',
  ])
})

test('a move while the customer reschedules keeps one of both, and never half', async () => {
  const placement = await placementSeen()
  const [byDesk, byCustomer] = await Promise.all([
    move({ date: `${world.day(2)} 09:00`, placement }),
    world.change(id, { date: world.day(3), time: '10:00' }),
  ])
  expect(byCustomer.status).toBe(200)
  expect([200, 409]).toContain(byDesk.status)
  const { startsAt } = await world.timesOf(id)
  expect(new Date(startsAt).toISOString().slice(0, 10)).toBe(world.day(3))
})

test('a job that would last past midnight or begins in more than a year is refused', async () => {
  for (const date of [`${world.day(2)} 23:00`, '2999-02-01 09:00', '9999-12-31 23:45'])
    expect([date, ...refusalOf(await move({ date }))]).toEqual([date, 422, 'not_a_start_time'])
  const long = await move({ date: `${world.day(2)} 12:00`, durationMinutes: 780 })
  expect(refusalOf(long)).toEqual([422, 'not_a_start_time'])
  expect((await move({ date: `${world.day(2)} 12:00`, durationMinutes: 720 })).status).toBe(200)
})

test('a job after midnight is in the way too', async () => {
  const night = await world.book({
    shopId,
    date: `${world.day(2)} 09:00`,
    email: (await signUp(world)).email,
  })
  const sameBay = { bayId: bayIds[0] }
  // As an earlier version allowed it.
  await world.context.database.pool.query(
    `update appointments set bay_id = $2, starts_at = $3::timestamp at time zone '${shopZone}',
      ends_at = ($3::timestamp + interval '3 hours') at time zone '${shopZone}' where id = $1`,
    [night, bayIds[0], `${world.day(2)} 23:00`],
  )
  expect(refusalOf(await move({ date: `${addDays(world.day(2), 1)} 01:00`, ...sameBay }))).toEqual([
    409,
    'bay_taken',
  ])
})

test('the hold follows the new date', async () => {
  await world.context.database.pool.query(
    `update appointments set hold_attempted_at = '{2026-01-01}', hold_failed_at = now() where id = $1`,
    [id],
  )
  expect((await move({ date: `${world.day(5)} 09:00` })).status).toBe(200)
  const { rows } = await world.context.database.pool.query(
    'select hold_attempted_at, hold_failed_at from appointments where id = $1',
    [id],
  )
  expect(rows[0].hold_failed_at).toBeNull()
})

/** Pairs of jobs that share a bay at one time. */
async function countOverlaps(): Promise<number> {
  const { rows } = await world.context.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from appointments a join appointments b on a.id < b.id and a.bay_id = b.bay_id
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      where a.shop_id = $1 and a.state = 'booked' and b.state = 'booked'`,
    [shopId],
  )
  return rows[0]?.count ?? -1
}

test('of eight desks that move jobs to one time at a shop of two bays, two succeed', async () => {
  const jobs = [id]
  for (const index of [2, 3, 4, 5]) {
    for (let bay = 0; bay < 2 && jobs.length < 8; bay += 1) {
      const { email } = await signUp(world)
      jobs.push(await world.book({ shopId, email, date: `${world.day(index)} 09:00` }))
    }
  }
  const desks = await Promise.all(jobs.map(() => joinShop(world, shopId, 'desk')))
  const answers = await Promise.all(
    jobs.map((job, index) => move({ date: `${world.day(6)} 10:00` }, desks[index] ?? desk, job)),
  )
  const outcomes = answers.map(refusalOf).map(([status, code]) => `${status} ${code}`)
  expect(outcomes.filter((outcome) => outcome === '200 null')).toHaveLength(2)
  expect(outcomes.filter((outcome) => outcome === '409 bay_taken')).toHaveLength(6)
  expect(await countOverlaps()).toBe(0)
})

test('control: two jobs in one bay at one time are found', async () => {
  const { email } = await signUp(world)
  const other = await world.book({ shopId, email, date: `${world.day(2)} 09:00` })
  const { pool } = world.context.database
  await pool.query('alter table appointments drop constraint appointments_bay_is_free')
  await pool.query('alter table bay_times drop constraint bay_times_are_free')
  try {
    await pool.query(
      `update appointments o set bay_id = a.bay_id, starts_at = a.starts_at, ends_at = a.ends_at
        from appointments a where o.id = $1 and a.id = $2`,
      [other, id],
    )
    expect(await countOverlaps()).toBe(1)
  } finally {
    await pool.query(`update appointments set state = 'cancelled' where id = $1`, [other])
    await pool.query(`alter table appointments add constraint appointments_bay_is_free exclude using gist
      (bay_id with =, tstzrange(starts_at, ends_at) with &&) where (state in ('claimed', 'booked', 'completed'))`)
    await pool.query(`alter table bay_times add constraint bay_times_are_free exclude using gist
      (shop_id with =, bay_id with =, during with &&)`)
  }
})
