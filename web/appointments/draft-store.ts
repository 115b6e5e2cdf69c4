import { useCallback, useSyncExternalStore } from 'react'
import { jsonStore } from '../ui/browser-store.ts'
import { toast } from '../ui/toast.ts'
import { checkDraft, emptyDraft, isBegun, type BookingDraft } from './booking-draft.ts'

/** Owner of the draft of a signed-out visitor. Ids of users are UUIDs. */
export const visitor = 'visitor'

const visitStore = jsonStore('booking-draft', checkDraft, 'visit')
const tabStore = jsonStore('booking-draft', checkDraft)
const sharedStore = (owner: string) => jsonStore(`booking-draft:${owner}`, checkDraft, 'until-logout')

/** The draft that this page has read. It stays the same while other tabs change theirs. */
let current: BookingDraft | null = null

/** The choices of a visitor in this tab, as the draft of the account that signed in after them. */
function adoptVisit(owner: string): BookingDraft | null {
  const draft = visitStore.read()
  return draft && isBegun(draft) ? { ...draft, owner } : null
}

function findOwn(owner: string): BookingDraft | undefined {
  return [tabStore.read(), sharedStore(owner).read()].find((draft) => draft?.owner === owner) ?? undefined
}

/**
 * The stored draft of an account: the one made before the sign-in, or the tab's; in a tab that has none, the
 * one that was changed last in any. An order of unknown outcome comes before all: its idempotency key keeps a
 * second try from booking twice.
 */
function findDraft(owner: string): BookingDraft | null | undefined {
  const own = findOwn(owner)
  return own && own.attempt !== null ? own : (adoptVisit(owner) ?? own)
}

/** The draft of this user in this tab. */
export function readDraft(owner: string): BookingDraft {
  if (current?.owner !== owner) {
    const found = owner === visitor ? visitStore.read() : findDraft(owner)
    current = found ?? emptyDraft(owner)
  }
  return current
}

/** Changes parts of the draft; it is stored before this returns. */
export function changeDraft(owner: string, parts: Partial<Omit<BookingDraft, 'version' | 'owner'>>): void {
  current = { ...readDraft(owner), ...parts }
  // A visitor's draft is this tab's alone: no other account may find it.
  if (owner === visitor) return void visitStore.write(current)
  sharedStore(owner).write(current)
  tabStore.write(current)
  visitStore.write(null)
}

function clearTab(owner: string): void {
  current = emptyDraft(owner)
  tabStore.write(null)
  visitStore.write(null)
}

const orderOf = ({ vehicle, packageId, shopId, day, time }: BookingDraft): string =>
  JSON.stringify([vehicle, packageId, shopId, day, time])

/**
 * Removes everything that was chosen and typed in this tab. The shared draft stays when another tab changed
 * it to another order.
 */
export function clearDraft(owner: string): void {
  const shared = sharedStore(owner).read()
  if (shared !== null && orderOf(shared) === orderOf(readDraft(owner))) sharedStore(owner).write(null)
  clearTab(owner)
}

/**
 * Calls `listener` when the draft changes. An order that another tab booked, or removed at logout, is dropped
 * here too.
 */
export function subscribeToDraft(owner: string, listener: () => void): () => void {
  const stopListening = tabStore.subscribe(listener)
  const stopWatching = sharedStore(owner).onRemovedElsewhere((removed) => {
    const own = readDraft(owner)
    // An order on its way learns its own outcome.
    if (own.attempt !== null || orderOf(removed) !== orderOf(own)) return
    clearTab(owner)
    toast({ title: 'Your booking has ended here', description: 'You finished it or left it in another tab.' })
  })
  return () => {
    stopListening()
    stopWatching()
  }
}

function useSelected<Selected>(owner: string, select: (draft: BookingDraft) => Selected): Selected {
  const subscribeToOwner = useCallback((listener: () => void) => subscribeToDraft(owner, listener), [owner])
  return useSyncExternalStore(subscribeToOwner, () => select(readDraft(owner)))
}

export function useDraft(owner: string): BookingDraft {
  return useSelected(owner, (draft) => draft)
}

/** One plain value of the draft: the component renders again when that value changes, not at each choice. */
export function useDraftSelector<Selected extends string | number | boolean | null>(
  owner: string,
  select: (draft: BookingDraft) => Selected,
): Selected {
  return useSelected(owner, select)
}
