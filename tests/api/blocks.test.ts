import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../contract/time.ts'
import { addSecondBay, bookAtDesk } from '../support/desk-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, signUp, type Answer, type Person } from '../support/people.ts'
import { joinShop, openStaffedShop } from '../support/shop-members.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number
let bayIds: number[]

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

beforeEach(async () => {
  ;({ owner, desk, shopId } = await openStaffedShop(world))
  bayIds = await addSecondBay(world, owner, shopId)
})

/** A Tuesday to Friday that customers can book, so that no edge of the window is near. */
const day = () => world.bookableDays().find((one) => weekdayOf(one) >= 2 && weekdayOf(one) <= 4) ?? ''
const block = (changes: Record<string, unknown> = {}, by: Person = desk): Promise<Answer> =>
  by.post('/api/admin/blocks', {
    shopId,
    bayIds,
    from: `${day()} 12:00`,
    to: `${day()} 13:00`,
    reason: 'Lunch',
    ...changes,
  })
const book = (date: string, bayId?: number): Promise<Answer> =>
  bookAtDesk(desk, { shopId, date }, bayId === undefined ? {} : { bayId })
const boardOf = async (from = day()) =>
  (await desk.get(`/api/admin/board?shopId=${shopId}&from=${from}`)).body as {
    blocks: {
      id: string
      bayId: number
      startMinutes: number
      endMinutes: number
      reason: string
      isWeekly: boolean
    }[]
  }
const slotsOf = async () =>
  (await world.customer.get(`/api/appointments/availability?date=${day()}&shopId=${shopId}&productId=1`))
    .body as {
    time: string
    available: boolean
  }[]
const isFree = async (time: string) => (await slotsOf()).find((slot) => slot.time === time)?.available
const countOverlaps = async () =>
  Number(
    (
      await world.context.database.pool.query(
        `select count(*) from blocks k join appointments a on a.shop_id = k.shop_id and a.bay_id = k.bay_id
          and a.state in ('claimed', 'booked', 'completed') and tstzrange(a.starts_at, a.ends_at) && tstzrange(k.starts_at, k.ends_at)
          where k.state = 'active' and k.shop_id = $1`,
        [shopId],
      )
    ).rows[0].count,
  )

test('a block of every bay takes its time from customers and stands on the board', async () => {
  expect(await isFree('12:00')).toBe(true)
  const made = await block()
  expect([made.status, made.body]).toMatchObject([201, { seriesId: null, conflicts: 0 }])
  expect(made.body.ids).toHaveLength(2)
  // A job of three hours from 10:00 on would run into it.
  expect([await isFree('9:00'), await isFree('10:00'), await isFree('12:00'), await isFree('13:00')]).toEqual(
    [true, false, false, true],
  )
  expect((await boardOf()).blocks).toMatchObject([
    { bayId: bayIds[0], startMinutes: 720, endMinutes: 780, reason: 'Lunch', isWeekly: false },
    { bayId: bayIds[1], startMinutes: 720, endMinutes: 780 },
  ])
  expect(JSON.stringify(await slotsOf())).not.toContain('Lunch')
})

test('a block of one bay leaves the other one, and the desk hears its reason', async () => {
  await block({ bayIds: [bayIds[0]] })
  expect(await isFree('12:00')).toBe(true)
  const refused = await book(`${day()} 11:00`, bayIds[0])
  expect(refusalOf(refused)).toEqual([409, 'bay_blocked'])
  expect(refused.body.error).toContain('(Lunch)')
  const elsewhere = await book(`${day()} 11:00`)
  expect(elsewhere.status).toBe(201)
  const dragged = await desk.patch(`/api/admin/appointments/${elsewhere.body.id}`, { bayId: bayIds[0] })
  expect(refusalOf(dragged)).toEqual([409, 'bay_blocked'])
})

test('jobs in the way are listed before, refuse the block, and stay when it goes around them', async () => {
  const job = await book(`${day()} 11:00`, bayIds[0])
  const wanted = { shopId, bayIds, from: `${day()} 09:00`, to: `${day()} 17:00` }
  const preview = await desk.post('/api/admin/blocks/preview', wanted)
  expect(preview.body).toMatchObject({ total: 1, jobs: [{ appointmentId: job.body.id, bayName: 'Bay 1' }] })
  const refused = await block(wanted)
  expect(refusalOf(refused)).toEqual([409, 'jobs_in_the_way'])
  expect(refused.body.error).toBe('1 job lies in it: move it, or block around.')
  expect((await boardOf()).blocks).toEqual([])
  expect((await block({ ...wanted, around: true })).status).toBe(201)
  expect((await boardOf()).blocks.map((one) => [one.bayId, one.startMinutes, one.endMinutes])).toEqual([
    [bayIds[0], 540, 660],
    [bayIds[1], 540, 1020],
    [bayIds[0], 840, 1020],
  ])
  expect(await countOverlaps()).toBe(0)
  expect(refusalOf(await block({ ...wanted, around: true }))).toEqual([409, 'already_blocked'])
})

test('a removed block gives its time back, once', async () => {
  const { body } = await block()
  for (const id of body.ids as string[])
    expect((await desk.remove(`/api/admin/blocks/${id}`)).status).toBe(200)
  expect(await isFree('12:00')).toBe(true)
  expect(refusalOf(await desk.remove(`/api/admin/blocks/${body.ids[0]}`))).toEqual([404, 'not_found'])
})

test('a weekly block is written half a year ahead at one wall time, and further with the clock', async () => {
  const made = await block({ bayIds: [bayIds[0]], weekly: true })
  expect(made.status).toBe(201)
  const wallTimes = async () =>
    (
      await world.context.database.pool.query<{ day: string; wall: string }>(
        `select day::text, to_char(starts_at at time zone 'America/Los_Angeles', 'HH24:MI') as wall
          from blocks where series_id = $1 order by day`,
        [made.body.seriesId],
      )
    ).rows
  const first = await wallTimes()
  expect(first.length).toBeGreaterThanOrEqual(25)
  // Over the change of clocks in March.
  expect(new Set(first.map(({ wall }) => wall))).toEqual(new Set(['12:00']))
  expect(first[1]?.day).toBe(addDays(day(), 7))
  await world.advance(8 * 86_400)
  await world.runJobs()
  const later = await wallTimes()
  expect(later.length).toBe(first.length + 1)
  await world.runJobs()
  expect((await wallTimes()).length).toBe(later.length)
})

test('one day of a weekly block is skipped, and its end removes the later ones', async () => {
  const { body } = await block({ bayIds: [bayIds[0]], weekly: true })
  const second = addDays(day(), 7)
  const [one] = (await boardOf(second)).blocks
  expect(one?.isWeekly).toBe(true)
  await desk.remove(`/api/admin/blocks/${one?.id}`)
  expect((await boardOf(second)).blocks).toEqual([])
  expect((await boardOf(addDays(day(), 14))).blocks).toHaveLength(1)
  await desk.remove(`/api/admin/blocks/${body.ids[0]}?later=true`)
  for (const weeks of [0, 1, 2]) expect((await boardOf(addDays(day(), weeks * 7))).blocks).toEqual([])
  await world.advance(8 * 86_400)
  await world.runJobs()
  const { rows } = await world.context.database.pool.query(
    `select count(*)::int as count from blocks where shop_id = $1 and state = 'active'`,
    [shopId],
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('a week with a job in it stands in attention until the job leaves', async () => {
  const second = addDays(day(), 7)
  const job = await book(`${second} 11:00`, bayIds[0])
  expect(refusalOf(await block({ bayIds: [bayIds[0]], weekly: true }))).toEqual([409, 'jobs_in_the_way'])
  const made = await block({ bayIds: [bayIds[0]], weekly: true, around: true })
  expect(made.body.conflicts).toBe(1)
  const items = async () =>
    (await desk.get('/api/admin/attention')).body.items.filter(
      ({ reason }: { reason: string }) => reason === 'block_conflict',
    )
  expect(await items()).toMatchObject([{ appointmentId: job.body.id, blockId: expect.any(String) }])
  expect((await boardOf(second)).blocks).toEqual([])
  await desk.patch(`/api/admin/appointments/${job.body.id}`, { bayId: bayIds[1] })
  expect(await items()).toEqual([])
  await world.runJobs()
  expect((await boardOf(second)).blocks).toHaveLength(1)
})

test('a job that stays makes its week skip the block', async () => {
  const second = addDays(day(), 7)
  await book(`${second} 11:00`, bayIds[0])
  await block({ bayIds: [bayIds[0]], weekly: true, around: true })
  const [item] = (await desk.get('/api/admin/attention')).body.items
  expect((await desk.remove(`/api/admin/blocks/${item.blockId}`)).status).toBe(200)
  expect((await desk.get('/api/admin/attention')).body.items).toEqual([])
})

test('of desks that book, and desks that block, one bay at one time, one wins', async () => {
  const answers = await Promise.all([
    block({ bayIds: [bayIds[0]], from: `${day()} 09:00`, to: `${day()} 12:00` }),
    book(`${day()} 09:00`, bayIds[0]),
    block({ bayIds: [bayIds[0]], from: `${day()} 10:00`, to: `${day()} 13:00` }, owner),
    book(`${day()} 10:00`, bayIds[0]),
    book(`${day()} 11:00`, bayIds[0]),
  ])
  const refused = answers.filter(({ status }) => status !== 201).map((answer) => refusalOf(answer)[1])
  for (const code of refused)
    expect(['bay_taken', 'bay_blocked', 'jobs_in_the_way', 'already_blocked']).toContain(code)
  expect(refused.length).toBeGreaterThan(1)
  expect(await countOverlaps()).toBe(0)
})

test('the database itself refuses a job in a blocked time, and a block in the time of a job', async () => {
  const { pool } = world.context.database
  await block({ bayIds: [bayIds[0]] })
  const job = await book(`${day()} 13:00`, bayIds[0])
  const into = pool.query("update appointments set starts_at = starts_at - interval '1 hour' where id = $1", [
    job.body.id,
  ])
  await expect(into).rejects.toMatchObject({ code: '23P01', constraint: 'bay_times_are_free' })
  const over = pool.query(`update blocks set ends_at = ends_at + interval '1 hour' where shop_id = $1`, [
    shopId,
  ])
  await expect(over).rejects.toMatchObject({ code: '23P01' })
})

test('control: without the constraint of both, the same writes overlap', async () => {
  const { pool } = world.context.database
  await block({ bayIds: [bayIds[0]] })
  const job = await book(`${day()} 13:00`, bayIds[0])
  await pool.query('alter table bay_times drop constraint bay_times_are_free')
  try {
    await pool.query("update appointments set starts_at = starts_at - interval '1 hour' where id = $1", [
      job.body.id,
    ])
    expect(await countOverlaps()).toBe(1)
  } finally {
    await pool.query(`update appointments set state = 'cancelled' where id = $1`, [job.body.id])
    await pool.query(`alter table bay_times add constraint bay_times_are_free
      exclude using gist (shop_id with =, bay_id with =, during with &&)`)
  }
})

test.each([
  ['an end before the start', { to: '2026-01-01 09:00' }, [400, 'malformed']],
  ['no bay', { bayIds: [] }, [400, 'malformed']],
  ['a bay of another shop', { bayIds: [999_999] }, [422, 'bay_unknown']],
  ['no reason', { reason: ' ' }, [400, 'malformed']],
  ['a time that is over', { from: '2026-01-05 09:00', to: '2026-01-05 10:00' }, [422, 'not_a_start_time']],
  ['three months', { to: '2027-05-01 09:00' }, [400, 'malformed']],
])('%s is refused in words', async (_, changes, expected) => {
  const answer = await block(changes)
  expect(refusalOf(answer)).toEqual(expected)
  expect(answer.body.error).toMatch(/\w+ \w+/)
})

test('a technician, a customer and another shop may not block', async () => {
  const technician = await joinShop(world, shopId, 'technician')
  const other = (await openShop(world, world.administrator)).shop
  const customer = await signUp(world)
  const { body } = await block()
  for (const by of [technician, other, customer]) {
    expect([403, 404]).toContain((await block({ from: `${day()} 14:00`, to: `${day()} 15:00` }, by)).status)
    expect([403, 404]).toContain((await by.remove(`/api/admin/blocks/${body.ids[0]}`)).status)
  }
  expect((await boardOf()).blocks).toHaveLength(2)
})

test('a weekly block over another block names it, and one more than a year ahead is refused', async () => {
  await block({ bayIds: [bayIds[0]] })
  for (const around of [false, true]) {
    const refused = await block({ bayIds: [bayIds[0]], weekly: true, around, reason: 'Training' })
    expect(refusalOf(refused)).toEqual([409, 'already_blocked'])
    expect(refused.body.error).toContain('Another block lies in it')
  }
  for (const year of ['2999', '9999'])
    for (const weekly of [false, true]) {
      const far = await block({ from: `${year}-12-31 09:00`, to: `${year}-12-31 10:00`, weekly })
      expect(refusalOf(far)).toEqual([422, 'not_a_start_time'])
    }
})
