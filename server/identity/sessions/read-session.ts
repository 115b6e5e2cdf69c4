import { sql } from 'kysely'
import type { Workplace } from '../../../contract/identity/identity.ts'
import { createBatcher } from '../../concurrency/batcher.ts'
import type { Context } from '../../context.ts'
import { readSessionToken } from './session-cookie.ts'

/**
 * The shops where the user `u` works. A shop that was never approved is rejected, not suspended: it may
 * correct its details.
 */
export const workplacesOf = sql<Workplace[]>`coalesce((
  select json_agg(json_build_object('shopId', m.shop_id, 'shopName', w.business_name, 'role', m.role,
      'isSuspended', w.status = 'suspended' and w.ever_approved) order by m.joined_at, m.shop_id)
    from shop_members m join shops w on w.id = m.shop_id where m.user_id = u.id), '[]')`

/** Whether the user `u` works here, for a shop or as an administrator, and has no appointment. */
export const onlyWorks = sql<boolean>`(
  (u.role <> 'customer' or exists (select from shop_members m where m.user_id = u.id))
    and not exists (select from appointments a where a.customer_id = u.id and a.state <> 'released'))`

async function listOpen({ database }: Context, tokens: readonly string[]) {
  const [token = ''] = tokens
  // One token is not sent as an array: PostgreSQL expects several rows of an array, and would plan each query
  // anew.
  const hasToken =
    tokens.length === 1 ? sql<boolean>`s.token = ${token}` : sql<boolean>`s.token = any(${tokens}::text[])`
  return database.db
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
    .select([workplacesOf.as('workplaces'), onlyWorks.as('onlyWorks')])
    .where(hasToken)
    .where('s.expires_at', '>=', new Date())
    .execute()
}

/** An open session with its owner. */
export type OpenSession = Awaited<ReturnType<typeof listOpen>>[number] | undefined

const findOpen = createBatcher<string, OpenSession>({
  keyOf: (token) => token,
  run: async (context, tokens) => {
    const open = new Map((await listOpen(context, tokens)).map((session) => [session.token, session]))
    return tokens.map((token) => open.get(token))
  },
})

/**
 * The cookies' open session, as stored now; undefined without one. better-auth opens and ends sessions; it is
 * read here in batches, because every signed-in request starts with this query.
 */
export async function readSession(context: Context, cookies: string | null): Promise<OpenSession> {
  const token = cookies === null ? null : await readSessionToken(context, cookies)
  return token === null ? undefined : findOpen(context, token)
}
