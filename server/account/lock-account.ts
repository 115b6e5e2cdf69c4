import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'

export type LockedAccount = { id: string; email: string; role: User['role']; shopId: number | null }

/**
 * Locks every row that an account deletion touches, until the transaction ends, in the lock order of
 * ARCHITECTURE.md. For an administrator it locks all
 * administrators' rows, so that two concurrent deletions see each other. Null when already deleted. Refuses
 * as `not_signed_in` when the role has changed.
 */
export async function lockAccount(tx: Queryable, actor: User): Promise<LockedAccount | null> {
  const shop = await tx
    .selectFrom('shops')
    .select('id')
    .where('owner_id', '=', actor.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await tx
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', actor.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'deleted_at', 'disabled_at'])
    .where((where) =>
      where.or([
        where('id', '=', actor.id),
        ...(actor.role === 'administrator' ? [where('role', '=', 'administrator')] : []),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = rows.find(({ id }) => id === actor.id)
  if (!own || own.deleted_at !== null) return null
  if (own.role !== actor.role || own.disabled_at !== null) refuse('not_signed_in')
  const others = rows.filter(({ id, role, disabled_at }) => {
    return id !== actor.id && role === 'administrator' && disabled_at === null
  })
  if (own.role === 'administrator' && others.length === 0) refuse('last_administrator')
  return { id: own.id, email: own.email, role: own.role, shopId: shop?.id ?? null }
}
