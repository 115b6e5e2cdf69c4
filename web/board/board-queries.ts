import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { BoardSpan } from './board-params.ts'

type Wanted = { shopId: number; day: string | null; span: BoardSpan }

/** The board of a shop. While another day loads, the previous one stays. */
export function useBoard({ shopId, day, span }: Wanted) {
  return useQuery({
    queryKey: ['admin-board', shopId, day, span],
    queryFn: ({ signal }) =>
      call('admin.findBoard', {
        query: {
          shopId: String(shopId),
          ...(day !== null && { from: day }),
          days: span === 'week' ? 'week' : '1',
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Other people move jobs.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}
