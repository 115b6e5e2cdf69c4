import { isDayInWindow, type BookingWindow } from '../../contract/slots/booking-window.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { weekdayOf } from '../../contract/time.ts'
import type { DayNote } from '../ui/calendar.tsx'
import { describeDay } from './schedule-words.ts'
import { isOpenOn } from './shop-hours.ts'
import type { ShopTimes } from './use-shop-times.ts'

type Known = {
  window: BookingWindow
  shop: Pick<BookableShop, 'businessHours' | 'closures'> | undefined
  times: Pick<ShopTimes, 'slotsOf'>
  /** The current start of the appointment that is to move. */
  present: { day: string } | null
}

/** Why no start of a day can be selected; null when one can. */
function reasonAgainst(day: string, { window, shop, times }: Known): string | null {
  if (day < window.firstDay) return 'too soon'
  if (day > window.lastDay) return 'too far ahead'
  if (weekdayOf(day) > 5) return 'no installations on weekends'
  if (!isDayInWindow(day, window) || (shop && !isOpenOn(shop, day))) return 'closed'
  const slots = times.slotsOf(day)
  if (!slots) return null
  const { note, canBeLookedAt } = describeDay(slots)
  return canBeLookedAt ? null : note.toLowerCase()
}

/**
 * The calendar's note for each day: whether it can be selected or why not, the starts left, and the current
 * appointment.
 */
export function calendarDays(known: Known): {
  isDisabled: (day: string) => boolean
  noteOf: (day: string) => DayNote
} {
  return {
    isDisabled: (day) => reasonAgainst(day, known) !== null,
    noteOf: (day) => {
      const reason = reasonAgainst(day, known)
      const slots = reason === null ? known.times.slotsOf(day) : undefined
      const state = slots && describeDay(slots)
      const isPresent = day === known.present?.day
      return {
        look: isPresent ? 'marked' : state?.left === 0 ? 'quiet' : undefined,
        short: reason === 'closed' ? 'Closed' : state?.note,
        shorter: state && state.left > 0 ? String(state.left) : undefined,
        spoken: [reason ?? state?.note, isPresent && 'your current date'].filter(Boolean).join(', '),
      }
    },
  }
}
