import * as z from 'zod/mini'
import { matching } from '../text.ts'

const month = matching(/^20\d{2}-(0[1-9]|1[0-2])$/, 7, 'Please give the month as YYYY-MM')
/** A calendar month in the shop's time zone. */
export const statementQuery = z.strictObject({ month })

/** One movement of a shop's money. Amounts in cents, negative for a refund. */
export const statementRow = z.object({
  appointmentId: z.string(),
  /** The instant of the movement with the shop's offset. */
  movedAt: z.string(),
  movement: z.enum(['captured', 'refunded']),
  customerName: z.string(),
  packageName: z.string(),
  amountCents: z.int(),
})

/**
 * The payout of a shop for a month. `owedCents = capturedCents - refundedCents - feeCents`; negative after
 * late refunds.
 */
export const payoutStatement = z.object({
  shopId: z.int(),
  businessName: z.string(),
  month: z.string(),
  timeZone: z.string(),
  feePercent: z.number(),
  rows: z.array(statementRow),
  capturedCents: z.int(),
  refundedCents: z.int(),
  feeCents: z.int(),
  owedCents: z.int(),
})
export type PayoutStatement = z.infer<typeof payoutStatement>

/**
 * The fee on a shop's earnings in cents, half a cent rounded away from zero. A loss gives a negative fee, so
 * that a refund costs no fee in whichever month it falls. `feePercent` has at most two decimals, e.g. 12.5.
 */
export function feeOn(earnedCents: number, feePercent: number): number {
  // Whole hundredths of a percent, so that the one division is the only rounding.
  const hundredths = Math.round(feePercent * 100)
  const fee = Math.round((Math.abs(earnedCents) * hundredths) / 10_000)
  return earnedCents < 0 && fee > 0 ? -fee : fee
}
