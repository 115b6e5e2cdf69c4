import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { listenTo, startChild } from './child.ts'

/** One request and the status that it must be answered with. */
export type Asked = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
  expects: number
}

export type Load = {
  /** Of the processes that are asked, one after another. */
  urls: readonly string[]
  callers: number
  requests: readonly Asked[]
  /** Whether they begin anew when all were made. */
  repeats: boolean
  /** No request begins after so long. */
  seconds: number
  /** How many begin each second, whether the server keeps up or not; without it a caller asks again as soon as it is answered. */
  perSecond?: number
  /** How long one list of waits is. */
  windowSeconds: number
}

export type LoadResult = {
  seconds: number
  statuses: Record<string, number>
  /** Some of the answers that were not as they must be. */
  odd: string[]
  /** Milliseconds of each answer, by the window in which it was due. */
  windows: number[][]
}

/** The process from which everybody asks: its start would take as long as a short load. */
type Callers = { ask(file: string): Promise<LoadResult>; close(): Promise<void> }

async function startCallers(bench: Bench): Promise<Callers> {
  const child = startChild(['--import', 'tsx', join(import.meta.dirname, 'load.ts')], {
    env: process.env,
    logFile: join(await bench.folderFor('logs'), 'load.log'),
  })
  const said = listenTo(child, 'the process of the callers')
  await said()
  return {
    ask: (file) => {
      child.process.send(file)
      return said() as Promise<LoadResult>
    },
    close: () => child.close(),
  }
}

/** Asks from another process, one load at a time. Throws when an answer was not as it must be: a wrong answer has no speed. */
export async function runLoad(
  bench: Bench,
  load: Omit<Load, 'windowSeconds' | 'repeats'> & Partial<Load>,
): Promise<LoadResult> {
  const callers = await bench.once('callers', () => startCallers(bench))
  const file = join(await bench.folderFor('loads'), 'load.json')
  await writeFile(file, JSON.stringify({ windowSeconds: load.seconds, repeats: false, ...load }))
  const result = await callers.ask(file)
  await rm(file)
  if (result.odd.length > 0) throw new Error(result.odd.join('\n'))
  return result
}

/** Answers a second to so many callers who ask for one address again and again. */
export async function measureRate(
  bench: Bench,
  url: string,
  { callers, seconds }: { callers: number; seconds: number },
): Promise<number> {
  const { origin, pathname, search } = new URL(url)
  const request: Asked = { method: 'GET', path: `${pathname}${search}`, headers: {}, expects: 200 }
  return rateOf(
    await runLoad(bench, { urls: [origin], callers, requests: [request], repeats: true, seconds }),
  )
}

/**
 * How many callers who ask again as soon as they are answered were answered in a second, of a load of so many windows of a second: without
 * the first one, in which all begin at the same moment, and without what is under way at the end, when most of them have gone.
 */
export function steadyRateOf({ windows }: LoadResult, seconds: number): number {
  const steady = windows.slice(1, seconds)
  return steady.reduce((sum, { length }) => sum + length, 0) / steady.length
}

/** How many answers there were in a second. */
export function rateOf({ statuses, seconds }: LoadResult): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0) / seconds
}
