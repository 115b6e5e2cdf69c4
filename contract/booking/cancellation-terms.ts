import { formatCents } from '../money.ts'

/** Limits of a shop's terms. Money in cents. */
export const freeHoursLimits = { min: 1, max: 168 } as const
/** Of a fee that is an amount. One in percent may be up to the whole price. */
export const feeLimits = { minCents: 100, maxCents: 50_000 } as const
export const feePercentLimits = { min: 1, max: 100 } as const

/**
 * A shop's terms: a cancellation by the customer is free until `freeHours` before the start. A later one, and
 * a no-show, cost the same fee: `feeCents`, or `feePercent` of the price. One of the two is null.
 */
export type CancellationTerms = { freeHours: number; feeCents: number | null; feePercent: number | null }

/**
 * The fee that a customer agreed to, in cents, and the epoch milliseconds from which a cancellation costs it.
 */
export type AgreedFee = { feeCents: number; from: number }

/** A fee as its customer sees it: `from` is ISO. */
export type ShownFee = { feeCents: number; from: string }

/** Headers of an order: the fee in cents and the free hours that the customer was shown and agreed to. */
export const agreedFeeHeader = 'x-agreed-fee'
export const agreedHoursHeader = 'x-agreed-free-hours'

/** Header of a cancellation: the fee in cents that the customer was shown; without it none was. */
export const shownFeeHeader = 'x-shown-fee'

/**
 * The fee for an appointment of this price, in cents: a percentage is rounded half up. Never above the price.
 */
export function feeOf({ feeCents, feePercent }: CancellationTerms, priceCents: number): number {
  const cents = feeCents ?? Math.round((priceCents * (feePercent ?? 0)) / 100)
  return Math.min(Math.max(cents, 1), priceCents)
}

const hourMs = 3_600_000

/** The fee that a customer agrees to by an order. `startsAt`: epoch milliseconds. */
export function agreedFeeOf(
  terms: CancellationTerms,
  { priceCents, startsAt }: { priceCents: number; startsAt: number },
): AgreedFee {
  return { feeCents: feeOf(terms, priceCents), from: startsAt - terms.freeHours * hourMs }
}

/** The hours before the start from which a cancellation costs the fee. */
export function freeHoursOf({ from }: Pick<AgreedFee, 'from'>, startsAt: number): number {
  return Math.round((startsAt - from) / hourMs)
}

/** The fee that a cancellation by the customer costs now, in cents; 0 for none. */
export function feeDueAt(fee: AgreedFee | null, now: number): number {
  return fee !== null && now >= fee.from ? fee.feeCents : 0
}

/**
 * The instant after a move by the customer: it moves along while a cancellation is free. Once the fee is due
 * it stays due, so that no move makes a late cancellation free.
 */
export function feeFromAfterMove(
  from: number,
  { startsBefore, startsAfter, now }: { startsBefore: number; startsAfter: number; now: number },
): number {
  return now >= from ? from : from + startsAfter - startsBefore
}

/** '24 hours', or '1 hour'. */
export function hoursInWords(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** 'Cancel for free until 24 hours before your appointment. After that, or if you don’t come, …' */
export function termsSentence({ freeHours, feeCents }: { freeHours: number; feeCents: number }): string {
  return `Cancel for free until ${hoursInWords(freeHours)} before your appointment. After that, or if you don’t come, you pay a ${formatCents(feeCents)} fee.`
}
