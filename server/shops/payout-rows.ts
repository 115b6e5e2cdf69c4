import type { AccountDetails, PayoutMethod } from '../../contract/shops/shops.ts'
import { payoutFields } from '../../contract/shops/shops.ts'
import type { PayoutKeys } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { lastFourOf, openPayoutDetail, sealPayoutDetail } from './payout-details.ts'

/** Writes one payout detail down, sealed, in place of what was there; an empty one leaves nothing. */
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

/** The details that a shop gave for its way of being paid, in order; those of another way are not kept. */
export function givenDetails(
  method: PayoutMethod,
  details: AccountDetails | undefined,
): { field: keyof AccountDetails; value: string }[] {
  return payoutFields[method].flatMap((field) => {
    const value = details?.[field]
    return value === undefined ? [] : [{ field, value }]
  })
}

/** Whether the sealed detail is this value; one that does not open is not. */
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
