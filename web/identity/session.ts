import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { setPageAccount } from '../api/page-account.ts'
import { onSessionRefused } from '../api/session-refused.ts'
import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { clearUserData, takeTab } from '../ui/browser-store.ts'
import { memoryStore, useStore } from '../ui/external-store.ts'
import { layoutHint } from './layout-hint.ts'
import { isSessionPage, saveReturnUrl } from './return-url.ts'
import { postSessionSeen } from './session-channel.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: User }
  /** The page was drawn for the account `drawnFor`; meanwhile `user` signed in, in another tab. */
  | { state: 'other-account'; user: User; drawnFor: string }
  /** The server could not be reached. This is no reason for the login screen. */
  | { state: 'unreachable' }

const sessionStore = memoryStore<Session>({ state: 'loading' })
let lastRequest = 0

/** Id of the account that the pages of this tab are drawn for. */
function drawnFor(session: Session): string | null {
  if (session.state === 'other-account') return session.drawnFor
  return session.state === 'signed-in' ? session.user.id : null
}

function setSession(next: Session): void {
  if (next.state === 'signed-in') takeTab(next.user.id)
  setPageAccount(drawnFor(next))
  sessionStore.write(next)
}

/** Account and role of the session in one text, for the comparison between tabs. Empty when signed out. */
function nameOf(session: Session): string | null {
  if (session.state === 'signed-out') return ''
  return 'user' in session ? `${session.user.id} ${session.user.role}` : null
}

/** The session after the server's answer. A page of another account is not redrawn under the new one. */
function sessionOf(user: User | null): Session {
  if (!user) return { state: 'signed-out' }
  const account = drawnFor(sessionStore.read())
  return account !== null && account !== user.id && isSessionPage(window.location.pathname)
    ? { state: 'other-account', user, drawnFor: account }
    : { state: 'signed-in', user }
}

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
    const body = await fetchWithTimeout('/api/auth/get-session', {}, async (response) => {
      if (!response.ok) throw new Error(`session: ${response.status}`)
      return (await response.json()) as { user: User } | null
    })
    next = sessionOf(body?.user ?? null)
  } catch {
    const session = sessionStore.read()
    next = drawnFor(session) === null ? { state: 'unreachable' } : session
  }
  if (request === lastRequest) {
    const before = sessionStore.read()
    const account = drawnFor(before)
    // It was ended elsewhere or expired: the same user returns here after signing in again.
    if (account !== null && next.state === 'signed-out') saveReturnUrl(account)
    setSession(next)
    const name = nameOf(next)
    if (name !== null && name !== nameOf(before)) postSessionSeen(name)
  }
  return next
}

// The guard replaces the page once the session is known to be over or to be another account's.
onSessionRefused(() => {
  if (sessionStore.read().state === 'signed-in') void refreshSession()
})

/** Whether the server has to be asked: another tab has seen a session other than this tab's. */
export function isNewSession(seen: unknown): boolean {
  const own = nameOf(sessionStore.read())
  return own !== null && own !== seen
}

/** Whether this tab shows, or has just hidden, the data of an account. */
export function isOfAccount(): boolean {
  return drawnFor(sessionStore.read()) !== null
}

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
  setSession({ state: 'signed-out' })
  postSessionSeen('')
}

/** The server renders the document for a signed-out visitor. */
const visitor: Session = { state: 'signed-out' }

export function useSession(): Session {
  return useStore(sessionStore, visitor)
}
