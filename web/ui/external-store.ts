import { useSyncExternalStore } from 'react'

/** A value outside React. `read` returns the same object until the value changes. */
export type ExternalStore<Value> = {
  read: () => Value
  subscribe: (listener: () => void) => () => void
}

/** Listeners of one store: `notify` calls each of them. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** A value of this page in memory, with `write` to replace it. */
export function memoryStore<Value>(initial: Value): ExternalStore<Value> & { write: (next: Value) => void } {
  let value = initial
  const { notify, subscribe } = createListeners()
  return {
    read: () => value,
    write: (next) => {
      value = next
      notify()
    },
    subscribe,
  }
}

/**
 * The store's value; renders again when it changes. `onServer` is the value while the server renders and the
 * browser hydrates.
 */
export function useStore<Value>(store: ExternalStore<Value>, onServer?: Value): Value {
  return useSyncExternalStore(store.subscribe, store.read, () =>
    onServer === undefined ? store.read() : onServer,
  )
}
