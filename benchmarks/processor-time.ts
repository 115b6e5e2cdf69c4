import { existsSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** Linux counts in hundredths of a second for whoever reads it, whatever the kernel's own ticks are. */
const tickMs = 10

/** Whether this system says what its processes use. */
export const isProcessorTimeKnown = existsSync('/proc/self/stat')

/** Milliseconds of processor time that a process has used so far, all its threads together; 0 once it is gone. */
export function processorTimeOf(pid: number): number {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  // The second field is the program's name, which may hold anything but ends with the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
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

/** Milliseconds of processor time that the server and its database's backends need for the work. */
export async function processorTimeFor(
  { pid, pool }: { pid: number; pool: Pool },
  work: () => Promise<void>,
): Promise<{ server: number; database: number }> {
  const before = new Map((await listBackends(pool)).map((backend) => [backend, processorTimeOf(backend)]))
  const begun = processorTimeOf(pid)
  await work()
  const server = processorTimeOf(pid) - begun
  const backends = await listBackends(pool)
  const used = backends.map((backend) => processorTimeOf(backend) - (before.get(backend) ?? 0))
  return { server, database: used.reduce((sum, ms) => sum + ms, 0) }
}
