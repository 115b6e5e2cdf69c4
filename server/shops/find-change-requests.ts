import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Queryable } from '../database/open-database.ts'

/** Finds the request of a shop that waits for an administrator, and the last one if it was rejected. */
export async function findChangeRequests(
  db: Queryable,
  shopId: number,
): Promise<Pick<ShopSettings, 'pendingChange' | 'rejectedChange'>> {
  const last = await db
    .selectFrom('shop_change_requests as r')
    .innerJoin('users as u', 'u.id', 'r.requested_by')
    .selectAll('r')
    .select('u.name')
    .where('r.shop_id', '=', shopId)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const fields = last && { businessName: last.business_name, address: last.address }
  return {
    pendingChange:
      last?.outcome === null
        ? {
            id: last.id,
            businessName: last.business_name,
            address: last.address,
            timeZone: last.time_zone,
            matchedAddress: last.matched_address,
            isRough: last.is_rough,
            requestedAt: last.requested_at.toISOString(),
            requestedBy: last.name,
          }
        : null,
    rejectedChange:
      fields && last.outcome === 'rejected' && last.decided_at
        ? { ...fields, reason: last.reason, decidedAt: last.decided_at.toISOString() }
        : null,
  }
}
