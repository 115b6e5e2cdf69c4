import type { Workplace } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { lacksSecondFactor } from '../identity/second-factor/lacks-second-factor.ts'
import { actorFor } from '../identity/sessions/find-actor.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { getShopSettings } from '../shops/shop-settings.ts'

/** Replaces the shop's data in the file of an owner who lacks the second factor that its calls need. */
const withheld = 'Set up a second factor on your account page, and then export again.'

/**
 * The shops where the actor works, with the settings of those that they own, without their customers. A
 * sentence instead of the settings while a required second factor is missing.
 */
export async function exportShops(context: Context, actor: Actor) {
  const isWithheld = lacksSecondFactor(context, actor, 'shop.readSettings')
  const muted = await listMutedMails(context, actor)
  return Promise.all(
    actor.workplaces.map(async ({ shopId, shopName, role }: Workplace) => ({
      number: shopId,
      name: shopName,
      yourRole: role,
      mailsSwitchedOff: muted.get(shopId) ?? [],
      ...(role === 'owner'
        ? { settings: isWithheld ? withheld : await exportSettings(context, actor, shopId) }
        : {}),
    })),
  )
}

async function listMutedMails({ database }: Context, actor: Actor): Promise<Map<number, string[]>> {
  const rows = await database.db
    .selectFrom('shop_members')
    .select(['shop_id', 'muted_mails'])
    .where('user_id', '=', actor.id)
    .execute()
  return new Map(rows.map((row) => [row.shop_id, row.muted_mails]))
}

async function exportSettings(context: Context, actor: Actor, shopId: number) {
  const { db } = context.database
  // A suspension takes nothing from what an owner may know of their own data.
  const workplaces = actor.workplaces.map((each) => ({ ...each, isSuspended: false }))
  const reader = actorFor({ ...actor, workplaces }, 'shop.readSettings')
  const {
    id,
    ownerEmail: _,
    repliesTo: _others,
    closures: _coming,
    ...settings
  } = await getShopSettings(context, reader, shopId)
  const shop = await db
    .selectFrom('shops')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const closures = await db
    .selectFrom('shop_closures')
    .select(['first_day as firstDay', 'last_day as lastDay', 'reason'])
    .where('shop_id', '=', id)
    .orderBy('first_day')
    .execute()
  return { ...settings, closures, registeredAt: shop.created_at.toISOString() }
}
