import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '../api/client.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { refreshSession } from '../identity/session.ts'

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** The queries of the staff's pages. Whoever is no longer signed in belongs on the login screen, and the guard sees to it. */
export function createStaffQueryClient(): QueryClient {
  const client = createQueryClient()
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isSignedOut(event.action.error))
      void refreshSession()
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isSignedOut(event.action.error))
      void refreshSession()
  })
  return client
}
