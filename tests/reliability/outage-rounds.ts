import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { bustle, countAcknowledged, type Crowd } from './kill-world.ts'
import type { OwnPostgres } from './own-postgres.ts'
import type { ServerProcess } from './server-stage.ts'
import { watched, type Call } from './watched-calls.ts'

export const faults = ['stop', 'restart', 'kill', 'backend', 'pause', 'long pause'] as const
export type Fault = (typeof faults)[number]

const people = 5
/** The longest time to an answer, in milliseconds. */
const longestAnswerMs = 15_000
/** The longest time until requests succeed once the database is back, in milliseconds. */
const recoveryLimitMs = 3_000
/** Longer than the product's timeout for a silent database. */
const longPauseMs = 17_000

export type Outage = {
  fault: Fault
  found: string[]
  calls: number
  refused: number
  backMs: number
  longestMs: number
}

/**
 * By `performance.now()`: the begin of the fault, the first and last moment of its execution, and the return
 * of the database. `gone`: no request can succeed in between.
 */
type Window = { gone: boolean; began: number; from: number; until: number; back: number }

type Scene = { crowd: Crowd; server: ServerProcess; postgres: OwnPostgres; isOwn: boolean }

async function breakDatabase({ postgres, isOwn }: Scene, fault: Fault, downMs: number): Promise<Window> {
  const began = performance.now()
  if (fault === 'backend') {
    const from = performance.now()
    await postgres.killBackend()
    return { gone: false, began, from, until: from, back: await postgres.whenUp() }
  }
  if (fault === 'pause' || fault === 'long pause') {
    await postgres.pause()
    const from = performance.now()
    await wait(fault === 'pause' ? downMs : longPauseMs)
    postgres.resume()
    return { gone: false, began, from, until: performance.now(), back: await postgres.whenUp() }
  }
  if (fault === 'kill') await postgres.killMain()
  else await postgres.stopFast()
  const from = performance.now()
  // A server that brings its PostgreSQL along restarts it by itself and at once.
  if (!isOwn) return { gone: false, began, from, until: from, back: await postgres.whenUp() }
  if (fault !== 'restart') await wait(downMs)
  const until = performance.now()
  return { gone: true, began, from, until, back: await postgres.start() }
}

/** Polls a path that needs the database. */
async function probe(person: { get(path: string): Promise<unknown> }, path: string, goesOn: () => boolean) {
  while (goesOn()) {
    await person.get(path).catch(() => undefined)
    await wait(10)
  }
}

/**
 * Breaks the database while people book, change and cancel, and judges every answer by the time of its
 * request.
 */
export async function sufferOutage(scene: Scene, fault: Fault, chance: Chance): Promise<Outage> {
  const { crowd, server } = scene
  const calls: Call[] = []
  const health: Call[] = []
  let alive = true
  const goesOn = () => alive && !server.hasEnded()
  const seen: Crowd = {
    ...crowd,
    customers: crowd.customers.map((one) => watched(one, calls)),
    administrator: watched(crowd.administrator, calls),
  }
  const [reader] = seen.customers
  const [first] = crowd.customers
  if (!reader || !first) throw new Error('there is nobody')
  const busy = [
    ...Array.from({ length: people }, (_, index) => bustle(seen, chance.fork(index), goesOn)),
    probe(reader, `/api/appointments/user/${encodeURIComponent(reader.email)}`, goesOn),
    probe(watched(first, health), '/healthz', goesOn),
  ]
  await until(() => !goesOn() || countAcknowledged(crowd) > 0)
  await wait(chance.between(50, 500))
  const window = await breakDatabase(scene, fault, chance.between(100, 1200))
  const isGood = ({ begun, ended, status }: Call): boolean =>
    begun >= window.from && ended >= window.back && status !== null && status < 400
  await until(() => !goesOn() || calls.filter(isGood).length >= 3 || performance.now() > window.back + 60_000)
  // People retry after a refusal; the rest of the three seconds shows that the server stays up.
  await wait(chance.between(50, 400))
  alive = false
  await Promise.all(busy)
  const firstGood = Math.min(...calls.filter(isGood).map(({ ended }) => ended))
  const answered = calls.filter(({ status }) => status !== null)
  return {
    fault,
    found: [
      ...(server.hasEnded() ? [`the server ended: ${server.output().slice(-3000)}`] : []),
      ...calls.flatMap((call) => judge(call, window)),
      ...health.flatMap((call) => judgeHealth(call)),
      ...(firstGood > window.back + recoveryLimitMs
        ? [`nothing was answered until ${Math.round(firstGood - window.back)} ms after the database was back`]
        : []),
    ].map((sentence) => `${fault}: ${sentence}`),
    calls: calls.length,
    refused: calls.filter(({ status }) => status === 503).length,
    backMs: Math.max(0, Math.round(firstGood - window.back)),
    longestMs: Math.round(Math.max(0, ...answered.map(({ begun, ended }) => ended - begun))),
  }
}

/** Refusals of the domain, which may come at any time. */
const expectedStatuses = new Set([200, 201, 402, 404, 409, 422])

function judge(
  { what, begun, ended, status }: Call,
  { gone, began, from, until: to, back }: Window,
): string[] {
  const found: string[] = []
  const took = Math.round(ended - begun)
  if (took > longestAnswerMs) found.push(`${what} took ${took} ms`)
  if (status === null) found.push(`${what} was not answered`)
  else if (status !== 503 && !expectedStatuses.has(status)) found.push(`${what} was answered ${status}`)
  else if (gone && begun > from && ended < to && status !== 503)
    found.push(`${what} was answered ${status} without a database`)
  else if (status === 503 && (ended < began || begun > back + recoveryLimitMs))
    found.push(`${what} was refused while the database was there`)
  return found
}

function judgeHealth({ begun, ended, status }: Call): string[] {
  if (status === 200 && ended - begun < 5_000) return []
  return [`GET /healthz was answered ${status} after ${Math.round(ended - begun)} ms`]
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !isSo() && Date.now() < end;) await wait(10)
}
