import { setTimeout as wait } from 'node:timers/promises'

const firstPauseMs = 5
const longestPauseMs = 150

/** Checks a condition until it is true or `timeoutMs` have passed. The pauses double from 5 to 150 ms. */
export async function pollUntil(timeoutMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = firstPauseMs; performance.now() < deadline && !(await isTrue()); pauseMs *= 2)
    await wait(Math.min(pauseMs, longestPauseMs))
}
