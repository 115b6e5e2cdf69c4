import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSecondBay, bookAtDesk } from '../support/desk-orders.ts'
import { openShop, personWith, signInAdministrator, type Person } from '../support/people.ts'
import { joinShop } from '../support/shop-members.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { countDeadlocks } from './audit.ts'
import { askOtherwise } from './ask-otherwise.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { auditWork, type WorkDeeds } from './work-audit.ts'
import { liveWorkDay, type LivedDay } from './work-days.ts'

const daysPerControl = 6
/** The size is the number of days. */
const run = batteryRun('work', 12)

let world: World
let processes: Pick<World, 'url' | 'context'>[]
let people: Person[]
let like: string

beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'error' })
  const { shop, shopId } = await openShop(world, await signInAdministrator(world))
  const [bayId] = await addSecondBay(world, shop, shopId)
  const desk = await joinShop(world, shopId, 'desk')
  processes = [world, await world.addProcess()]
  people = processes.flatMap((process) => [
    personWith(process, desk.cookie),
    personWith(process, shop.cookie),
  ])
  const booked = await bookAtDesk(
    desk,
    { shopId, date: `${world.bookableDays()[0]} 09:00` },
    // With an email, so that the ready car is told.
    { bayId, contact: { name: 'Dolores Haze', phone: '(626) 555-0177', email: 'dolores@example.test' } },
  )
  expect(booked.status, booked.body.error).toBe(201)
  like = booked.body.id as string
})
afterAll(() => world.stop())

async function liveDays(first: number, count: number): Promise<WorkDeeds & { days: number }> {
  const lived: LivedDay[] = []
  for (let index = first; index < first + count; index += 1)
    lived.push(await liveWorkDay({ world, people, like, index, chance: run.chance.fork(index) }))
  return {
    days: count,
    presses: lived.flatMap(({ presses }) => presses),
    cancelled: new Set(lived.flatMap(({ cancelled }) => cancelled)),
    paid: new Set(lived.flatMap(({ paid }) => paid)),
  }
}

test(
  'in random days of a shop every work order tells one legal history',
  async () => {
    const { pool } = world.context.database
    const deeds = await liveDays(0, run.size)
    const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from work_events')
    const refused = deeds.presses.filter(({ statuses }) => !statuses.includes(200)).length
    run.report({
      days: deeds.days,
      jobs: new Set(deeds.presses.map(({ appointmentId }) => appointmentId)).size,
      presses: deeds.presses.length,
      events: rows[0]?.count ?? 0,
      refused,
      cancelled: deeds.cancelled.size,
      paid: deeds.paid.size,
    })
    expect(firstOf(await auditWork(pool, deeds))).toEqual([])
    expect(await countDeadlocks(pool)).toBe(0)
    // Both outcomes happen, or the days would prove little.
    expect(Math.min(refused, rows[0]?.count ?? 0)).toBeGreaterThan(run.size)
  },
  run.patience(2000),
)

test('control: without the row lock of the appointment, the audit finds histories that contradict', async () => {
  const restores = processes.map(({ context }) =>
    askOtherwise(context.database, (text) =>
      text.includes('"s"."time_zone"') ? text.replace(' for update of "a"', '') : text,
    ),
  )
  const found: string[] = []
  // One day may pass by chance.
  for (let round = 0; round < 8 && found.length === 0; round += 1) {
    const deeds = await liveDays(run.size + round * daysPerControl, daysPerControl)
    found.push(...(await auditWork(world.context.database.pool, deeds)))
  }
  restores.forEach((restore) => restore())
  expect(found).not.toEqual([])
}, 120_000)
