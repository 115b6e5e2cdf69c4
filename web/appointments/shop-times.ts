import { useEffect } from 'react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { bookingWindowDays } from '../../contract/slots/booking-window.ts'
import { call } from '../api/client.ts'

export type TimesAsked = {
  shopId: number | undefined
  /** The first day of the booking window. */
  firstDay: string | undefined
  productId?: number | undefined
  /** On top of the package's time. */
  extraMinutes?: number
  appointmentId?: string | undefined
}

/** The query for the starts of a whole booking window. */
export function shopTimes({ shopId, firstDay, productId, extraMinutes = 0, appointmentId }: TimesAsked) {
  return queryOptions({
    queryKey: ['shop-times', shopId, firstDay, productId, appointmentId, extraMinutes],
    queryFn: async ({ signal }) => {
      const reply = await call('appointments.listFreeSlots', {
        query: {
          date: firstDay ?? '',
          days: bookingWindowDays,
          ...(shopId !== undefined && { shopId }),
          ...(productId !== undefined && { productId }),
          ...(extraMinutes > 0 && { extraMinutes }),
          ...(appointmentId !== undefined && { appointmentId }),
        },
        signal,
      })
      return reply.flatMap((each) => ('slots' in each ? [each] : []))
    },
  })
}

/** A package that may be selected next, with the extra time that the car takes. */
type Selectable = { productId: number; extraMinutes: number }

/**
 * Prefetches the times of each package that may be selected next, so that the next step opens with them. The
 * step refetches anyway; unused results expire after a few minutes.
 */
export function useTimesAhead(
  packages: readonly Selectable[],
  { shopId, firstDay }: Pick<TimesAsked, 'shopId' | 'firstDay'>,
): void {
  const queries = useQueryClient()
  const wanted = packages.map(({ productId, extraMinutes }) => `${productId}+${extraMinutes}`).join(' ')
  useEffect(() => {
    if (shopId === undefined || firstDay === undefined || wanted === '') return
    for (const each of wanted.split(' ')) {
      const [productId, extraMinutes = 0] = each.split('+').map(Number)
      void queries.prefetchQuery({
        ...shopTimes({ shopId, firstDay, productId, extraMinutes }),
        staleTime: 30_000,
        gcTime: 300_000,
      })
    }
  }, [queries, wanted, shopId, firstDay])
}
