import { use, type ReactNode } from 'react'
import { QueryState } from '../ui/query-state.tsx'
import { useManagedShops } from '../shops/managed-shops.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { CurrentShopContext } from '../workspace/current-shop.ts'

/** Renders for the shop of the page; for an administrator without a chosen shop, the first one. */
export function OwnShop({ children }: { children: (shopId: number) => ReactNode }) {
  const current = use(CurrentShopContext)
  return current === null ? <FirstShop>{children}</FirstShop> : children(current)
}

function FirstShop({ children }: { children: (shopId: number) => ReactNode }) {
  return (
    <QueryState query={useManagedShops()} loading="Loading your shop...">
      {([shop]) => (shop ? children(shop.id) : <EmptyState title="There is no shop here yet." />)}
    </QueryState>
  )
}
