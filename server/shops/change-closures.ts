import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import type * as z from 'zod/mini'
import type { newClosure } from '../../contract/shops/shop-settings.ts'

/** Adds. */
export async function addClosure(
  context: Context,
  actor: User,
  shopId: number,
  input: z.infer<typeof newClosure>,
): Promise<ShopSettings> {
  void [context, actor, shopId, input]
  return refuse('unavailable')
}

/** Removes. */
export async function removeClosure(
  context: Context,
  actor: User,
  shopId: number,
  closureId: number,
): Promise<ShopSettings> {
  void [context, actor, shopId, closureId]
  return refuse('unavailable')
}
