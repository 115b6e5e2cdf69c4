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
  /** The server could not be asked. Nobody is sent to the login screen for that. */
  | { state: 'unreachable' }

const sessionStore = memoryStore<Session>({ state: 'loading' })
let lastRequest = 0

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
    const session = sessionStore.read()
    next = session.state === 'signed-in' ? session : { state: 'unreachable' }
  }
  if (request === lastRequest) {
    const session = sessionStore.read()
    // It ended elsewhere or ran out: whoever signs in again goes on here.
    if (session.state === 'signed-in' && next.state === 'signed-out') saveReturnUrl(session.user.id)
    sessionStore.write(next)
  }
  return next
}

// Whatever was asked: the guard of the page leads to the login screen once it is known that the session is over.
onSignedOut(() => {
  if (sessionStore.read().state === 'signed-in') void refreshSession()
})

/** Forgets in this browser who was signed in, once the session has ended on the server, and goes to a page that needs none. */
export function leaveSession(destination: string): void {
  lastRequest += 1
  layoutHint.write(null)
  // What was typed into an order is nobody else's business on a shared machine.
  clearUserData()
  navigate(destination)
  sessionStore.write({ state: 'signed-out' })
}

/** What a document is written for: nobody in particular. */
const visitor: Session = { state: 'signed-out' }

export function useSession(): Session {
  return useStore(sessionStore, visitor)
}
