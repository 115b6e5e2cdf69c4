/** What one page of signing in hands on to the next: kept with the entry of the browser's history, not in the address. */
export type PrefilledEmail = { email: string }

/** The email that was typed on the page before, or nothing. */
export function prefilledEmail(): string {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}
