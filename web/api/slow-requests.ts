import { createListeners, useStore } from '../ui/external-store.ts'

/** Milliseconds until the note about a slow answer. */
export const slowAfterMs = 8_000
/** Milliseconds after which every wait has a way back. */
export const wayBackAfterMs = 20_000

type SlowRequest = { retry: (() => void) | null; leave: (() => void) | null }

const slow = new Set<SlowRequest>()
const { notify, subscribe } = createListeners()

/**
 * Reports a wait as slow once it takes long, until the returned function is called. `retry` is null for
 * requests that must not be sent twice. `leave` ends a wait that may take as long as the user needs; it is
 * offered late.
 */
export function watchRequest(retry: (() => void) | null, leave: (() => void) | null = null): () => void {
  const call: SlowRequest = { retry, leave: null }
  const timers = [
    setTimeout(() => {
      slow.add(call)
      notify()
    }, slowAfterMs),
  ]
  if (leave)
    timers.push(
      setTimeout(() => {
        call.leave = leave
        notify()
      }, wayBackAfterMs),
    )
  return () => {
    for (const timer of timers) clearTimeout(timer)
    if (slow.delete(call)) notify()
  }
}

/** Aborts the slow requests that can be retried, and retries them. */
export function retrySlowRequests(): void {
  for (const { retry } of slow) retry?.()
}

/** Ends the waits that can be left. */
export function leaveSlowRequests(): void {
  for (const { leave } of slow) leave?.()
}

function slowness(): 'no' | 'waiting' | 'repeatable' | 'leavable' {
  const calls = [...slow]
  if (calls.length === 0) return 'no'
  if (calls.some(({ leave }) => leave !== null)) return 'leavable'
  return calls.some(({ retry }) => retry !== null) ? 'repeatable' : 'waiting'
}

/** Whether a request is slow, and whether it can be retried or its wait be left. */
export function useSlowRequests(): ReturnType<typeof slowness> {
  return useStore({ read: slowness, subscribe }, 'no')
}
