import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  title: string
  description?: string
  /** Where to go for what it says. */
  link?: { href: string; label: string }
  variant: 'default' | 'destructive'
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Toast | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a notice for five seconds. A new one takes the place of the one on screen. */
export function toast(notice: Omit<Toast, 'id' | 'variant'> & { variant?: Toast['variant'] }): void {
  lastId += 1
  change({ variant: 'default', ...notice, id: lastId })
}

/** Takes the notice away, if it is still the one on screen. */
export function dismissToast(id: number): void {
  if (current?.id === id) change(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useCurrentToast(): Toast | null {
  return useSyncExternalStore(subscribe, () => current)
}
