import { useState, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'

export type Later<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of its being shown, and settles when it is there or failed. A failure is told when it is shown. */
  fetch: () => Promise<void>
  /** Whether it can be shown at once. */
  isFetched: () => boolean
}

/**
 * A component whose code is fetched when it is first shown, or before that; `Waiting` stands in its place until then. A failure is
 * thrown to the boundary around it; whoever comes again tries again. React's own `lazy` and `Suspense` keep what waits on the screen
 * for 300 ms at least, however soon the code is there.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType | null,
): Later<Props> {
  type State = { Component: ComponentType<Props> } | { failure: unknown } | null
  let state: State = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const change = (next: State) => {
    state = next
    for (const listener of listeners) listener()
  }
  const isFetched = () => state !== null && 'Component' in state
  const fetchOnce = async () => {
    state = null
    const next: State = await load().then(
      (Component) => ({ Component }),
      (failure: unknown) => ({ failure }),
    )
    loading = null
    change(next)
  }
  const fetch = async () => {
    if (!isFetched()) await (loading ??= fetchOnce())
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const read = () => state

  function Shown(props: Props) {
    useState(() => void fetch())
    const found = useSyncExternalStore(subscribe, read, read)
    if (found === null) return Waiting && <Waiting />
    if ('failure' in found) throw found.failure
    return <found.Component {...props} />
  }
  return Object.assign(Shown, { fetch, isFetched })
}
