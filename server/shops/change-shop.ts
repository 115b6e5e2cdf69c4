import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { ShopChange, ShopSettings } from '../../contract/shops/shop-settings.ts'

/** Changes. */
export async function changeShop(
  context: Context,
  actor: User,
  shopId: number,
  input: ShopChange,
): Promise<ShopSettings> {
  void [context, actor, shopId, input]
  return refuse('unavailable')
}
