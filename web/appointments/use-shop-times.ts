import { useQuery } from '@tanstack/react-query'
import { findNextFree, type FreeDay } from '../../contract/slots/free-days.ts'
import type { Slot } from '../../contract/slots/free-slots.ts'
import { withoutPresent } from './schedule-words.ts'
import { shopTimes, type TimesAsked } from './shop-times.ts'

type TimesWanted = Omit<TimesAsked, 'appointmentId'> & {
  /** The appointment that is to move, and where it is now. */
  moving?: { appointmentId: string; present: { day: string; time: string } | null }
}

export type ShopTimes = {
  /** Every day of the booking window as the last answer has it; none before the first. */
  days: FreeDay[] | undefined
  /** The starts of a day that lies in the window. */
  slotsOf: (day: string | null) => Slot[] | undefined
  /** The earliest start that is free; null when none is, undefined before the first answer. */
  nextFree: { date: string; slot: Slot } | null | undefined
  isFetching: boolean
  /** Why the last question was not answered. */
  error: Error | null
  askAgain: () => void
}

/**
 * The starts of a whole booking window, asked for in one question. Others take times meanwhile: it is asked again on every view and
 * whenever somebody returns to the page, and by `askAgain` when a day is chosen; until that is answered the last answer stands.
 */
export function useShopTimes({ shopId, firstDay, productId, moving }: TimesWanted): ShopTimes {
  const appointmentId = moving?.appointmentId
  const query = useQuery({
    ...shopTimes({ shopId, firstDay, productId, appointmentId }),
    enabled: shopId !== undefined && firstDay !== undefined,
    // At midnight the window moves on by a day: what is known of the others stands until that is answered.
    placeholderData: (before, asked) => {
      const [, shop, , product, appointment] = asked?.queryKey ?? []
      return shop === shopId && product === productId && appointment === appointmentId ? before : undefined
    },
    // Kept for one view only, but for what was asked ahead: what a later view begins with would be an answer of some time ago.
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
    // What was pressed is painted first.
    askAgain: () => void setTimeout(() => void query.refetch()),
  }
}
