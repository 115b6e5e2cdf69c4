import { sql } from 'kysely'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { lockPersonAppointments } from '../contacts/own-contacts.ts'
import type { Queryable } from '../database/open-database.ts'

export type LockedAccount = {
  id: string
  email: string
  emailVerified: boolean
  role: User['role']
  closingShops: number[]
}

/** Locks the shops where an account works and returns those that it owns alone: they close with it. */
async function lockShops(tx: Queryable, userId: string): Promise<number[]> {
  const shops = await tx
    .selectFrom('shops')
    .select('id')
    .where('id', 'in', tx.selectFrom('shop_members').select('shop_id').where('user_id', '=', userId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // Read after the lock: another owner may have left meanwhile. A disabled owner cannot act for the shop.
  const { rows } = await sql<{ shop_id: number }>`
    select m.shop_id from shop_members m where m.user_id = ${userId} and m.role = 'owner'
      and m.shop_id = any (${shops.map(({ id }) => id)})
      and not exists (select from shop_members o join users u on u.id = o.user_id
        where o.shop_id = m.shop_id and o.role = 'owner' and o.user_id <> m.user_id and u.disabled_at is null)`.execute(
    tx,
  )
  return rows.map((row) => row.shop_id)
}

/**
 * Locks every row that an account deletion touches, until the transaction ends, in the lock order of
 * ARCHITECTURE.md. For an administrator it locks all
 * administrators' rows, so that two concurrent deletions see each other. Null when already deleted. Refuses
 * as `not_signed_in` when the role has changed.
 */
export async function lockAccount(tx: Queryable, actor: User): Promise<LockedAccount | null> {
  const closingShops = await lockShops(tx, actor.id)
  await lockPersonAppointments(tx, actor)
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'role', 'deleted_at', 'disabled_at'])
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
  const { id, email, email_verified: emailVerified, role } = own
  return { id, email, emailVerified, role, closingShops }
}
