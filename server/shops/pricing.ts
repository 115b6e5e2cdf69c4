import type { PricingChange, ShopPricing } from '../../contract/payments/price-endpoints.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Actor, ShopScope } from '../identity/sessions/shop-scope.ts'
import { changeWithAudit, getOwnShop } from './own-shop.ts'

/** Sales tax and tips of a shop. Refuses a missing and a foreign shop alike as `not_found`. */
export async function findPricing(context: Context, scope: ShopScope, shopId: number): Promise<ShopPricing> {
  const { db } = context.database
  const shop = await getOwnShop(db, scope, shopId)
  const shares = await db
    .selectFrom('packages as p')
    .leftJoin('taxable_shares as t', (join) =>
      join.onRef('t.package_id', '=', 'p.id').on('t.shop_id', '=', shopId),
    )
    .select(['p.id as packageId', 'p.name as packageName', 't.percent'])
    .orderBy('p.id')
    .execute()
  return { taxRate: shop.tax_rate, takesTips: shop.takes_tips, shares }
}

/**
 * Changes sales tax and tips of a shop, with audit. Paid appointments keep the tax of their payment. Refuses
 * a missing and a foreign shop alike as `not_found`.
 */
export async function changePricing(
  context: Context,
  actor: Actor,
  shopId: number,
  { taxRate, takesTips, shares }: PricingChange,
): Promise<ShopPricing> {
  await changeWithAudit(context, actor, shopId, async (tx) => {
    const known = await tx.selectFrom('packages').select('id').execute()
    if (shares.some(({ packageId }) => !known.some(({ id }) => id === packageId))) refuse('not_found')
    await tx
      .updateTable('shops')
      .set({ tax_rate: taxRate, takes_tips: takesTips })
      .where('id', '=', shopId)
      .execute()
    for (const { packageId, percent } of shares) {
      await tx
        .deleteFrom('taxable_shares')
        .where('shop_id', '=', shopId)
        .where('package_id', '=', packageId)
        .execute()
      if (percent === null) continue
      await tx
        .insertInto('taxable_shares')
        .values({ shop_id: shopId, package_id: packageId, percent })
        .onConflict((conflict) => conflict.columns(['shop_id', 'package_id']).doUpdateSet({ percent }))
        .execute()
    }
  })
  return findPricing(context, actor.scope, shopId)
}
