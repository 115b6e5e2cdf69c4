import { ownMailKinds, type OwnMails } from '../../contract/people/own-mails.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { getOwnShop } from '../shops/own-shop.ts'

/** The kinds in their own order, without those of a later version. */
function ordered(muted: readonly string[]): OwnMails['muted'] {
  return ownMailKinds.filter((kind) => muted.includes(kind))
}

/** Returns the mails that the actor has switched off at a shop. Refuses a foreign shop as `not_found`. */
export async function findOwnMails({ database }: Context, actor: Actor, shopId: number): Promise<OwnMails> {
  await getOwnShop(database.db, actor.scope, shopId)
  const member = await database.db
    .selectFrom('shop_members')
    .select('muted_mails')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  return member ? { muted: ordered(member.muted_mails) } : refuse('not_found')
}

/**
 * Switches the given mails off at a shop, for the actor alone. Refuses a foreign shop as `not_found`, and a
 * membership that ended meanwhile too: the changed row is the membership.
 */
export async function changeOwnMails(
  { database }: Context,
  actor: Actor,
  shopId: number,
  input: OwnMails,
): Promise<OwnMails> {
  await getOwnShop(database.db, actor.scope, shopId)
  const muted = ordered(input.muted)
  const { numUpdatedRows } = await database.db
    .updateTable('shop_members')
    .set({ muted_mails: muted })
    .where('shop_id', '=', shopId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { muted } : refuse('not_found')
}
