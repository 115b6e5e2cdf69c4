import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'

const settingsKey = (shopId: number) => ['shop-settings', shopId] as const
const misfitsKey = (shopId: number) => ['misfits', shopId] as const

/** The shop's path parameter. */
export const shopParams = (shopId: number) => ({ id: String(shopId) })

export function useShopSettings(shopId: number) {
  return useQuery({
    queryKey: settingsKey(shopId),
    queryFn: ({ signal }) => call('shops.find', { params: shopParams(shopId), signal }),
    // Refetched on focus, because other staff may have changed the shop.
    refetchOnMount: 'always',
  })
}

function listMisfits(shopId: number, signal?: AbortSignal) {
  return call('admin.listMisfits', { params: shopParams(shopId), ...(signal && { signal }) })
}

/** Appointments that conflict with the shop's hours, closures or bays. */
export function useMisfits(shopId: number) {
  return useQuery({
    queryKey: misfitsKey(shopId),
    queryFn: ({ signal }) => listMisfits(shopId, signal),
    refetchOnMount: 'always',
  })
}

/**
 * Stores the reply of a change in the cache and refetches other data about the shop. Returns the number of
 * conflicting appointments.
 */
export function useSettingsChanged() {
  const queries = useQueryClient()
  return async (settings: ShopSettings): Promise<number> => {
    queries.setQueryData(settingsKey(settings.id), settings)
    const others = queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== settingsKey(settings.id)[0],
    })
    const [misfits] = await Promise.all([
      queries
        .fetchQuery({ queryKey: misfitsKey(settings.id), queryFn: () => listMisfits(settings.id) })
        // The change itself succeeded; the list of conflicts shows its own error.
        .catch(() => []),
      others,
    ])
    return misfits.length
  }
}
