import { useSyncExternalStore } from 'react'
import { emptyDraft, parseDraft, type BookingDraft } from './booking-draft.ts'
import { readSession, writeSession } from '../ui/session-storage.ts'

const storageKey = 'booking-draft'
let current: BookingDraft | null = null
const listeners = new Set<() => void>()

/** The draft of this user in this tab. */
export function readDraft(owner: string): BookingDraft {
  if (current?.owner !== owner) current = parseDraft(readSession(storageKey), owner)
  return current
}

/** Changes parts of the draft; it is stored before this returns. */
export function changeDraft(owner: string, parts: Partial<Omit<BookingDraft, 'version' | 'owner'>>): void {
  current = { ...readDraft(owner), ...parts }
  writeSession(storageKey, JSON.stringify(current))
  for (const listener of listeners) listener()
}

/** Forgets everything that was chosen and typed. */
export function clearDraft(owner: string): void {
  current = emptyDraft(owner)
  writeSession(storageKey, null)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDraft(owner: string): BookingDraft {
  return useSyncExternalStore(subscribe, () => readDraft(owner))
}
