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

/** `startOffsetSeconds` is the offset of a clock that was never moved. */
export function createSandboxClock(
  journal: Journal<{ clock: ClockRecord }>,
  startOffsetSeconds = 0,
): SandboxClock {
  const offsetSeconds = () => journal.get('clock', 'clock')?.offsetSeconds ?? startOffsetSeconds
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
