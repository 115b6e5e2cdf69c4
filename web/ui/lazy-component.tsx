import { useState } from 'react'
import type { ComponentType } from 'react'
import { createListeners, useStore } from './external-store.ts'

export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /**
   * Loads the chunk in advance. Settles when it has loaded or failed; a failure is thrown on render. Offline
   * it settles at once, and loads when the browser is online again: browsers keep a failed import.
   */
  preload: () => Promise<void>
  /** Whether it can render without `Fallback`. */
  isLoaded: () => boolean
}

/** A chunk that neither arrived nor failed. */
export class ChunkTimeout extends Error {
  constructor() {
    super('The code of a page did not arrive')
    this.name = 'ChunkTimeout'
  }
}

/** Milliseconds after which a chunk counts as failed. */
const patienceMs = 20_000

/**
 * A component in a chunk of its own, loaded on first render or by `preload`; `Fallback` renders meanwhile. A
 * failure is thrown to the error boundary; the next mount retries. Not React's `lazy`, because `Suspense`
 * keeps a fallback on screen for at least 300 ms, even when the chunk is ready.
 */
export function lazyComponent<Props extends object>(
  importChunk: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType | null,
): LazyComponent<Props> {
  type State = { Component: ComponentType<Props> } | { failure: unknown } | null
  let state: State = null
  let loading: Promise<void> | null = null
  const { notify, subscribe } = createListeners()
  const isLoaded = () => state !== null && 'Component' in state
  const loadOnce = async () => {
    state = null
    let timeout: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      timeout = setTimeout(() => reject(new ChunkTimeout()), patienceMs)
    })
    state = await Promise.race([importChunk(), silence]).then(
      (Component) => ({ Component }),
      (failure: unknown) => ({ failure }),
    )
    clearTimeout(timeout)
    loading = null
    notify()
  }
  const load = async () => {
    if (!isLoaded()) await (loading ??= loadOnce())
  }
  const preload = async () => {
    if (navigator.onLine) await load()
    else window.addEventListener('online', () => void load(), { once: true })
  }
  const store = { read: () => state, subscribe }

  function Shown(props: Props) {
    useState(() => void load())
    const found = useStore(store)
    if (found === null) return Fallback && <Fallback />
    if ('failure' in found) throw found.failure
    return <found.Component {...props} />
  }
  return Object.assign(Shown, { preload, isLoaded })
}
