import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const autocannon = join(import.meta.dirname, '../node_modules/autocannon/autocannon.js')

/** The middle of the figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

type Load = { '2xx': number; non2xx: number; errors: number; duration: number }

/** Answers per second to so many callers at once, from another process. Throws when any answer is not a success: a wrong answer has no speed. */
export async function measureRate(url: string, callers: number, seconds: number): Promise<number> {
  const { stdout } = await run(
    process.execPath,
    [autocannon, '--json', '-c', String(callers), '-d', String(seconds), url],
    {
      maxBuffer: 1 << 24,
    },
  )
  const load = JSON.parse(stdout) as Load
  if (load.non2xx > 0 || load.errors > 0)
    throw new Error(`${url}: ${load.non2xx} refused, ${load.errors} failed`)
  return load['2xx'] / load.duration
}

/** Asks until the address answers with success; gives the milliseconds it took. */
export async function untilReady(url: string, patienceMs = 30_000): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < patienceMs) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${url} did not answer within ${patienceMs} ms`)
}
