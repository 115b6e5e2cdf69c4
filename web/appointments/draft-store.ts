import { useSyncExternalStore } from 'react'
import { emptyDraft, findDraft, type BookingDraft } from './booking-draft.ts'
import { keptName, keptText, readKept, readSession, writeKept, writeSession } from '../ui/session-storage.ts'

const storageKey = 'booking-draft'
const keptKey = (owner: string): string => `${storageKey}:${owner}`
let current: BookingDraft | null = null
const listeners = new Set<() => void>()

/** The draft of this user in this tab; in a tab that has none, the one that was changed last in any. */
export function readDraft(owner: string): BookingDraft {
  if (current?.owner !== owner)
    current =
      findDraft(readSession(storageKey), owner) ??
      findDraft(readKept(keptKey(owner)), owner) ??
      emptyDraft(owner)
  return current
}

function put(draft: BookingDraft, text: string | null): void {
  current = draft
  writeSession(storageKey, text)
  for (const listener of listeners) listener()
}

/** Changes parts of the draft; it is stored before this returns. */
export function changeDraft(owner: string, parts: Partial<Omit<BookingDraft, 'version' | 'owner'>>): void {
  const draft = { ...readDraft(owner), ...parts }
  const text = JSON.stringify(draft)
  writeKept(keptKey(owner), text)
  put(draft, text)
}

/** Forgets everything that was chosen and typed. */
export function clearDraft(owner: string): void {
  writeKept(keptKey(owner), null)
  put(emptyDraft(owner), null)
}

const orderOf = ({ vehicle, packageId, shopId, day, time }: BookingDraft): string =>
  JSON.stringify([vehicle, packageId, shopId, day, time])

/** What another tab has booked, or forgot at logout, is not to be booked here once more. */
function followOtherTabs({ key, oldValue, newValue }: StorageEvent): void {
  if (!current || key !== keptName(keptKey(current.owner)) || newValue !== null) return
  const gone = findDraft(keptText(oldValue), current.owner)
  if (gone && orderOf(gone) === orderOf(current)) put(emptyDraft(current.owner), null)
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

export function useDraft(owner: string): BookingDraft {
  return useSyncExternalStore(subscribe, () => readDraft(owner))
}

/** A plain value of the draft: whoever asks is drawn anew when that changes, not at each choice. */
export function useDraftSelector<Selected extends string | number | boolean | null>(
  owner: string,
  select: (draft: BookingDraft) => Selected,
): Selected {
  return useSyncExternalStore(subscribe, () => select(readDraft(owner)))
}
