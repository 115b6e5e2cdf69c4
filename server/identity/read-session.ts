import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { statement } from '../database/statement.ts'
import { shareQuestions } from '../share-questions.ts'
import { readSessionToken } from './session-cookie.ts'

/** The sessions of one token or of several that are open at `now`, each with whose it is. */
const openSessions = statement(
  (db, { token, tokens, now }: { token?: string; tokens?: readonly string[]; now: Date }) =>
    db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select([
        's.id as sessionId',
        's.token',
        's.created_at as createdAt',
        's.updated_at as usedAt',
        's.passkey_id as passkeyId',
      ])
      .select(['u.id', 'u.email', 'u.name', 'u.image', 'u.role', 'u.disabled_at as disabledAt'])
      .select(['u.email_verified as emailVerified', 'u.two_factor_enabled as twoFactorEnabled'])
      // Of an array PostgreSQL expects several rows until it sees it, and would plan anew each time.
      .where('s.token', '=', token ?? sql<string>`any(${tokens}::text[])`)
      .where('s.expires_at', '>=', now),
)

async function listOpen({ database }: Context, tokens: readonly string[]) {
  const [token = ''] = tokens
  const now = new Date()
  return openSessions(database.db, tokens.length === 1 ? { token, now } : { tokens, now })
}

/** An open session with whose it is. */
export type OpenSession = Awaited<ReturnType<typeof listOpen>>[number] | undefined

const findOpen = shareQuestions<string, OpenSession>({
  keyOf: (token) => token,
  ask: async (context, tokens) => {
    const open = new Map((await listOpen(context, tokens)).map((session) => [session.token, session]))
    return tokens.map((token) => open.get(token))
  },
})

/**
 * The session that the cookies open, as the database has it now; undefined when there is none or it has ended. The identity
 * library opens and ends sessions; who asks is read here, in one question that those who come at one moment share, because every call of
 * somebody signed in begins with it.
 */
export async function readSession(context: Context, cookies: string | null): Promise<OpenSession> {
  const token = cookies === null ? null : await readSessionToken(context, cookies)
  return token === null ? undefined : findOpen(context, token)
}
