import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { onSignedOut } from '../api/signed-out.ts'
import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { clearUserData } from '../ui/browser-store.ts'
import { memoryStore, useStore } from '../ui/external-store.ts'
import { layoutHint } from './layout-hint.ts'
import { saveReturnUrl } from './return-url.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: User }
  /** The server could not be reached. This is no reason for the login screen. */
  | { state: 'unreachable' }

const sessionStore = memoryStore<Session>({ state: 'loading' })
let lastRequest = 0

/**
 * Loads the session from the server, the only source of truth; of concurrent requests the last one wins. A
 * plain fetch, because the landing page does without the API client and its schemas.
 */
export async function refreshSession(): Promise<Session> {
  lastRequest += 1
  const request = lastRequest
  let next: Session
  try {
    // Without headers of ours, so that it reuses the document's preload.
    const response = await fetchWithTimeout('/api/auth/get-session')
    if (!response.ok) throw new Error(`session: ${response.status}`)
    const body = (await response.json()) as { user: User } | null
    next = body ? { state: 'signed-in', user: body.user } : { state: 'signed-out' }
  } catch {
    const session = sessionStore.read()
    next = session.state === 'signed-in' ? session : { state: 'unreachable' }
  }
  if (request === lastRequest) {
    const session = sessionStore.read()
    // It was ended elsewhere or expired: the same user returns here after signing in again.
    if (session.state === 'signed-in' && next.state === 'signed-out') saveReturnUrl(session.user.id)
    sessionStore.write(next)
  }
  return next
}

// The guard redirects to the login screen once the session is known to be over.
onSignedOut(() => {
  if (sessionStore.read().state === 'signed-in') void refreshSession()
})

/**
 * Removes the user's data from this browser after the server has ended the session, and navigates to a public
 * page.
 */
export function leaveSession(destination: string): void {
  lastRequest += 1
  layoutHint.write(null)
  // The next user of a shared computer must not see the order's inputs.
  clearUserData()
  navigate(destination)
  sessionStore.write({ state: 'signed-out' })
}

/** The server renders the document for a signed-out visitor. */
const visitor: Session = { state: 'signed-out' }

export function useSession(): Session {
  return useStore(sessionStore, visitor)
}
