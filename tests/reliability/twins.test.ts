import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingWindow, weekdaysOfWindow } from '../../contract/slots/booking-window.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { orderFor } from '../support/orders.ts'
import { personWith, signUp } from '../support/people.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { auditMoney } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { startCountingMailbox, type CountingMailbox } from './counting-mailbox.ts'
import { openServerStage, type ServerProcess, type ServerStage } from './server-stage.ts'
import { auditWork, endRightsOf, writeDownTakers } from './twin-audit.ts'
import { widenShop } from './wide-shop.ts'

const bookingsPerRound = 10
/** The longest time for the jobs to finish due work, in real milliseconds. */
const jobsTimeoutMs = 60_000
const day = 86_400

const run = batteryRun('twins', 1)

type Twin = { name: string; server: ServerProcess; port: number }

let databaseUrl: string
let mailbox: CountingMailbox
let stage: ServerStage
let pool: Pool
let twins: [Twin, Twin]
let cookie: string
let launched = 0
/** The processes killed so far. */
const killed = new Set<string>()

async function launch(port: number, before?: string): Promise<Twin> {
  launched += 1
  const name = `twin-${launched}`
  const environment = { DATABASE_URL: `${databaseUrl}?application_name=${name}` }
  const server = await stage.launch({ port, environment, ...(before === undefined ? {} : { before }) })
  return { name, server, port }
}

beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  mailbox = await startCountingMailbox(60)
  stage = await openServerStage({ DATABASE_URL: databaseUrl, SMTP_URL: mailbox.smtpUrl })
  pool = new Pool({ connectionString: databaseUrl, max: 2 })
  await writeDownTakers(pool)
  await widenShop(pool, 60)
  const ports = [stage.port, await findFreePort()] as const
  twins = await Promise.all([launch(ports[0]), launch(ports[1])])
  cookie = (await signUp(twins[0].server)).cookie
}, 180_000)
afterAll(async () => {
  await stage?.stop()
  await mailbox?.close()
  await pool?.end()
})

/** Books through both processes, several at once. */
async function bookSome(chance: Chance): Promise<void> {
  const now = await stage.now()
  const bookableDays = () => weekdaysOfWindow(bookingWindow(now, 'America/Los_Angeles'))
  await Promise.all(
    Array.from({ length: bookingsPerRound }, async (_, index) => {
      const own = chance.fork(index)
      const date = `${own.pick(bookableDays())} ${String(own.between(9, 12)).padStart(2, '0')}:00`
      const person = personWith(own.pick(twins).server, cookie)
      await person.post(
        '/api/appointments',
        orderFor({ bookableDays }, { date, email: `p${index}@example.test` }),
      )
    }),
  )
}

/** Moves every clock and tells both processes, so that both do the due work; a killed one gives no answer. */
async function moveClocks(seconds: number): Promise<void> {
  // Read before the clock moves: a later read may return either time, and one process would be days ahead.
  const offset = Math.round((await stage.now()) / 1000) + seconds - Math.round(Date.now() / 1000)
  await Promise.all([
    stage.outside.advance(seconds).catch(() => undefined),
    stage.turnClockOf(twins[1].server, Math.max(0, offset)).catch(() => undefined),
  ])
}

async function audit(): Promise<string[]> {
  const [intents, now] = [await stage.outside.intents(), await stage.now()]
  const work = await auditWork({ pool, taken: mailbox.taken, killed, intents, now })
  return [...(await auditMoney({ pool, intents, now })), ...work]
}

async function auditAtRest(): Promise<string[]> {
  for (const until = Date.now() + jobsTimeoutMs; ; await wait(300)) {
    for (const name of killed) await endRightsOf(pool, name)
    await moveClocks(31)
    const found = await audit()
    if (found.length === 0 || Date.now() > until) return found
  }
}

/** Kills one of the two while both book, send and renew; returns the amount of its unfinished work. */
async function killOne(chance: Chance): Promise<number> {
  await bookSome(chance)
  const booking = bookSome(chance.fork(99)).catch(() => undefined)
  const turning = moveClocks(chance.between(4, 8) * day)
  await wait(chance.between(0, 700))
  const place = chance.pick([0, 1] as const)
  const { name, server, port } = twins[place]
  await server.kill()
  killed.add(name)
  await Promise.all([booking, turning])
  const underWay = await endRightsOf(pool, name)
  twins[place] = await launch(port)
  return underWay
}

test(
  `${run.size} kills of one of two processes lose no job and repeat none (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    let [kills, underWay] = [0, 0]
    while (kills < run.size && found.length === 0) {
      underWay += await killOne(run.chance.fork(kills))
      kills += 1
      found.push(...(await auditAtRest()))
    }
    const { rows } = await pool.query<{ holds: number; renewals: number }>(
      `select count(*)::int as holds, count(*) filter (where purpose = 'renewal')::int as renewals from holds`,
    )
    run.report({
      kills,
      mails: mailbox.taken.size,
      holds: rows[0]?.holds ?? 0,
      renewals: rows[0]?.renewals ?? 0,
      'under way at the kill': underWay,
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(mailbox.taken.size).toBeGreaterThan(0)
  },
  run.patience(90_000),
)

run.testWhole(
  'control: if a mail is not claimed while it is sent, it is sent twice',
  async () => {
    await Promise.all(twins.map(({ server }) => server.kill()))
    for (const { name } of twins) killed.add(name)
    const [one, other] = twins
    twins = await Promise.all([
      launch(one.port, 'without-claims.ts'),
      launch(other.port, 'without-claims.ts'),
    ])
    const twice: string[] = []
    for (let round = 1; round <= 5 && twice.length === 0; round++) {
      await bookSome(run.chance.fork(-round))
      await moveClocks(31)
      twice.push(...(await audit()).filter((sentence) => /was sent \d+ times/.test(sentence)))
    }
    expect(twice).not.toEqual([])
  },
  120_000,
)
