import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import type * as z from 'zod/mini'
import type { bayChange, newBay } from '../../contract/shops/shop-settings.ts'

/** Adds. */
export async function addBay(
  context: Context,
  actor: User,
  shopId: number,
  input: z.infer<typeof newBay>,
): Promise<ShopSettings> {
  void [context, actor, shopId, input]
  return refuse('unavailable')
}

/** Changes. */
export async function changeBay(
  context: Context,
  actor: User,
  shopId: number,
  bayId: number,
  input: z.infer<typeof bayChange>,
): Promise<ShopSettings> {
  void [context, actor, shopId, bayId, input]
  return refuse('unavailable')
}
