import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingWindow, weekdaysOfWindow } from '../../contract/slots/booking-window.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { orderFor } from '../support/orders.ts'
import { goodPassword, signIn, signUp } from '../support/people.ts'
import { raisedLimits } from '../support/raised-limits.ts'
import { startProduct, type Product } from '../support/start-product.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { openProbe, withProbe, type Memory, type Probe } from './memory-probe.ts'
import { openLoad, type Load } from './soak-load.ts'

/**
 * The size is seconds of load. A sample is too short for a slope: it is judged by the bytes that each request
 * left.
 */
const run = batteryRun('soak', 1)
const isLong = run.size >= 120
const share = 0.6
const allowedPerTenMinutes = 1024 * 1024
/**
 * Bytes for each request. A leak grows with every request; caches, pools and compiled code grow by leaps, and
 * less and less: two kilobytes a request among the first thousand, fifty bytes among the ninth.
 */
const allowedPerRequest = 8 * 1024
/** Requests before the first measurement, and the requests and parts of a short run. */
const [warmupRequests, sampleRequests, sampleParts] = [400, 450, 3]

let product: Product
let probe: Probe
let load: Load
let peak: number
const folder = mkdtempSync(join(tmpdir(), 'dashfit-soak-'))

beforeAll(async () => {
  await ensureBuilt()
  const email = 'keeper@example.test'
  product = await startProduct({
    ...raisedLimits,
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: goodPassword,
    ...withProbe(folder),
  })
  probe = openProbe(folder)
  const days = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))
  const [customer, booker] = [await signUp(product), await signUp(product)]
  for (const day of days.slice(-2)) {
    const order = orderFor({ bookableDays: () => days }, { date: `${day} 14:00` })
    expect((await customer.post('/api/appointments', order)).status).toBe(201)
  }
  load = openLoad(
    { url: product.url, customer, booker, administrator: await signIn(product, email), days },
    run.chance,
  )
  await load.push(warmupRequests / 2)
  peak = await load.push(isLong ? 5000 : warmupRequests / 2)
}, 180_000)
afterAll(async () => {
  load.close()
  await product.stop()
  rmSync(folder, { recursive: true })
})

type Point = Memory & { atSeconds: number; requests: number }

/** Sends that many requests, with a measurement at the start and after each part, when none is in flight. */
async function soak(requests: number, parts: number): Promise<Point[]> {
  const begun = performance.now()
  const measure = async (): Promise<Point> => {
    const atSeconds = (performance.now() - begun) / 1000
    return { ...(await probe.measure()), atSeconds, requests: load.answers.count }
  }
  const points = [await measure()]
  for (let part = 0; part < parts; part++) {
    await load.pace(peak * share, Math.ceil(requests / parts))
    points.push(await measure())
  }
  return points
}

/** Bytes in ten minutes, by least squares. */
function slopeOf(points: readonly Point[], of: 'held' | 'resident'): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  const [meanAt, meanOf] = [
    mean(points.map(({ atSeconds }) => atSeconds)),
    mean(points.map((one) => one[of])),
  ]
  const over = points.reduce((sum, one) => sum + (one.atSeconds - meanAt) * (one[of] - meanOf), 0)
  const under = points.reduce((sum, one) => sum + (one.atSeconds - meanAt) ** 2, 0)
  return (over / under) * 600
}

/** The reason why this is a leak, or null. */
function judge(points: readonly Point[], long: boolean): string | null {
  const slope = slopeOf(points, 'held')
  if (long) return slope <= allowedPerTenMinutes ? null : `${inMegabytes(slope)} MB in ten minutes`
  const least = Math.min(...growthsOf(points))
  return least <= allowedPerRequest ? null : `every request left ${Math.round(least)} bytes behind`
}

/** Bytes for each request, part by part. */
const growthsOf = (points: readonly Point[]): number[] =>
  points.slice(1).map((point, place) => {
    const before = points[place] ?? point
    return (point.held - before.held) / Math.max(1, point.requests - before.requests)
  })

const inMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(2)

test(
  `${run.size} s at 60 % of the peak load leave no growth in memory (seed ${run.seed})`,
  async () => {
    // One-time allocations are made by then.
    if (isLong) await load.pace(peak * share, peak * share * Math.max(60, run.size / 3))
    const points = isLong
      ? await soak(peak * share * run.size, Math.floor(run.size / 10))
      : await soak(sampleRequests, sampleParts)
    const last = points.at(-1)
    run.report({
      'peak per s': Math.round(peak),
      answers: load.answers.count,
      booked: load.answers.booked,
      'held MB': `${inMegabytes(points[0]?.held ?? 0)} to ${inMegabytes(last?.held ?? 0)}`,
      'resident MB': `${inMegabytes(points[0]?.resident ?? 0)} to ${inMegabytes(last?.resident ?? 0)}`,
      'bytes for each question': growthsOf(points).map(Math.round).slice(-4).join(' '),
      ...(isLong
        ? {
            'held MB in 10 min': inMegabytes(slopeOf(points, 'held')),
            'resident MB in 10 min': inMegabytes(slopeOf(points, 'resident')),
          }
        : {}),
      'unhandled rejections': last?.unhandled ?? -1,
      wrong: load.answers.wrong.length,
    })
    expect(firstOf(load.answers.wrong)).toEqual([])
    expect(judge(points, isLong)).toBeNull()
    expect(last?.unhandled).toBe(0)
    expect((await product.output()).split('\n').filter((line) => line.includes('"level":50'))).toEqual([])
  },
  120_000 + run.size * 2_000,
)

test('control: a server that keeps every request is found', async () => {
  probe.keepRequests(true)
  await probe.measure()
  const points = await soak(isLong ? peak * share * 20 : sampleRequests, isLong ? 4 : sampleParts)
  probe.keepRequests(false)
  expect(judge(points, isLong)).not.toBeNull()
}, 300_000)
