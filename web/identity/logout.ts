import { watchedFetch } from '../api/watched-fetch.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { leaveSession } from './session.ts'

/** Ends the session on the server, then goes to the landing page or where it is told. A failure is told and changes nothing. */
export async function logout(destination: string = paths.landing): Promise<void> {
  try {
    const response = await watchedFetch('/api/auth/sign-out', {
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
    return
  }
  leaveSession(destination)
}
