import { sql } from 'kysely'
import type { ShopPeople } from '../../../contract/shops/people.ts'
import type { Context } from '../../context.ts'
import type { ShopScope } from '../../identity/sessions/shop-scope.ts'
import { getOwnShop } from '../own-shop.ts'

const hasPasskey = sql<boolean>`exists (select from passkeys p where p.user_id = u.id)`

/** Lists the people of a shop and its open invitations. Refuses a foreign shop as `not_found`. */
export async function listPeople(
  { database: { db }, clock }: Context,
  scope: ShopScope,
  shopId: number,
): Promise<ShopPeople> {
  await getOwnShop(db, scope, shopId)
  const members = await db
    .selectFrom('shop_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email', 'u.two_factor_enabled', 'm.role', 'm.joined_at'])
    .select(hasPasskey.as('has_passkey'))
    .where('m.shop_id', '=', shopId)
    .orderBy(sql`m.role <> 'owner'`)
    .orderBy('m.joined_at')
    .orderBy('u.id')
    .execute()
  const invitations = await db
    .selectFrom('shop_invitations as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'i.invited_at', 'i.expires_at', 'u.name'])
    .where('i.shop_id', '=', shopId)
    .where('i.ended_at', 'is', null)
    .orderBy('i.invited_at')
    .execute()
  const now = clock.now()
  return {
    people: members.map((row) => ({
      userId: row.id,
      name: row.name,
      email: row.email,
      role: row.role,
      joinedAt: row.joined_at.toISOString(),
      hasSecondFactor: row.two_factor_enabled || row.has_passkey,
    })),
    invitations: invitations.map((row) => ({
      id: row.id,
      email: row.email,
      role: row.role,
      invitedAt: row.invited_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      invitedBy: row.name,
      isExpired: row.expires_at.getTime() <= now,
    })),
  }
}
