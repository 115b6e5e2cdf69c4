import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/**
 * Milliseconds of processor time of a process so far, all threads, to the nanosecond:
 * https://docs.kernel.org/scheduler/sched-stats.html. Null when it has ended.
 */
function processorMsOf(pid: number): number | null {
  try {
    const folder = `/proc/${pid}/task`
    return readdirSync(folder)
      .map((thread) => Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
      .reduce((sum, ms) => sum + ms, 0)
  } catch {
    return null
  }
}

/** Resident memory of a process in MB. Linux only. */
export function residentMbOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/**
 * Milliseconds of processor time that the server and its database connections use for the work. Linux only.
 */
export async function processorMsFor(pid: number, pool: Pool, work: () => Promise<void>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'dashfit%'`,
  )
  const begin = [pid, ...rows.map((row) => row.pid)].map((one) => ({ pid: one, ms: processorMsOf(one) }))
  await work()
  // A connection that was closed meanwhile is left out.
  return begin.reduce((sum, { pid, ms }) => {
    const now = processorMsOf(pid)
    return now === null || ms === null ? sum : sum + now - ms
  }, 0)
}
