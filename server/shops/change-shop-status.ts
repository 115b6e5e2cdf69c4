import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { ManagedShop } from '../../contract/shops/shop-settings.ts'

/** Sets. */
export async function changeShopStatus(
  context: Context,
  actor: User,
  shopId: number,
  status: 'approved' | 'suspended',
): Promise<ManagedShop> {
  void [context, actor, shopId, status]
  return refuse('unavailable')
}
