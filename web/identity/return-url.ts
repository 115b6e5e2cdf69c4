import { paths } from '../paths.ts'
import { readSession, writeSession } from '../ui/session-storage.ts'

const storageKey = 'place-to-return'
/** The pages that ask for somebody signed in. */
const returnable: readonly string[] = [paths.account, paths.scheduler, paths.appointments, paths.admin]

/** Where a session ended in the middle, and whose it was. `state` is the history entry's own. */
export type Place = { owner: string; address: string; state: unknown }

/** The address that a text names; null when it leads to another site or to a page that needs nobody signed in. */
export function returnUrlOf(text: string): string | null {
  const here = 'https://own.invalid'
  if (!text.startsWith('/') || !URL.canParse(text, here)) return null
  const { origin, pathname, search, hash } = new URL(text, here)
  return origin === here && returnable.includes(pathname) ? pathname + search + hash : null
}

/** Remembers in this tab where its person is, so that the same person goes on there after signing in again. */
export function saveReturnUrl(owner: string): void {
  const { pathname, search, hash } = window.location
  const address = returnUrlOf(pathname + search + hash)
  if (address === null) return
  const place: Place = { owner, address, state: window.history.state }
  writeSession(storageKey, JSON.stringify(place))
}

/** The place that waits in this tab for its person, or null. */
export function readReturnUrl(): Place | null {
  try {
    const kept = JSON.parse(readSession(storageKey) ?? 'null') as Partial<Place> | null
    const address = returnUrlOf(String(kept?.address))
    return address !== null && typeof kept?.owner === 'string'
      ? { owner: kept.owner, address, state: kept.state }
      : null
  } catch {
    return null
  }
}

export function clearReturnUrl(): void {
  writeSession(storageKey, null)
}

/** Where somebody goes on who has just signed in: where their session ended in this tab, else to the start of everybody. */
export function afterSignIn(user: { id: string }, place: Place | null): { to: string; state: unknown } {
  return place?.owner === user.id
    ? { to: place.address, state: place.state }
    : { to: paths.scheduler, state: null }
}
