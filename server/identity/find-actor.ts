import { roles, type Role, type User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { readSession } from './read-session.ts'

function isRole(role: unknown): role is Role {
  return (roles as readonly unknown[]).includes(role)
}

type LibraryUser = {
  id: string
  email: string
  name: string
  image?: string | null | undefined
  role?: unknown
  emailVerified: boolean
  twoFactorEnabled?: boolean | null | undefined
}

/** The library's user in the contract's shape, as seen in a session that a passkey opened or did not. */
export function toUser(user: LibraryUser, byPasskey = false): User {
  const { id, email, name, image, role, emailVerified, twoFactorEnabled } = user
  return {
    id,
    email,
    name,
    image: image ?? null,
    role: isRole(role) ? role : 'customer',
    emailVerified,
    secondFactor: twoFactorEnabled ?? false,
    byPasskey,
  }
}

/** The user of a session that was just opened, as the database has it. */
export async function findUser(context: Context, userId: string, byPasskey = false): Promise<User> {
  const row = await context.database.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'image', 'role'])
    .select(['email_verified as emailVerified', 'two_factor_enabled as twoFactorEnabled'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return toUser(row, byPasskey)
}

/** How exactly the last use of a session is known. */
const useMilliseconds = 5 * 60_000

/** Whose session the cookies are; null when there is none, it has ended, or its owner is disabled. Asks the database each time. */
export async function findActor(context: Context, cookies: string | null): Promise<User | null> {
  const session = await readSession(context, cookies)
  if (!session || session.disabledAt) return null
  if (Date.now() - session.usedAt.getTime() > useMilliseconds) await noteUse(context, session.sessionId)
  return toUser(session, session.passkeyId !== null)
}

/** The library itself notes a use only when it makes a session longer. */
async function noteUse(context: Context, sessionId: string): Promise<void> {
  await context.database.db
    .updateTable('sessions')
    .set({ updated_at: new Date() })
    .where('id', '=', sessionId)
    .execute()
}
