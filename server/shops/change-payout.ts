import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import type * as z from 'zod/mini'
import type { payoutChange } from '../../contract/shops/shop-settings.ts'

/** Sets. */
export async function changePayout(
  context: Context,
  actor: User,
  shopId: number,
  input: z.infer<typeof payoutChange>,
): Promise<ShopSettings> {
  void [context, actor, shopId, input]
  return refuse('unavailable')
}
