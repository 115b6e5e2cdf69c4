import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** Milliseconds of processor time of a process so far, all threads, to the nanosecond: https://docs.kernel.org/scheduler/sched-stats.html */
function processorMsOf(pid: number): number {
  const folder = `/proc/${pid}/task`
  return readdirSync(folder)
    .map((thread) => Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    .reduce((sum, ms) => sum + ms, 0)
}

/** Resident memory of a process in MB. Linux only. */
export function residentMbOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Milliseconds of processor time that the server and its database connections use for the work. Linux only. */
export async function processorMsFor(pid: number, pool: Pool, work: () => Promise<void>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'dashfit'`,
  )
  const pids = [pid, ...rows.map((row) => row.pid)]
  const total = () => pids.reduce((sum, one) => sum + processorMsOf(one), 0)
  const before = total()
  await work()
  return total() - before
}
