import { useQuery } from '@tanstack/react-query'
import { findNextFree, type FreeDay } from '../../contract/slots/free-days.ts'
import type { Slot } from '../../contract/slots/free-slots.ts'
import { withoutPresent } from './schedule-words.ts'
import { shopTimes, type TimesAsked } from './shop-times.ts'

type TimesWanted = Omit<TimesAsked, 'appointmentId'> & {
  /** The appointment that is to move, with its current start. */
  moving?: { appointmentId: string; present: { day: string; time: string } | null }
}

export type ShopTimes = {
  /** Every day of the booking window in the last reply; empty before the first. */
  days: FreeDay[] | undefined
  /** The starts of a day in the window. */
  slotsOf: (day: string | null) => Slot[] | undefined
  /** The earliest free start; null when there is none, undefined before the first reply. */
  nextFree: { date: string; slot: Slot } | null | undefined
  isFetching: boolean
  /** The error of the last request. */
  error: Error | null
  refetch: () => void
}

/**
 * The starts of a whole booking window in one request. Other customers take slots, so it is refetched on
 * every view, on focus, and by `refetch` when a day is selected; the last reply stays until then.
 */
export function useShopTimes({
  shopId,
  firstDay,
  productId,
  extraMinutes = 0,
  moving,
}: TimesWanted): ShopTimes {
  const appointmentId = moving?.appointmentId
  const query = useQuery({
    ...shopTimes({ shopId, firstDay, productId, extraMinutes, appointmentId }),
    enabled: shopId !== undefined && firstDay !== undefined,
    // At midnight the window moves on by a day; the remaining days stay until the refetch.
    placeholderData: (before, asked) => {
      const [, shop, , product, appointment, extra] = asked?.queryKey ?? []
      const isSameJob = product === productId && appointment === appointmentId && extra === extraMinutes
      return shop === shopId && isSameJob ? before : undefined
    },
    // Cached for one view only, except prefetched data: a later view would otherwise open with old times.
    gcTime: 0,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const known = query.data?.filter(({ date }) => firstDay === undefined || date >= firstDay)
  const days = known && withoutPresent(known, moving?.present ?? null)
  return {
    days,
    slotsOf: (day) => days?.find(({ date }) => date === day)?.slots,
    nextFree: days && findNextFree(days),
    isFetching: query.isFetching,
    error: query.error,
    // The press paints first.
    refetch: () => void setTimeout(() => void query.refetch()),
  }
}
