import { useEffect } from 'react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { bookingWindowDays } from '../../contract/slots/booking-window.ts'
import { call } from '../api/client.ts'

export type TimesAsked = {
  shopId: number | undefined
  /** The first day of the booking window. */
  firstDay: string | undefined
  productId?: number | undefined
  appointmentId?: string | undefined
}

/** The query for the starts of a whole booking window. */
export function shopTimes({ shopId, firstDay, productId, appointmentId }: TimesAsked) {
  return queryOptions({
    queryKey: ['shop-times', shopId, firstDay, productId, appointmentId],
    queryFn: async ({ signal }) => {
      const reply = await call('appointments.listFreeSlots', {
        query: {
          date: firstDay ?? '',
          days: bookingWindowDays,
          ...(shopId !== undefined && { shopId }),
          ...(productId !== undefined && { productId }),
          ...(appointmentId !== undefined && { appointmentId }),
        },
        signal,
      })
      return reply.flatMap((each) => ('slots' in each ? [each] : []))
    },
  })
}

/**
 * Prefetches the times of each package that may be selected next, so that the next step opens with them. The
 * step refetches anyway; unused results expire after a few minutes.
 */
export function useTimesAhead(
  productIds: readonly number[],
  { shopId, firstDay }: Pick<TimesAsked, 'shopId' | 'firstDay'>,
): void {
  const queries = useQueryClient()
  const wanted = productIds.join(' ')
  useEffect(() => {
    if (shopId === undefined || firstDay === undefined || wanted === '') return
    for (const productId of wanted.split(' ').map(Number))
      void queries.prefetchQuery({
        ...shopTimes({ shopId, firstDay, productId }),
        staleTime: 30_000,
        gcTime: 300_000,
      })
  }, [queries, wanted, shopId, firstDay])
}
