import { isDeepStrictEqual } from 'node:util'
import { Pool } from 'pg'
import { bookingWindow, weekdaysOfWindow } from '../contract/slots/booking-window.ts'
import type { Slot } from '../contract/slots/free-slots.ts'
import { startBare } from './bare.ts'
import type { Bench } from './bench.ts'
import { atLeast, inWords, shown, type Line } from './line.ts'
import { inTurns, median } from './measure.ts'
import { outsideOf } from './outside.ts'
import { isProcessorTimeKnown, processorTimeFor } from './processor-time.ts'
import { createDatabase, startServer, type Server } from './product.ts'
import { measureRate } from './run-load.ts'
import { seedAppointments } from './seed-appointments.ts'

/** Two servers over one database: ours, and one that does nothing else. */
type Pair = { pool: Pool; own: Server; bare: Server; day: string; close(): Promise<void> }

export function pairOf(bench: Bench): Promise<Pair> {
  return bench.once('pair', () => openPair(bench))
}

async function openPair(bench: Bench): Promise<Pair> {
  const databaseUrl = await createDatabase(bench, 'pair')
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  const now = Date.now()
  await seedAppointments(pool, 1000, now)
  const own = await startServer(bench, { name: 'pair', databaseUrl, outside: await outsideOf(bench) })
  const bare = await startBare(bench, { databaseUrl, withDays: true })
  return {
    pool,
    own,
    bare,
    day: weekdaysOfWindow(bookingWindow(now, 'America/Los_Angeles'))[0] ?? '',
    close: async () => {
      await own.close()
      await bare.close()
      await pool.end()
    },
  }
}

type Question = { what: string; own: string; bare: string; target: number }

async function readJson(url: string): Promise<unknown> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Both must say the same, and some starts must be free and some not, before their speed counts. */
async function requireRightAnswers(question: Question): Promise<void> {
  const [own, bare] = [await readJson(question.own), await readJson(question.bare)]
  const slots = (own as unknown[]).flatMap((one) =>
    typeof one === 'object' && one !== null && 'slots' in one ? (one.slots as Slot[]) : [one as Slot],
  )
  const free = slots.filter(({ available }) => available).length
  if (!isDeepStrictEqual(own, bare) || free === 0 || free === slots.length)
    throw new Error(`${question.what}: ${JSON.stringify(own)} against ${JSON.stringify(bare)}`)
}

type Figures = { rate: number; cost: number }

/** Answers per second, and microseconds of processor time that the server and its database need for one. */
async function measureLoad(
  bench: Bench,
  { server, url }: { server: Server; url: string },
  { pool }: Pair,
  callers: number,
): Promise<Figures> {
  const { seconds } = bench
  let rate = 0
  const used = await processorTimeFor({ pids: [server.pid], pool }, async () => {
    rate = await measureRate(bench, url, { callers, seconds })
  })
  return { rate, cost: ((used.server + used.database) * 1000) / (rate * seconds) }
}

async function compare(bench: Bench, pair: Pair, question: Question, callers: number): Promise<Line[]> {
  const asked = [
    { server: pair.own, url: question.own },
    { server: pair.bare, url: question.bare },
  ]
  if (!bench.quick) asked.push({ server: pair.own, url: `${pair.own.url}/api/config` })
  const measures = asked.map((one) => () => measureLoad(bench, one, pair, callers))
  const rounds = await inTurns(bench.rounds, measures)
  const [own, bare, empty] = rounds.map((figures) => ({
    rate: median(figures.map(({ rate }) => rate)),
    cost: median(figures.map(({ cost }) => cost)),
  }))
  if (!own || !bare) return []
  const what = `${question.what}, ${callers} callers`
  return [
    atLeast(question.target, {
      what: `${what}, against a bare fastify + pg that asks the same`,
      figure: `${inWords(own.rate)}/s against ${inWords(bare.rate)}/s = ${inWords(own.rate / bare.rate)}`,
      value: own.rate / bare.rate,
    }),
    ...(isProcessorTimeKnown
      ? [
          shown(
            `${what}, processor time of an answer with its database, against the same`,
            `${inWords(own.cost)} µs against ${inWords(bare.cost)} µs = ${inWords(own.cost / bare.cost)}`,
            own.cost / bare.cost,
          ),
        ]
      : []),
    ...(empty
      ? [
          shown(
            `${what}, against \`/api/config\`, a route of the same server that asks nothing`,
            `${inWords(own.rate)}/s against ${inWords(empty.rate)}/s = ${inWords(own.rate / empty.rate)}`,
            own.rate / empty.rate,
          ),
        ]
      : []),
  ]
}

/** What each of our answers costs whatever it says: one that asks nothing, against the same of the bare server. */
async function compareEmpty(bench: Bench, pair: Pair): Promise<Line[]> {
  const { own, bare } = pair
  const callers = 8
  const rounds = await inTurns(bench.rounds, [
    () => measureLoad(bench, { server: own, url: `${own.url}/api/config` }, pair, callers),
    () => measureLoad(bench, { server: bare, url: `${bare.url}/empty?date=today` }, pair, callers),
  ])
  const costs = rounds.map((figures) => median(figures.map(({ cost }) => cost)))
  const [ownCost = Number.NaN, bareCost = Number.NaN] = costs
  return [
    shown(
      `an answer that asks nothing, ${callers} callers, processor time against that of a bare fastify`,
      `${inWords(ownCost)} µs against ${inWords(bareCost)} µs = ${inWords(ownCost / bareCost)}`,
      ownCost / bareCost,
    ),
  ]
}

/** Free times of one day, and of the ten weekdays' span in one call, against what a server costs that only asks and answers. */
export async function measureAvailability(bench: Bench): Promise<Line[]> {
  const pair = await pairOf(bench)
  const asked = `date=${pair.day}&shopId=5&productId=2`
  const ownPath = `${pair.own.url}/api/appointments/availability?${asked}`
  const questions: Question[] = [
    { what: 'free times of a day', own: ownPath, bare: `${pair.bare.url}/day?${asked}`, target: 0.9 },
    {
      what: 'free times of ten days',
      own: `${ownPath}&days=10`,
      bare: `${pair.bare.url}/days?${asked}&days=10`,
      target: 0.6,
    },
  ]
  const lines: Line[] = []
  for (const question of questions) {
    await requireRightAnswers(question)
    // The engine takes longer to make the larger one fast.
    await measureRate(bench, question.own, { callers: 8, seconds: 2 })
    await measureRate(bench, question.bare, { callers: 8, seconds: 1 })
    for (const callers of bench.quick ? [8] : [8, 64])
      lines.push(...(await compare(bench, pair, question, callers)))
  }
  if (isProcessorTimeKnown && !bench.quick) lines.push(...(await compareEmpty(bench, pair)))
  return lines
}
