import { useState } from 'react'
import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { leaveSession, refreshSession } from './session.ts'

/** Ends the session on the server and returns whether it did. A failure shows a toast and changes nothing. */
async function endSession(): Promise<boolean> {
  try {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    await fetchWithTimeout('/api/auth/sign-out', init, async ({ ok, status }) => {
      if (!ok) throw new Error(`sign-out: ${status}`)
    })
  } catch {
    toast({
      title: 'Logout failed',
      description: 'Please check your network and try again.',
      variant: 'destructive',
    })
    return false
  }
  return true
}

/**
 * `leave` ends the session, removes the user's data from this browser, and navigates to `destination`;
 * `leaving` meanwhile.
 */
export function useLogout(destination: string = paths.landing): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    if (await endSession()) leaveSession(destination)
    setLeaving(false)
  }
  return { leaving, leave: () => void leave() }
}

/** Ends the session so that the user can sign in again and return here, with form drafts kept. */
export async function signInAgain(): Promise<void> {
  if (await endSession()) await refreshSession()
}
