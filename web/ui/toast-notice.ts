import type { ReactNode } from 'react'
import { memoryStore, useStore } from './external-store.ts'

/** A toast carries its own card, so that pages without toasts do not load the card's code. */
type Notice = { id: number; variant: 'default' | 'destructive'; card: ReactNode }

const noticeStore = memoryStore<Notice | null>(null)

export function changeNotice(next: Notice | null): void {
  noticeStore.write(next)
}

/** Removes the toast, if it is still the current one. */
export function dismissNotice(id: number): void {
  if (noticeStore.read()?.id === id) changeNotice(null)
}

export function useCurrentNotice(): Notice | null {
  return useStore(noticeStore, null)
}
