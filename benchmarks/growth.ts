import { setTimeout as wait } from 'node:timers/promises'
import { bookingWindow, weekdaysOfWindow } from '../contract/slots/booking-window.ts'
import type { Bench } from './bench.ts'
import { compareCsv, comparePage, type Question } from './growth-questions.ts'
import { atMost, inWords, notRun, shown, type Line } from './line.ts'
import { inTurns, median } from './measure.ts'
import { isProcessorTimeKnown, processorTimeFor } from './processor-time.ts'
import { wanted } from './seed-appointments.ts'
import { askTown, openTown, type Town } from './town.ts'

function listQuestions(): Question[] {
  const day = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))[1]
  const wantedOnly =
    (count: number) =>
    (_: Town, { text }: { text: string }) => {
      const rows = JSON.parse(text) as { customerName: string }[]
      const isRight = rows.length === count && rows.every(({ customerName }) => customerName === wanted.name)
      return isRight ? null : 'other rows'
    }
  const pages = '/api/admin/appointments?limit=50'
  return [
    {
      what: 'free times of a day',
      path: `/api/appointments/availability?date=${day}&shopId=5&productId=1`,
      mostRatio: 1.2,
      findFault: (_, { text }) => {
        const slots = JSON.parse(text) as { time: string; available: boolean }[]
        const free = slots.flatMap((slot) => (slot.available ? [slot.time] : []))
        return slots.length === 8 && free.join() === '12:00,13:00,14:00' ? null : `free at ${free.join()}`
      },
    },
    { what: "the administrator's first page", path: pages, mostRatio: 1.3, findFault: comparePage('true') },
    {
      what: 'search by VIN',
      path: `${pages}&search=${wanted.vin}`,
      mostRatio: 1.3,
      findFault: wantedOnly(1),
    },
    {
      what: "search by part of a customer's name",
      path: `${pages}&search=thistlew`,
      mostRatio: 1.3,
      findFault: wantedOnly(wanted.appointments),
    },
    {
      what: "a customer's own list",
      path: '/api/appointments/user/all',
      byCustomer: true,
      mostRatio: 1.3,
      findFault: (_, { text }) => {
        const rows = JSON.parse(text) as unknown[]
        return rows.length === wanted.appointments ? null : `${rows.length} rows`
      },
    },
    {
      what: 'search by a name of some in a thousand',
      path: `${pages}&search=chen`,
      findFault: comparePage(`(customer_name ilike '%chen%' or customer_email ilike '%chen%')`),
    },
    {
      what: 'CSV, its first 1,000 rows',
      path: '/api/admin/appointments.csv',
      lines: 1000,
      findFault: compareCsv(1000),
    },
  ]
}

/** How long a town is asked before the next one's turn. */
const turnMs = 200
const quickTurnMs = 100

type RestingTown = Town & { restShare: number }
type Figures = { cost: number; took: number }

const sumOf = ({ server, database }: { server: number; database: number }): number => server + database

/** Longer than from one tick of a server's jobs to the next: in a second between two of them a town may seem at rest that is not. */
const restMs = 20_000
const longestUnrestMs = 300_000
/** As a share of one processor: what is looked for all the time must not cost by how much there is. */
const mostAtRest = 0.05

/** Waits until what a start catches up with is done, and gives the processor time that a town then uses by itself, as a share of one processor. */
async function comeToRest(town: Town, forMs: number): Promise<number> {
  const until = performance.now() + longestUnrestMs
  for (;;) {
    const began = performance.now()
    const used = sumOf(await processorTimeFor({ pids: [town.pid], pool: town.pool }, () => wait(forMs)))
    const share = used / (performance.now() - began)
    if (share <= mostAtRest || performance.now() > until) return share
  }
}

/** Milliseconds of processor time of one answer with its database, beyond what the town uses by itself, and how long somebody waits for it. */
async function measureTown(town: RestingTown, question: Question, times: number): Promise<Figures> {
  const took: number[] = []
  const begun = performance.now()
  const used = await processorTimeFor({ pids: [town.pid], pool: town.pool }, async () => {
    for (let time = 0; time < times; time++) {
      const began = performance.now()
      await askTown(town, question)
      took.push(performance.now() - began)
    }
  })
  const byItself = town.restShare * (performance.now() - begun)
  return { cost: (sumOf(used) - byItself) / times, took: median(took) }
}

async function measureQuestion(
  bench: Bench,
  towns: readonly RestingTown[],
  question: Question,
): Promise<Line> {
  const { what, mostRatio } = question
  const warm: number[] = []
  for (const town of towns) {
    const fault = await question.findFault(town, await askTown(town, question))
    if (fault !== null) throw new Error(`${what} among ${town.size}: ${fault}`)
    // What a product in use has warm is warmed: its code, its statements, the pages of the database.
    warm.push((await measureTown(town, question, 30)).took)
  }
  // Short turns and many of them: what else the machine does lasts for seconds and meets all alike.
  const times = Math.ceil((bench.quick ? quickTurnMs : turnMs) / Math.max(0.5, Math.min(...warm)))
  const rounds = await inTurns(
    bench.quick ? 3 : 50,
    towns.map((town) => () => measureTown(town, question, times)),
  )
  const costs = rounds.map((figures) => median(figures.map(({ cost }) => cost)))
  const waits = rounds.map((figures) => median(figures.map(({ took }) => took)))
  const ratioOf = (figures: number[]) => (figures.at(-1) ?? Number.NaN) / (figures[0] ?? Number.NaN)
  const compared = {
    what: `${what} among ${sizesOf(towns)} appointments, processor time of an answer with its database`,
    figure: `${costs.map(inWords).join(' / ')} ms = ${inWords(ratioOf(costs))} (${waits.map(inWords).join(' / ')} ms until it is there)`,
    value: ratioOf(costs),
  }
  return mostRatio === undefined
    ? shown(compared.what, compared.figure, compared.value)
    : atMost(mostRatio, compared)
}

function sizesOf(towns: readonly Town[]): string {
  return towns.map(({ size }) => size.toLocaleString('en-US')).join(' / ')
}

type Towns = { towns: readonly Town[]; close(): Promise<void> }

/** Opens the towns where they can be measured. */
export async function prepareGrowth(bench: Bench): Promise<void> {
  if (isProcessorTimeKnown) await townsOf(bench)
}

/** A town of each size. */
function townsOf(bench: Bench): Promise<Towns> {
  const sizes = bench.quick ? [1000, 5000] : [1000, 100_000, 1_000_000]
  return bench.once('towns', async () => {
    const opened = await Promise.allSettled(sizes.map((size) => openTown(bench, size)))
    const towns = opened.flatMap((town) => (town.status === 'fulfilled' ? [town.value] : []))
    let closing: Promise<unknown> | undefined
    const close = async () => void (await (closing ??= Promise.all(towns.map((town) => town.close()))))
    const failed = opened.find((town) => town.status === 'rejected')
    if (!failed) return { towns, close }
    await close()
    throw failed.reason
  })
}

/**
 * What an answer costs by how many appointments there are: each size in a database of its own on one PostgreSQL, asked in turns by
 * one caller. The lines without a target find more the more there are.
 */
export async function measureGrowth(bench: Bench): Promise<Line[]> {
  if (!isProcessorTimeKnown)
    return [notRun('processor time by size', 'this system does not say what a process uses')]
  const opened = await townsOf(bench)
  try {
    return await compareTowns(bench, opened.towns)
  } finally {
    // Whatever is measured next has the machine to itself.
    await opened.close()
  }
}

async function compareTowns(bench: Bench, towns: readonly Town[]): Promise<Line[]> {
  const resting = await Promise.all(
    towns.map(async (town): Promise<RestingTown> => ({
      ...town,
      restShare: await comeToRest(town, bench.quick ? 1000 : restMs),
    })),
  )
  const percents = resting.map(({ restShare }) => restShare * 100)
  const lines: Line[] = [
    atMost(mostAtRest * 100, {
      what: `what a server uses by itself among ${sizesOf(towns)} appointments, with its database`,
      figure: `${percents.map(inWords).join(' / ')} % of a processor`,
      value: Math.max(...percents),
    }),
  ]
  const asked = listQuestions().filter(({ mostRatio }) => !bench.quick || mostRatio !== undefined)
  for (const question of asked) lines.push(await measureQuestion(bench, resting, question))
  return lines
}
