import type { Context } from '../context.ts'
import { lockCustomer } from '../customers/own-appointments.ts'
import { releaseUnpaidClaim } from '../holds/release-unpaid-claim.ts'
import { lockShop } from '../slots/find-free-bay.ts'

/** Releases the unpaid claims of a customer, each under its shop's lock as lock order demands. */
export async function releaseClaims(context: Context, customerId: string, actorId: string): Promise<void> {
  const at = new Date(context.clock.now())
  const claims = await context.database.db
    .selectFrom('appointments')
    .select(['id', 'shop_id'])
    .where('customer_id', '=', customerId)
    .where('state', '=', 'claimed')
    .execute()
  for (const { id, shop_id: shopId } of claims)
    await context.database.transaction(async (tx) => {
      await lockShop(tx, shopId)
      await lockCustomer(tx, customerId)
      await releaseUnpaidClaim(tx, id, { at, actorId })
    })
  if (claims.length > 0) context.triggerJob('appointments.settle-holds')
}
