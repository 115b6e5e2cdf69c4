import { use } from 'react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { defaultPageSize } from '../../contract/admin/appointment-list.ts'
import { call, callWithHeaders } from '../api/client.ts'
import { isQuietStart } from '../live/live-store.ts'
import { CurrentShopContext } from '../workspace/current-shop.ts'
import { listQueryOf, type ListFilters } from './appointment-filters.ts'

type ListPage = {
  appointments: AdministratorAppointment[]
  /** Cursor of the next page; null on the last. */
  nextAfter: string | null
  /** The total, '1000+' past a thousand. */
  total: string | null
  /** Whether it was refetched for news, not for the user. */
  isQuiet: boolean
}

// Other people work on the same appointments, so each view refetches and shows the cached data meanwhile.
const freshEachView = { staleTime: 0, refetchOnMount: 'always' } as const

/**
 * The table, one page at a time. Changed filters abort the request in flight; the old rows stay until the
 * reply.
 */
export function useAppointmentPages(filters: ListFilters) {
  const query = listQueryOf(filters)
  return useInfiniteQuery({
    queryKey: ['admin-appointments', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<ListPage> => {
      const isQuiet = isQuietStart()
      const { reply, headers } = await callWithHeaders('admin.listAppointments', {
        query: {
          ...query,
          limit: String(defaultPageSize),
          ...(pageParam !== '' && { after: pageParam }),
        },
        signal,
      })
      return {
        appointments: reply,
        nextAfter: headers.get('x-next-after'),
        total: headers.get('x-total-count'),
        isQuiet,
      }
    },
    getNextPageParam: ({ nextAfter }) => nextAfter,
    placeholderData: keepPreviousData,
    ...freshEachView,
  })
}

export function detailsKey(id: string) {
  return ['admin-appointment', id] as const
}

/** One appointment with its payments and its history. */
export function useAppointmentDetails(id: string) {
  return useQuery({
    queryKey: detailsKey(id),
    queryFn: ({ signal }) => call('admin.findAppointment', { params: { id }, signal }),
    ...freshEachView,
  })
}

export const attentionKey = ['admin-attention'] as const

/** What needs attention at the shop of this page; of every shop for an administrator. */
export function useAttention() {
  const shopId = use(CurrentShopContext)
  return useQuery({
    queryKey: [...attentionKey, shopId],
    queryFn: ({ signal }) =>
      call('admin.listAttention', { query: shopId === null ? {} : { shopId: String(shopId) }, signal }),
    ...freshEachView,
  })
}
