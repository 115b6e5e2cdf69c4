import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** Whether this system says what its processes use. */
export const isProcessorTimeKnown = existsSync('/proc/self/schedstat')

/**
 * Milliseconds of processor time that a process has used so far, its threads together; those that have ended are not counted. 0 once
 * it is gone. To the nanosecond, where /proc/PID/stat counts in hundredths of a second: https://docs.kernel.org/scheduler/sched-stats.html
 */
export function processorTimeOf(pid: number): number {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder)
      .map((thread) => Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
      .reduce((sum, ms) => sum + ms, 0)
  } catch {
    return 0
  }
}

/** Kilobytes of memory that a process holds now. */
export function memoryOf(pid: number): number {
  const [, kilobytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes)
}

async function listBackends(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}

/**
 * Milliseconds of processor time that the server, all its processes, and its database's backends need for the work. What a connection used that
 * ended meanwhile is not known.
 */
export async function processorTimeFor(
  { pids, pool }: { pids: readonly number[]; pool: Pool },
  work: () => Promise<void>,
): Promise<{ server: number; database: number }> {
  const before = new Map((await listBackends(pool)).map((backend) => [backend, processorTimeOf(backend)]))
  const ofServer = () => pids.reduce((sum, pid) => sum + processorTimeOf(pid), 0)
  const begun = ofServer()
  await work()
  const server = ofServer() - begun
  const backends = await listBackends(pool)
  const used = backends.map((backend) => processorTimeOf(backend) - (before.get(backend) ?? 0))
  return { server, database: used.reduce((sum, ms) => sum + ms, 0) }
}
