import { setTimeout as wait } from 'node:timers/promises'

const firstPauseMs = 5
const longestPauseMs = 150

/** Waits while something is so, looking again after a short pause, then after ever longer ones; `longestMs` at most. */
export async function waitWhile(longestMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + longestMs
  for (let pauseMs = firstPauseMs; performance.now() < until && (await isSo()); pauseMs *= 2)
    await wait(Math.min(pauseMs, longestPauseMs))
}
