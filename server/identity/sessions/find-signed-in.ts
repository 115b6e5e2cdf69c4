import type { User, Workplace } from '../../../contract/identity/identity.ts'
import { isShopRole, type Role } from '../../../contract/identity/roles.ts'
import type { Context } from '../../context.ts'
import { onlyWorks, readSession, workplacesOf } from './read-session.ts'

type LibraryUser = {
  id: string
  email: string
  name: string
  image?: string | null | undefined
  role: Role
  emailVerified: boolean
  twoFactorEnabled?: boolean | null | undefined
  workplaces: readonly Workplace[]
  onlyWorks: boolean
}

/** Maps better-auth's user to the contract's shape. `byPasskey`: a passkey opened the session. */
export function toUser(user: LibraryUser, byPasskey = false): User {
  const { id, email, name, image, role, emailVerified, twoFactorEnabled, workplaces, onlyWorks: works } = user
  return {
    id,
    email,
    name,
    image: image ?? null,
    role,
    emailVerified,
    secondFactor: twoFactorEnabled ?? false,
    byPasskey,
    onlyWorks: works,
    // The contract refuses a role that only a newer version knows, and the permissions allow it nothing.
    workplaces: workplaces.filter((each) => isShopRole(each.role)),
  }
}

/** The user of a newly opened session, as stored. */
export async function findUser(context: Context, userId: string, byPasskey = false): Promise<User> {
  const row = await context.database.db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.name', 'u.image', 'u.role'])
    .select(['u.email_verified as emailVerified', 'u.two_factor_enabled as twoFactorEnabled'])
    .select([workplacesOf.as('workplaces'), onlyWorks.as('onlyWorks')])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return toUser(row, byPasskey)
}

/** Resolution of a session's last use. */
const useResolutionMs = 5 * 60_000

/**
 * The owner of the cookies' session; null without a session, or for an ended one or a disabled owner.
 * Queries the database each time. An unknown role passes unchanged: the permissions table allows it nothing.
 */
export async function findSignedIn(context: Context, cookies: string | null): Promise<User | null> {
  const session = await readSession(context, cookies)
  if (!session || session.disabledAt) return null
  if (Date.now() - session.usedAt.getTime() > useResolutionMs) await recordUse(context, session.sessionId)
  return toUser(session, session.passkeyId !== null)
}

/** better-auth records a use only when it extends a session. */
async function recordUse(context: Context, sessionId: string): Promise<void> {
  await context.database.db
    .updateTable('sessions')
    .set({ updated_at: new Date() })
    .where('id', '=', sessionId)
    .execute()
}
