import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { leaveSession, refreshSession } from './session.ts'

/** Ends the session on the server and gives whether it did. A failure is told and changes nothing. */
async function endSession(): Promise<boolean> {
  try {
    const response = await fetchWithTimeout('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    if (!response.ok) throw new Error(`sign-out: ${response.status}`)
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

/** Ends the session, forgets here whose it was, then goes to the landing page or where it is told. */
export async function logout(destination: string = paths.landing): Promise<void> {
  if (await endSession()) leaveSession(destination)
}

/** Ends the session so that its owner signs in anew and goes on where they are, with what was typed. */
export async function signInAgain(): Promise<void> {
  if (await endSession()) await refreshSession()
}
