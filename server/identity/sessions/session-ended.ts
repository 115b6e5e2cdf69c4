import { APIError } from 'better-auth/api'

/** Whether better-auth refuses because the call's session was ended meanwhile. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof APIError && error.statusCode === 401
}
