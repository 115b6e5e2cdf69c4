import { useState } from 'react'
import type { ComponentType } from 'react'
import { createListeners, useStore } from './external-store.ts'

export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of its being shown, and settles when it is there or failed. A failure is told when it is shown. */
  preload: () => Promise<void>
  /** Whether it can be shown at once. */
  isLoaded: () => boolean
}

/**
 * A component whose code is fetched when it is first shown, or before that; `Fallback` stands in its place until then. A failure is
 * thrown to the boundary around it; whoever comes again tries again. React's own `lazy` and `Suspense` keep what waits on the screen
 * for 300 ms at least, however soon the code is there.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType | null,
): LazyComponent<Props> {
  type State = { Component: ComponentType<Props> } | { failure: unknown } | null
  let state: State = null
  let loading: Promise<void> | null = null
  const { notify, subscribe } = createListeners()
  const isLoaded = () => state !== null && 'Component' in state
  const loadOnce = async () => {
    state = null
    state = await load().then(
      (Component) => ({ Component }),
      (failure: unknown) => ({ failure }),
    )
    loading = null
    notify()
  }
  const preload = async () => {
    if (!isLoaded()) await (loading ??= loadOnce())
  }
  const store = { read: () => state, subscribe }

  function Shown(props: Props) {
    useState(() => void preload())
    const found = useStore(store)
    if (found === null) return Fallback && <Fallback />
    if ('failure' in found) throw found.failure
    return <found.Component {...props} />
  }
  return Object.assign(Shown, { preload, isLoaded })
}
