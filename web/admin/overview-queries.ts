import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { OverviewParams } from './overview-params.ts'

/** The figures of one shop or of all. While another period loads, the previous one stays. */
export function useOverview({ shopId, weeks }: OverviewParams) {
  return useQuery({
    queryKey: ['admin-overview', shopId, weeks],
    queryFn: ({ signal }) =>
      call('admin.findOverview', {
        query: { weeks, ...(shopId !== null && { shopId: String(shopId) }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
}
