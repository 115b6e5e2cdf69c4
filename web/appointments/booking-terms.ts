import { feeOf, termsSentence } from '../../contract/booking/cancellation-terms.ts'
import { formatCents } from '../../contract/money.ts'
import type { LateFee } from '../../contract/payments/consent.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { formatDeadline } from '../payments/fee-words.ts'

/** The fee for a late cancellation at a shop, as an order states it; null without one. */
export function shownTermsOf(
  shop: Pick<BookableShop, 'cancellation'> | undefined,
  priceCents: number,
): LateFee | null {
  const terms = shop?.cancellation ?? null
  return terms && { feeCents: feeOf(terms, priceCents), freeHours: terms.freeHours }
}

/**
 * The terms before the booking, with the deadline once the start is known. Instants in epoch milliseconds.
 */
export function bookingTermsSentence(
  terms: LateFee,
  startsAt: number | null,
  timeZone: string | undefined,
  now: number,
): string {
  if (startsAt === null || timeZone === undefined) return termsSentence(terms)
  const until = startsAt - terms.freeHours * 3_600_000
  const fee = formatCents(terms.feeCents)
  if (until <= now) return `Your appointment is soon: cancelling, or not coming, costs a ${fee} fee.`
  return `Cancel for free until ${formatDeadline(until, timeZone)}. After that, or if you don’t come, you pay a ${fee} fee.`
}
