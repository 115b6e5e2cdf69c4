import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../contract/time.ts'
import { addSecondBay, bookAtDesk } from '../support/desk-orders.ts'
import { openShop, personWith, signInAdministrator, type Answer, type Person } from '../support/people.ts'
import { joinShop } from '../support/shop-members.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { countDeadlocks } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { findBlockOverlaps, findOverlaps } from './bay-audit.ts'
import { removeBayConstraint, removeShopTurn } from './without-slot-guards.ts'

/** Each round is a day, on which the desks reach for one hour of one bay through four processes. */
const desksPerRound = 12
const roundsPerControl = 4

/** The size is the number of requests. */
const run = batteryRun('blocks', 96)
const rounds = Math.max(1, Math.round(run.size / desksPerRound))

let world: World
let desks: Person[]
let shopId: number
let bay: number
let otherBay: number

beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'error' })
  const opened = await openShop(world, await signInAdministrator(world))
  shopId = opened.shopId
  ;[bay, otherBay] = await addSecondBay(world, opened.shop, shopId)
  const { cookie } = await joinShop(world, shopId, 'desk')
  const processes = [world, ...(await Promise.all([1, 2, 3].map(() => world.addProcess())))]
  desks = processes.map((process) => personWith(process, cookie))
})
afterAll(() => world.stop())

const dayOfRound = (index: number): string => addDays(world.bookableDays()[1] ?? '', index)

function block(desk: Person, day: string, around: boolean): Promise<Answer> {
  // Every job covers this hour, so a block that goes around a job has no piece left.
  return desk.post('/api/admin/blocks', {
    shopId,
    bayIds: [bay],
    from: `${day} 12:00`,
    to: `${day} 13:00`,
    reason: 'Lunch',
    ...(around && { around }),
  })
}

/** Blocks, bookings and moves into one hour of one bay: any two of them overlap. */
async function playRound(index: number): Promise<Answer[]> {
  const day = dayOfRound(index)
  const mover = await bookAtDesk(desks[0] as Person, { shopId, date: `${day} 12:00` }, { bayId: otherBay })
  expect(mover.status, mover.body.error).toBe(201)
  const starts = ['10:00', '11:00', '12:00']
  const chance = run.chance.fork(index)
  const requests = Array.from({ length: desksPerRound }, (_, caller) => {
    const desk = desks[caller % desks.length] as Person
    if (caller === 0) return () => desk.patch(`/api/admin/appointments/${mover.body.id}`, { bayId: bay })
    if (caller % 2 === 0) return () => block(desk, day, caller % 4 === 0)
    return () =>
      bookAtDesk(desk, { shopId, date: `${day} ${starts[caller % starts.length]}` }, { bayId: bay })
  })
  return Promise.all(chance.shuffled(requests).map((send) => send()))
}

const isWon = ({ status }: Answer): boolean => status === 200 || status === 201
const refusals = ['bay_taken', 'slot_taken', 'bay_blocked', 'jobs_in_the_way', 'already_blocked']

/** Answers that are neither won nor refused in words. */
const unexplained = (answers: readonly Answer[]): string[] =>
  answers
    .filter(
      (each) =>
        !isWon(each) && !(each.status === 409 && refusals.includes(each.headers.get('x-refusal') ?? '')),
    )
    .map(({ status, body }) => `${status} ${body.error}`)

test(
  'of desks that block, book and move into one hour of one bay, one wins each time',
  async () => {
    const found: string[] = []
    let [blocks, jobs] = [0, 0]
    for (let index = 0; index < rounds; index += 1) {
      const answers = await playRound(index)
      const won = answers.filter(isWon)
      if (won.length !== 1) found.push(`${won.length} won in round ${index}`)
      found.push(...unexplained(answers))
      if (won[0]?.body.ids === undefined) jobs += 1
      else blocks += 1
    }
    const { pool } = world.context.database
    found.push(...(await findOverlaps(pool)), ...(await findBlockOverlaps(pool)))
    run.report({ requests: rounds * desksPerRound, rounds, 'won by blocks': blocks, 'by jobs': jobs })
    expect(firstOf(found)).toEqual([])
    expect(await countDeadlocks(pool)).toBe(0)
    // Over many rounds both sides win some, or the race would prove nothing.
    expect(rounds < 50 || Math.min(blocks, jobs) > 0).toBe(true)
  },
  run.patience(200),
)

/**
 * Whether the answer is one of a deadlock. Without the shop's lock, requests that enter the constraint at one
 * instant wait for each other: the database refuses one after a second (40P01), and those behind it wait
 * longer than a lock may take (503).
 */
function isOfDeadlock(answer: string): boolean {
  if (answer.startsWith('503 ')) return true
  return world.logLines.some((line) => {
    const { requestId, err } = JSON.parse(line) as { requestId: string; err?: { code?: string } }
    return err?.code === '40P01' && answer.includes(requestId)
  })
}

test('without the shop row lock the constraint alone keeps them apart', async () => {
  const { pool } = world.context.database
  await removeShopTurn(pool)
  const answers: Answer[] = []
  for (let index = 0; index < roundsPerControl; index += 1) answers.push(...(await playRound(rounds + index)))
  expect(firstOf(unexplained(answers).filter((each) => !isOfDeadlock(each)))).toEqual([])
  expect(await findBlockOverlaps(pool)).toEqual([])
  expect(await findOverlaps(pool)).toEqual([])
}, 60_000)

test('control: without the constraint either, jobs lie in blocks', async () => {
  const { pool } = world.context.database
  await removeBayConstraint(pool)
  for (let index = 0; index < roundsPerControl; index += 1) await playRound(rounds + roundsPerControl + index)
  expect((await findBlockOverlaps(pool)).length).toBeGreaterThan(0)
}, 60_000)
