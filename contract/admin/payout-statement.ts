import * as z from 'zod/mini'

const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Please give the month as YYYY-MM'))
/** A calendar month of the shop's zone. */
export const statementQuery = z.strictObject({ month })

/** One movement of money that counts for a shop. Amounts in cents: a refund's is negative. */
export const statementRow = z.object({
  appointmentId: z.string(),
  /** The instant the money moved, with the shop's offset. */
  movedAt: z.string(),
  movement: z.enum(['captured', 'refunded']),
  customerName: z.string(),
  packageName: z.string(),
  amountCents: z.int(),
})

/** What a shop is owed for a month. `owedCents = capturedCents - refundedCents - feeCents`; below nothing after late refunds. */
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
 * The fee on what a shop earned, in cents, a half rounded away from nothing. On a loss it is the fee given back, so that a refund costs
 * no fee whatever month it falls in. `feePercent` has two decimals at most, e.g. 12.5.
 */
export function feeOn(earnedCents: number, feePercent: number): number {
  // Whole hundredths of a percent, so that nothing is lost before the one division.
  const hundredths = Math.round(feePercent * 100)
  const fee = Math.round((Math.abs(earnedCents) * hundredths) / 10_000)
  return earnedCents < 0 && fee > 0 ? -fee : fee
}
