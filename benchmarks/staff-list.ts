import { Agent, get } from 'node:http'
import { bookingWindow, weekdaysOfWindow } from '../contract/appointments/booking-window.ts'
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts'
import type { Line } from './line.ts'
import { median } from './measure.ts'
import { wanted } from './seed-appointments.ts'
import { startTown, type Town } from './staff-town.ts'

const mostRatio = 1.5
const csvRows = 1000

type Answer = { text: string; total: string | undefined }

/** What is asked, whether it must cost as little among many appointments, and what is wrong with an answer, if anything. */
type Question = {
  what: string
  path: string
  bounded: boolean
  /** Stops reading after so many lines. */
  lines?: number
  findFault(town: Town, answer: Answer): Promise<string | null> | string | null
}

const connections = new Agent({ keepAlive: true })

function ask({ url, cookie }: Town, { path, lines }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(
      `${url}${path}`,
      { agent: lines === undefined ? connections : false, headers: { cookie } },
      (response) => {
        const header = response.headers['x-total-count']
        let [text, seen] = ['', 0]
        const done = () => resolve({ text, total: typeof header === 'string' ? header : undefined })
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          text += piece
          if (lines === undefined) return
          seen += piece.split('\n').length - 1
          if (seen <= lines) return
          done()
          response.destroy()
        })
        response.on('end', () => {
          if (response.statusCode === 200) done()
          else reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
        })
        response.on('error', (error) => reject(error))
      },
    ).on('error', reject)
  })
}

function idsOf({ text }: Answer): string[] {
  return (JSON.parse(text) as { id: string }[]).map((row) => row.id)
}

/** The first page that these conditions have by the plainest of statements. */
function comparePage(condition: string) {
  return async ({ pool }: Town, answer: Answer): Promise<string | null> => {
    const right = await pool.query<{ id: string }>(
      `select id from appointments where state <> 'released' and ${condition} order by starts_at desc, id desc limit 50`,
    )
    const all = await pool.query<{ count: string }>(
      `select count(*) from appointments where state <> 'released' and ${condition}`,
    )
    const count = Number(all.rows[0]?.count)
    if (answer.total !== (count > 1000 ? '1000+' : String(count)))
      return `${answer.total} of ${count} counted`
    return idsOf(answer).join() === right.rows.map((row) => row.id).join() ? null : 'other rows'
  }
}

function searchOf(part: string, what: string): Question {
  return {
    what,
    path: `/api/admin/appointments?limit=50&search=${encodeURIComponent(part)}`,
    bounded: false,
    findFault: comparePage(`(customer_name ilike '%${part}%' or customer_email ilike '%${part}%')`),
  }
}

function listQuestions(): Question[] {
  const day = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))[1]
  const wantedOnly = (count: number) => (_: Town, answer: Answer) => {
    const rows = JSON.parse(answer.text) as { customerName: string }[]
    return rows.length === count && rows.every((row) => row.customerName === wanted.name)
      ? null
      : 'other rows'
  }
  return [
    {
      what: "the administrator's first page",
      path: '/api/admin/appointments?limit=50',
      bounded: true,
      findFault: comparePage('true'),
    },
    {
      what: 'search by VIN',
      path: `/api/admin/appointments?limit=50&search=${wanted.vin}`,
      bounded: true,
      findFault: wantedOnly(1),
    },
    {
      what: "search by part of a customer's name",
      path: '/api/admin/appointments?limit=50&search=thistlew',
      bounded: true,
      findFault: wantedOnly(wanted.appointments),
    },
    {
      what: 'free times of a day',
      path: `/api/appointments/availability?date=${day}&shopId=5&productId=1`,
      bounded: true,
      findFault: (_, answer) => {
        const slots = JSON.parse(answer.text) as { time: string; available: boolean }[]
        const free = slots.flatMap((slot) => (slot.available ? [slot.time] : []))
        return slots.length === 8 && free.join() === '12:00,13:00,14:00' ? null : `free at ${free.join()}`
      },
    },
    searchOf('chen', 'search by a name of some in a thousand'),
    searchOf('mar', 'search by a part of one name in ten'),
    {
      what: `CSV, its first ${csvRows.toLocaleString('en-US')} rows`,
      path: '/api/admin/appointments.csv',
      bounded: false,
      lines: csvRows,
      findFault: (_, { text }) => {
        const rows = text.split('\r\n')
        return rows[0]?.startsWith('\uFEFFDate,') === true && rows.length > csvRows ? null : 'other rows'
      },
    },
  ]
}

async function measureOnce(town: Town, question: Question): Promise<number> {
  const began = performance.now()
  await ask(town, question)
  return performance.now() - began
}

async function measureQuestion(towns: readonly Town[], question: Question, quick: boolean): Promise<Line> {
  for (const town of towns) {
    const fault = await question.findFault(town, await ask(town, question))
    if (fault !== null) throw new Error(`${question.what} among ${town.size}: ${fault}`)
  }
  const rounds = question.lines === undefined ? (quick ? 60 : 300) : quick ? 10 : 30
  const taken = towns.map((): number[] => [])
  // The first rounds are thrown away: they warm what a product in use has warm.
  for (let round = -10; round < rounds; round++) {
    for (const [index, town] of towns.entries()) {
      const ms = await measureOnce(town, question)
      if (round >= 0) taken[index]?.push(ms)
    }
  }
  const medians = taken.map(median)
  const ratio = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
  return {
    what: `${question.what}, among ${towns.map((town) => town.size.toLocaleString('en-US')).join(' / ')} appointments`,
    figure: `${medians.map((ms) => ms.toFixed(1)).join(' / ')} ms = ${ratio.toFixed(2)}`,
    target: question.bounded ? mostRatio.toFixed(2) : 'none',
    met: !question.bounded || ratio <= mostRatio,
  }
}

/**
 * What staff and customers wait for, by how many appointments there are: each size on a database of its own in one PostgreSQL, asked
 * in turns one by one, so that what else the machine does meets all alike.
 */
export async function measureStaffList(folder: string, quick: boolean): Promise<Line[]> {
  const server = await startEmbeddedPostgres({ dataDir: folder })
  const towns: Town[] = []
  try {
    for (const size of quick ? [1000, 100_000] : [1000, 100_000, 1_000_000])
      towns.push(await startTown(server.url, size, folder))
    const lines: Line[] = []
    for (const question of listQuestions()) lines.push(await measureQuestion(towns, question, quick))
    return lines
  } finally {
    connections.destroy()
    for (const town of towns) await town.stop()
    await server.stop()
  }
}
