import type { Journal } from './journal.ts'

export interface ClockRecord {
  offsetSeconds: number
}

export interface SandboxClock {
  /** Milliseconds since 1970 on the sandbox's clock: real time plus all advances. */
  now(): number
  offsetSeconds(): number
  advance(seconds: number): void
}

export function createSandboxClock(journal: Journal<{ clock: ClockRecord }>): SandboxClock {
  const offsetSeconds = () => journal.get('clock', 'clock')?.offsetSeconds ?? 0
  return {
    now: () => Date.now() + offsetSeconds() * 1000,
    offsetSeconds,
    advance(seconds) {
      journal.transaction((transaction) =>
        transaction.put('clock', 'clock', { offsetSeconds: offsetSeconds() + seconds }),
      )
    },
  }
}
