import type { ReactNode } from 'react'
import { memoryStore, useStore } from './external-store.ts'

/** What is on screen brings its own card, so that a page without notices does without the card's code. */
type Notice = { id: number; variant: 'default' | 'destructive'; card: ReactNode }

const noticeStore = memoryStore<Notice | null>(null)

export function changeNotice(next: Notice | null): void {
  noticeStore.write(next)
}

/** Takes the notice away, if it is still the one on screen. */
export function dismissNotice(id: number): void {
  if (noticeStore.read()?.id === id) changeNotice(null)
}

export function useCurrentNotice(): Notice | null {
  return useStore(noticeStore, null)
}
