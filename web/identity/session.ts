import { useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { onSignedOut } from '../api/signed-out.ts'
import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { clearSession } from '../ui/session-storage.ts'
import { forgetLayoutHint } from './layout-hint.ts'
import { saveReturnUrl } from './return-url.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: User }
  /** The server could not be asked. Nobody is sent to the login screen for that. */
  | { state: 'unreachable' }

let session: Session = { state: 'loading' }
let lastRequest = 0
const listeners = new Set<() => void>()

function change(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

/** Asks the server who is signed in (a plain fetch: the landing page does without the client and its schemas). The server's answer is the only truth; of two questions the later one counts. */
export async function refreshSession(): Promise<Session> {
  lastRequest += 1
  const request = lastRequest
  let next: Session
  try {
    // Plain as well: with headers of its own it would not be the one that the document had asked for already.
    const response = await fetchWithTimeout('/api/auth/get-session')
    if (!response.ok) throw new Error(`session: ${response.status}`)
    const body = (await response.json()) as { user: User } | null
    next = body ? { state: 'signed-in', user: body.user } : { state: 'signed-out' }
  } catch {
    next = session.state === 'signed-in' ? session : { state: 'unreachable' }
  }
  if (request === lastRequest) {
    // It ended elsewhere or ran out: whoever signs in again goes on here.
    if (session.state === 'signed-in' && next.state === 'signed-out') saveReturnUrl(session.user.id)
    change(next)
  }
  return next
}

// Whatever was asked: the guard of the page leads to the login screen once it is known that the session is over.
onSignedOut(() => {
  if (session.state === 'signed-in') void refreshSession()
})

/** Forgets in this browser who was signed in, once the session has ended on the server, and goes to a page that needs none. */
export function leaveSession(destination: string): void {
  lastRequest += 1
  forgetLayoutHint()
  // What was typed into an order is nobody else's business on a shared machine.
  clearSession()
  navigate(destination)
  change({ state: 'signed-out' })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What a document is written for: nobody in particular. */
const visitor: Session = { state: 'signed-out' }

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => visitor,
  )
}
