import { createListeners, useStore } from '../ui/external-store.ts'

/** Milliseconds after which a waiting user is told that the server is slow. */
export const slowAfterMs = 10_000

type SlowRequest = { retry: (() => void) | null }

const slow = new Set<SlowRequest>()
const { notify, subscribe } = createListeners()

/**
 * Reports a request as slow once it takes long, until the returned function is called. `retry` is null for
 * requests that must not be sent twice.
 */
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

/** Aborts the slow requests that can be retried, and retries them. */
export function retrySlowRequests(): void {
  for (const { retry } of slow) retry?.()
}

function slowness(): 'no' | 'waiting' | 'repeatable' {
  if (slow.size === 0) return 'no'
  return [...slow].some(({ retry }) => retry !== null) ? 'repeatable' : 'waiting'
}

/** Whether a request is slow, and whether it can be retried. */
export function useSlowRequests(): 'no' | 'waiting' | 'repeatable' {
  return useStore({ read: slowness, subscribe }, 'no')
}
