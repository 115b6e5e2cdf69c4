import { fieldsOf } from '../ui/checked-fields.ts'

/**
 * History state from one sign-in page to the next. The email stays out of the address, and so out of logs.
 */
export type PrefilledEmail = { email: string }

/** The email that was typed on the page before, or ''. */
export function prefilledEmail(): string {
  const { email } = fieldsOf(window.history.state)
  return typeof email === 'string' ? email : ''
}
