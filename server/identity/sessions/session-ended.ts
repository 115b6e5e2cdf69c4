import { APIError } from 'better-auth/api'

/** Whether the identity library refuses because the session is gone with which the call began: it was ended elsewhere meanwhile. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof APIError && error.statusCode === 401
}
