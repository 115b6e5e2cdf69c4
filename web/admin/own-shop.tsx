import type { ReactNode } from 'react'
import { QueryState } from '../ui/query-state.tsx'
import { useManagedShops } from '../shops/managed-shops.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** The shop of whoever is signed in; for an administrator, who names none, the first there is. */
export function OwnShop({ children }: { children: (shopId: number) => ReactNode }) {
  return (
    <QueryState query={useManagedShops()} loading="Loading your shop...">
      {([shop]) => (shop ? children(shop.id) : <EmptyState title="There is no shop here yet." />)}
    </QueryState>
  )
}
