import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { BoardSpan } from './board-params.ts'

/** `ahead`: seven days from the day on. */
type Wanted = { shopId: number; day: string | null; span: BoardSpan | 'ahead'; enabled?: boolean }

const days = { day: '1', week: 'week', ahead: '7' } as const

/** The board of a shop. While another day loads, the previous one stays. */
export function useBoard({ shopId, day, span, enabled = true }: Wanted) {
  return useQuery({
    queryKey: ['admin-board', shopId, day, span],
    queryFn: ({ signal }) =>
      call('admin.findBoard', {
        query: {
          shopId: String(shopId),
          ...(day !== null && { from: day }),
          days: days[span],
        },
        signal,
      }),
    enabled,
    placeholderData: keepPreviousData,
    // Other people move jobs.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}
