import { readFileSync, writeFileSync } from 'node:fs'

/** Nine times the share of a process that was given none: https://docs.kernel.org/scheduler/sched-nice-design.html */
const nice = -10

/**
 * Lets a session, by the process that leads it, go before others that want a processor at the same moment, as its weight lets the unit of
 * a service. Says whether it may: Linux shares processors between sessions where `sched_autogroup_enabled` is on (sched(7)), and only
 * the administrator may be given more. Each process of PostgreSQL leads a session of its own.
 */
export function givePrecedence(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice))
    return readFileSync(`/proc/${pid}/autogroup`, 'utf8').includes(`nice ${nice}`)
  } catch {
    return false
  }
}
