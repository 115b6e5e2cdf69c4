import { memoryStore, useStore } from '../ui/external-store.ts'
import type { LiveState } from './live-connection.ts'

/** `asOf`: the instant, by this browser's clock, up to which the page is known to be complete. */
export type Liveness = { state: LiveState; asOf: number }

const liveStore = memoryStore<Liveness>({ state: 'starting', asOf: 0 })

/** Sets the state. `asOf` only moves forward while a page is open. */
export function setLiveness(state: LiveState, asOf: number): void {
  const before = liveStore.read()
  liveStore.write({ state, asOf: state === 'starting' ? asOf : Math.max(asOf, before.asOf) })
}

export const liveness = (): Liveness => liveStore.read()

export function useLiveState(): Liveness {
  return useStore(liveStore)
}

const quietStore = memoryStore(0)
let isStarting = false

/** Runs a refetch that no user asked for: pages show no sign of loading, and keep rows in their places. */
export async function refetchQuietly(refetch: () => Promise<void>): Promise<void> {
  quietStore.write(quietStore.read() + 1)
  try {
    isStarting = true
    // Queries call their function before this returns.
    const refetched = refetch()
    isStarting = false
    await refetched
  } finally {
    isStarting = false
    quietStore.write(quietStore.read() - 1)
  }
}

/** Whether the query that starts now is such a refetch. */
export const isQuietStart = (): boolean => isStarting

/** Whether such a refetch is in flight. */
export function useQuietRefetch(): boolean {
  return useStore(quietStore) > 0
}
