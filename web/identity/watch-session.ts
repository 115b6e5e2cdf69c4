import { paths } from '../paths.ts'
import { isNewSession, isOfAccount, refreshSession } from './session.ts'
import { onSessionSeen } from './session-channel.ts'

/** Milliseconds between two checks of the session when the user returns to the tab. */
const leastCheckMs = 10_000

/** Whether this page is the popup of a social sign-in: its opener finishes it and tells the other tabs. */
function isSocialPopup(): boolean {
  const { pathname, search } = window.location
  return pathname === paths.socialSignIn && new URLSearchParams(search).get('mode') === 'popup'
}

/**
 * Notices that another tab signed in or out. The other tabs of this browser say so at once; a tab that was
 * frozen, or whose session ended on another device, asks the server when the user returns to it. A tab
 * without a signed-in user does not ask.
 */
export function watchSession(): void {
  if (isSocialPopup()) return
  let checkedAt = performance.now()
  const check = () => {
    checkedAt = performance.now()
    void refreshSession()
  }
  const onReturn = () => {
    const isDue = performance.now() - checkedAt >= leastCheckMs
    if (isDue && isOfAccount() && document.visibilityState === 'visible') check()
  }
  onSessionSeen((name) => {
    if (isNewSession(name)) check()
  })
  window.addEventListener('focus', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  // The browser shows the page as it was left, without a load.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) check()
  })
}
