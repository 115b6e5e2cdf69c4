import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'

export const managedShopsKey = ['managed-shops'] as const

/** All shops for an administrator, its own for a shop; those pending approval first. */
export function useManagedShops() {
  return useQuery({
    queryKey: managedShopsKey,
    queryFn: ({ signal }) => call('shops.listManaged', { signal }),
  })
}
