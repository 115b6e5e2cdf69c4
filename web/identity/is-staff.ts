import type { User } from '../../contract/identity/identity.ts'

/** Whether the user works here. Without the table of permissions, which the first bundle does not have. */
export function isStaff({ role, workplaces }: Pick<User, 'role' | 'workplaces'>): boolean {
  return role !== 'customer' || workplaces.length > 0
}
