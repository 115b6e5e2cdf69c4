import { createListeners, useStore } from '../ui/external-store.ts'

/** After so long somebody who waits wants to know that it is not their doing. */
export const slowAfterMs = 10_000

type SlowRequest = { retry: (() => void) | null }

const slow = new Set<SlowRequest>()
const { notify, subscribe } = createListeners()

/** Counts a call that is under way as slow once it takes long. `retry` is null where asking twice might do a thing twice. Gives what ends it. */
export function watchRequest(retry: (() => void) | null): () => void {
  const call: SlowRequest = { retry }
  const timer = setTimeout(() => {
    slow.add(call)
    notify()
  }, slowAfterMs)
  return () => {
    clearTimeout(timer)
    if (slow.delete(call)) notify()
  }
}

/** Gives up waiting for the slow answers that can be asked for again, and asks. */
export function retrySlowRequests(): void {
  for (const { retry } of slow) retry?.()
}

function slowness(): 'no' | 'waiting' | 'repeatable' {
  if (slow.size === 0) return 'no'
  return [...slow].some(({ retry }) => retry !== null) ? 'repeatable' : 'waiting'
}

/** Whether an answer takes long, and whether it can be asked for again. */
export function useSlowRequests(): 'no' | 'waiting' | 'repeatable' {
  return useStore({ read: slowness, subscribe }, 'no')
}
