import { useSyncExternalStore } from 'react'

/** After so long somebody who waits wants to know that it is not their doing. */
export const slowAfterMs = 10_000

type SlowCall = { askAgain: (() => void) | null }

const slow = new Set<SlowCall>()
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** Counts a call that is under way as slow once it takes long. `askAgain` is null where asking twice might do a thing twice. Gives what ends it. */
export function watchCall(askAgain: (() => void) | null): () => void {
  const call: SlowCall = { askAgain }
  const timer = setTimeout(() => {
    slow.add(call)
    changed()
  }, slowAfterMs)
  return () => {
    clearTimeout(timer)
    if (slow.delete(call)) changed()
  }
}

/** Gives up waiting for the slow answers that can be asked for again, and asks. */
export function askSlowCallsAgain(): void {
  for (const { askAgain } of slow) askAgain?.()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function howSlow(): 'no' | 'waiting' | 'repeatable' {
  if (slow.size === 0) return 'no'
  return [...slow].some(({ askAgain }) => askAgain !== null) ? 'repeatable' : 'waiting'
}

/** Whether an answer takes long, and whether it can be asked for again. */
export function useSlowCalls(): 'no' | 'waiting' | 'repeatable' {
  return useSyncExternalStore(subscribe, howSlow, () => 'no')
}
