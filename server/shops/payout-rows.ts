import type { AccountDetails, PayoutMethod } from '../../contract/shops/shops.ts'
import { payoutFields } from '../../contract/shops/shops.ts'
import type { PayoutKeys } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { lastFourOf, openPayoutDetail, sealPayoutDetail } from './payout-details.ts'

/** Stores one sealed payout detail in place of the old one; an empty value deletes it. */
export async function putPayoutDetail(
  tx: Queryable,
  keys: PayoutKeys,
  { shopId, field, value }: { shopId: number; field: string; value: string },
): Promise<void> {
  if (value === '') {
    await tx.deleteFrom('payout_details').where('shop_id', '=', shopId).where('field', '=', field).execute()
    return
  }
  const detail = { sealed: sealPayoutDetail(keys, shopId, field, value), last_four: lastFourOf(value) }
  await tx
    .insertInto('payout_details')
    .values({ shop_id: shopId, field, ...detail })
    .onConflict((conflict) => conflict.columns(['shop_id', 'field']).doUpdateSet(detail))
    .execute()
}

/** Returns the given details of the payout method, in order; details of other methods are dropped. */
export function givenDetails(
  method: PayoutMethod,
  details: AccountDetails | undefined,
): { field: keyof AccountDetails; value: string }[] {
  return payoutFields[method].flatMap((field) => {
    const value = details?.[field]
    return value === undefined ? [] : [{ field, value }]
  })
}

/** Whether the sealed detail equals this value; false if it does not open. */
export function isSealedValue(
  keys: PayoutKeys,
  row: { shop_id: number; field: string; sealed: Buffer },
  value: string,
): boolean {
  try {
    return openPayoutDetail(keys, row.shop_id, row.field, row.sealed) === value
  } catch {
    return false
  }
}
