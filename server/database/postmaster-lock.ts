import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type PostmasterLock = { pid: number; port: number | undefined; text: string }

/** Reads postmaster.pid of the server on this cluster: process id on line 1, port on line 4. */
export function readPostmasterLock(cluster: string): PostmasterLock | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]) || undefined, text }
}

/**
 * Whether the process that wrote the lock is gone, is a PostgreSQL, or is another process with a reused id.
 */
export function lockHolder(lock: PostmasterLock): 'gone' | 'postgres' | 'other' {
  try {
    process.kill(lock.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone'
  }
  return /(^|\/)postgres$/.test(programOf(lock.pid)) ? 'postgres' : 'other'
}

/** Empty for a zombie, which therefore counts as another process. */
function programOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? ''
    } catch {
      return ''
    }
  }
  if (process.platform === 'win32') return 'postgres'
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/**
 * Removes a lock whose process id now belongs to another program (after a container restart, for example),
 * because PostgreSQL itself would never start again. A lock that changed meanwhile belongs to a new server
 * and is put back.
 */
export function removeStaleLock(cluster: string, lock: PostmasterLock): void {
  const file = join(cluster, 'postmaster.pid')
  const aside = join(cluster, `postmaster.stale.${process.pid}`)
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  try {
    if (readFileSync(aside, 'utf8') !== lock.text) linkSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}
