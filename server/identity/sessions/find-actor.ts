import type { User } from '../../../contract/identity/identity.ts'
import type { Role } from '../../../contract/identity/roles.ts'
import type { Context } from '../../context.ts'
import { readSession } from './read-session.ts'
import { shopScope, type Actor } from './shop-scope.ts'

type LibraryUser = {
  id: string
  email: string
  name: string
  image?: string | null | undefined
  role: Role
  emailVerified: boolean
  twoFactorEnabled?: boolean | null | undefined
}

/** Maps better-auth's user to the contract's shape. `byPasskey`: a passkey opened the session. */
export function toUser(user: LibraryUser, byPasskey = false): User {
  const { id, email, name, image, role, emailVerified, twoFactorEnabled } = user
  return {
    id,
    email,
    name,
    image: image ?? null,
    role,
    emailVerified,
    secondFactor: twoFactorEnabled ?? false,
    byPasskey,
  }
}

/** The user of a newly opened session, as stored. */
export async function findUser(context: Context, userId: string, byPasskey = false): Promise<User> {
  const row = await context.database.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'image', 'role'])
    .select(['email_verified as emailVerified', 'two_factor_enabled as twoFactorEnabled'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return toUser(row, byPasskey)
}

/** Resolution of a session's last use. */
const useResolutionMs = 5 * 60_000

/**
 * The session gate: the owner of the cookies' session with the shops in their scope; null without a session,
 * or for an ended one or a disabled owner. Queries the database each time. An unknown role passes unchanged:
 * the permissions table allows it nothing.
 */
export async function findActor(context: Context, cookies: string | null): Promise<Actor | null> {
  const session = await readSession(context, cookies)
  if (!session || session.disabledAt) return null
  if (Date.now() - session.usedAt.getTime() > useResolutionMs) await recordUse(context, session.sessionId)
  const user = toUser(session, session.passkeyId !== null)
  return {
    ...user,
    scope: shopScope(user),
    standing: session.ownsSuspendedShop ? 'suspendedShop' : user.role,
  }
}

/** better-auth records a use only when it extends a session. */
async function recordUse(context: Context, sessionId: string): Promise<void> {
  await context.database.db
    .updateTable('sessions')
    .set({ updated_at: new Date() })
    .where('id', '=', sessionId)
    .execute()
}
