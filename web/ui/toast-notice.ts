import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

/** What is on screen brings its own card, so that a page without notices does without the card's code. */
type Notice = { id: number; variant: 'default' | 'destructive'; card: ReactNode }

let current: Notice | null = null
const listeners = new Set<() => void>()

export function changeNotice(next: Notice | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Takes the notice away, if it is still the one on screen. */
export function dismissNotice(id: number): void {
  if (current?.id === id) changeNotice(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useCurrentNotice(): Notice | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}
