import type { Context } from '../context.ts'
import { readSessionToken } from './session-cookie.ts'

/** An open session with whose it is. */
export type OpenSession = Awaited<ReturnType<typeof findOpen>>

async function findOpen({ database }: Context, token: string) {
  return database.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as sessionId',
      's.created_at as createdAt',
      's.updated_at as usedAt',
      's.passkey_id as passkeyId',
    ])
    .select(['u.id', 'u.email', 'u.name', 'u.image', 'u.role', 'u.disabled_at as disabledAt'])
    .select(['u.email_verified as emailVerified', 'u.two_factor_enabled as twoFactorEnabled'])
    .where('s.token', '=', token)
    .where('s.expires_at', '>=', new Date())
    .executeTakeFirst()
}

/**
 * The session that the cookies open, as the database has it now; undefined when there is none or it has ended. The identity
 * library opens and ends sessions; who asks is read here, in one question, because every call of somebody signed in begins with it.
 */
export async function readSession(context: Context, cookies: string | null): Promise<OpenSession> {
  const token = cookies === null ? null : await readSessionToken(context, cookies)
  return token === null ? undefined : findOpen(context, token)
}
