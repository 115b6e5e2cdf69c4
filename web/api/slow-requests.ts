import { useSyncExternalStore } from 'react'

/** After so long somebody who waits wants to know that it is not their doing. */
export const slowAfterMs = 10_000

type SlowRequest = { retry: (() => void) | null }

const slow = new Set<SlowRequest>()
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** Counts a call that is under way as slow once it takes long. `retry` is null where asking twice might do a thing twice. Gives what ends it. */
export function watchRequest(retry: (() => void) | null): () => void {
  const call: SlowRequest = { retry }
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
export function retrySlowRequests(): void {
  for (const { retry } of slow) retry?.()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function slowness(): 'no' | 'waiting' | 'repeatable' {
  if (slow.size === 0) return 'no'
  return [...slow].some(({ retry }) => retry !== null) ? 'repeatable' : 'waiting'
}

/** Whether an answer takes long, and whether it can be asked for again. */
export function useSlowRequests(): 'no' | 'waiting' | 'repeatable' {
  return useSyncExternalStore(subscribe, slowness, () => 'no')
}
