import type { User } from '../../contract/identity/identity.ts'
import type { Role } from '../../contract/identity/roles.ts'
import type { Context } from '../context.ts'
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

/** The library's user in the contract's shape, as seen in a session that a passkey opened or did not. */
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

/**
 * The session gate: the owner of the session that the cookies open, with the shops in their scope; null when there is none, it has
 * ended, or its owner is disabled. Asks the database each time. A role that this version does not know passes as it is: the table of
 * permissions allows it nothing.
 */
export async function findActor(context: Context, cookies: string | null): Promise<Actor | null> {
  const session = await readSession(context, cookies)
  if (!session || session.disabledAt) return null
  if (Date.now() - session.usedAt.getTime() > useMilliseconds) await noteUse(context, session.sessionId)
  const user = toUser(session, session.passkeyId !== null)
  return { ...user, scope: shopScope(user) }
}

/** The library itself notes a use only when it makes a session longer. */
async function noteUse(context: Context, sessionId: string): Promise<void> {
  await context.database.db
    .updateTable('sessions')
    .set({ updated_at: new Date() })
    .where('id', '=', sessionId)
    .execute()
}
