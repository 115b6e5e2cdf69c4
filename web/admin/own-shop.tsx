import type { ReactNode } from 'react'
import { QueryState } from '../ui/query-state.tsx'
import { useManagedShops } from '../shops/managed-shops.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** Renders for the user's own shop; for an administrator without a chosen shop, the first one. */
export function OwnShop({ children }: { children: (shopId: number) => ReactNode }) {
  return (
    <QueryState query={useManagedShops()} loading="Loading your shop...">
      {([shop]) => (shop ? children(shop.id) : <EmptyState title="There is no shop here yet." />)}
    </QueryState>
  )
}
