import type { User } from '../../contract/identity/identity.ts'

/** The table of appointments with its filters. */
export function AppointmentsView({ user }: { user: User }) {
  void user
  return null
}
