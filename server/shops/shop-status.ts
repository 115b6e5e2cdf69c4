import type { ShopStatus } from '../../contract/shops/shop-settings.ts'
import type { ShopRow } from './own-shop.ts'

/** The status of a shop as people see it: a suspended one that was never approved is rejected. */
export function statusOf(shop: Pick<ShopRow, 'status' | 'ever_approved'>): ShopStatus {
  return shop.status === 'suspended' && !shop.ever_approved ? 'rejected' : shop.status
}
