import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { call } from '../api/client.ts'

const settingsKey = (shopId: number) => ['shop-settings', shopId] as const
const misfitsKey = (shopId: number) => ['misfits', shopId] as const

/** A shop's path parameter. */
export const shopParams = (shopId: number) => ({ id: String(shopId) })

export function useShopSettings(shopId: number) {
  return useQuery({
    queryKey: settingsKey(shopId),
    queryFn: ({ signal }) => call('shops.find', { params: shopParams(shopId), signal }),
    // Whoever comes back to the page sees the shop as it is, not as it was.
    refetchOnMount: 'always',
  })
}

function listMisfits(shopId: number, signal?: AbortSignal) {
  return call('admin.listMisfits', { params: shopParams(shopId), ...(signal && { signal }) })
}

/** The appointments that no longer fit the shop's hours, closures or bays. */
export function useMisfits(shopId: number) {
  return useQuery({
    queryKey: misfitsKey(shopId),
    queryFn: ({ signal }) => listMisfits(shopId, signal),
    refetchOnMount: 'always',
  })
}

/** Shows what a change answered and has everything else that speaks of the shop asked again. Gives how many appointments no longer fit. */
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
        // The change is made all the same; the list on top says for itself that it could not be loaded.
        .catch(() => []),
      others,
    ])
    return misfits.length
  }
}
