import { use } from 'react'
import { CurrentShopContext } from '../workspace/current-shop.ts'
import { useManagedShops } from './managed-shops.ts'

/** The zone of the shop in view; undefined where several shops are, or while it is unknown. */
export function useZoneInView(): string | undefined {
  const shopId = use(CurrentShopContext)
  const shops = useManagedShops().data ?? []
  const inView = shopId === null && shops.length === 1 ? shops[0] : shops.find(({ id }) => id === shopId)
  return inView?.timeZone
}
