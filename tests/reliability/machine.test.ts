import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pollUntil } from '../../server/concurrency/poll-until.ts'
import { shopZone } from '../support/start-world.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { openSmallDisk } from './full-disk.ts'
import { listDecisions } from './machine-decisions.ts'
import { auditAfter, bookThrough, fellDatabase, keepConnections, keepWithoutLog } from './machine-world.ts'
import { openFixture, type Fixture, type Visit } from './provider-world.ts'
import { withSkew } from './skewed-clock.ts'

const run = batteryRun('machine', 1)
/** A sample has no time for the pool's real timeouts: there everything takes a tenth of the time. */
const timeScale = run.size < 5 ? 0.1 : 1
const minuteMs = 60_000
const weekMs = 7 * 24 * 3600 * 1000

/** Seconds until the shop's evening, far from every start of a job, so that minutes of skew change no day. */
function secondsUntilEvening(): number {
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { timeZone: shopZone, hour: 'numeric', hourCycle: 'h23' }).format(
      Date.now(),
    ),
  )
  return ((20 - hour + 24) % 24) * 3600
}

/**
 * The skew of the product's clock: minutes or days, early or late. Days are whole weeks, since a shop's
 * weekdays differ.
 */
function drawSkew(round: number): number {
  const sign = run.chance.happens(0.5) ? 1 : -1
  const minutes = run.chance.between(1, 19) * minuteMs
  return sign * (round % 2 === 0 ? minutes : run.chance.between(1, 4) * weekMs + minutes)
}

test(
  `${run.size} clocks that are minutes and days off change no decision (seed ${run.seed})`,
  async () => {
    const turn = secondsUntilEvening()
    const right = await listDecisions(turn)
    const found: string[] = []
    for (let round = 0; round < run.size; round += 1) {
      const skew = drawSkew(run.size === 1 ? run.seed : round)
      const told = await withSkew(skew, () => listDecisions(turn))
      found.push(...differences(right, told).map((line) => `${skew / minuteMs} min: ${line}`))
    }
    run.report({ 'wrong clocks': run.size, decisions: right.length, wrong: found.length })
    expect(firstOf(found)).toEqual([])
  },
  run.patience(30_000),
)

run.testWhole(
  'control: with one deadline by the clock of the database, a wrong clock changes decisions',
  async () => {
    const turn = secondsUntilEvening()
    const told = await withSkew(weekMs, () =>
      listDecisions(turn, ({ context }) =>
        context.database.pool.query(`
        create function claim_by_own_clock() returns trigger language plpgsql as $$
          begin new.claim_expires_at := now() + interval '15 minutes'; return new; end $$;
        create trigger claim_by_own_clock before insert on appointments
          for each row execute function claim_by_own_clock()`),
      ),
    )
    expect(told.filter((line) => line.startsWith('after ten minutes'))).not.toEqual([
      expect.stringContaining('claimed'),
    ])
  },
  120_000,
)

function differences(one: readonly string[], other: readonly string[]): string[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index)
    .filter((index) => one[index] !== other[index])
    .map((index) => `${other[index]} instead of ${one[index]}`)
}

/** Keeps every connection busy with a slow query, for less or for longer than the pool's timeout. */
async function occupyPool({ world }: Fixture, chance: Chance): Promise<void> {
  const { pool } = world.context.database
  const seconds = chance.between(3, 7) * timeScale
  await Promise.all(
    Array.from({ length: pool.options.max }, () => pool.query('select pg_sleep($1)', [seconds])),
  )
}

async function openPoolFixture(size: number): Promise<Fixture> {
  const fixture = await openFixture(60, 6, { POOL_SIZE: String(size) })
  const { options } = fixture.world.context.database.pool
  options.connectionTimeoutMillis = (options.connectionTimeoutMillis ?? 0) * timeScale
  return fixture
}

run.testWhole(
  `${run.size} times every connection to the database is busy, and no acknowledged answer is lost (seed ${run.seed})`,
  async () => {
    const chance = run.chance.fork(1)
    const fixture = await openPoolFixture(chance.between(1, 2))
    const found: string[] = []
    let visits = 0
    try {
      for (let round = 0; round < run.size; round += 1) {
        const made = await bookThrough(fixture, chance.fork(round), () => occupyPool(fixture, chance))
        found.push(...(await auditAfter(fixture, made)))
        visits += made.length
      }
    } finally {
      await fixture.stop()
    }
    run.report({ 'pools held': run.size, visits, wrong: found.length })
    expect(firstOf(found)).toEqual([])
  },
  run.patience(60_000),
)

run.testWhole(
  'control: when no connection returns to the pool, no booking succeeds any more',
  async () => {
    const fixture = await openPoolFixture(2)
    const giveBack = keepConnections(fixture)
    try {
      const found = await auditAfter(fixture, [], 1)
      expect(found).toEqual([expect.stringContaining('no booking succeeds')])
    } finally {
      giveBack()
      await fixture.stop()
    }
  },
  120_000,
)

run.testWhole(
  `${run.size} times the disk of the database is full, and no acknowledged answer is lost (seed ${run.seed})`,
  async ({ skip }) => {
    const disk = await openSmallDisk()
    if (!disk) {
      run.notRun('the disk was not filled: this account may not mount a small one')
      return skip()
    }
    const chance = run.chance.fork(2)
    const found: string[] = []
    const told: Record<number, number> = {}
    const fixture = await openFixture(60, 6, { DATABASE_URL: disk.url })
    try {
      for (let round = 0; round < run.size; round += 1) {
        const made = await bookThrough(fixture, chance.fork(round), async (visits) => {
          await wait(300)
          disk.fill(chance.below(64) * 1024)
          // The log of the database needs room too: without it the whole server crashes.
          if (round % 2 === 1) await fillLog(fixture)
          await Promise.all([wait(chance.between(500, 2500)), untilRefused(visits)])
          disk.empty()
        })
        found.push(...(await auditAfter(fixture, made)))
        for (const { status } of made.flatMap(({ answers }) => answers))
          told[status] = (told[status] ?? 0) + 1
      }
    } finally {
      await fixture.stop()
      await disk.stop()
    }
    run.report({
      'disks full': run.size,
      ...Object.fromEntries(Object.entries(told).map(([status, count]) => [`told ${status}`, count])),
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(told[503] ?? 0).toBeGreaterThan(0)
  },
  run.patience(60_000),
)

/**
 * A full disk does not disturb a database with free room in its own files: it stays full until a booking
 * fails.
 */
function untilRefused(visits: readonly Visit[]): Promise<void> {
  const isTurnedAway = () => visits.some(({ answers }) => answers.some(({ status }) => status === 503))
  return pollUntil(30_000, async () => isTurnedAway())
}

async function fillLog({ world }: Fixture): Promise<void> {
  const { pool } = world.context.database
  for (let file = 0; file < 3; file += 1) await pool.query('select pg_switch_wal()').catch(() => undefined)
}

async function countBooked({ world }: Fixture): Promise<number> {
  const { rows } = await world.context.database.pool.query<{ count: number }>(
    `select count(*)::int from appointments where state = 'booked'`,
  )
  return rows[0]?.count ?? 0
}

run.testWhole(
  'control: with unlogged tables a crash of the database loses answers, and they are found',
  async ({ skip }) => {
    const disk = await openSmallDisk()
    if (!disk) return skip()
    const fixture = await openFixture(60, 6, { DATABASE_URL: disk.url })
    try {
      await keepWithoutLog(fixture)
      const made = await bookThrough(fixture, run.chance.fork(3), async () => {
        // Each of the six people waits for one answer at a time, so more rows prove that an answer arrived.
        await expect.poll(() => countBooked(fixture), { timeout: 60_000, interval: 20 }).toBeGreaterThan(6)
        await fellDatabase(fixture)
      })
      const found = await auditAfter(fixture, made)
      expect(found).toContainEqual(expect.stringContaining('was told to be booked, and is undefined'))
    } finally {
      await fixture.stop()
      await disk.stop()
    }
  },
  120_000,
)
