import * as z from 'zod/mini'
import { matching } from '../text.ts'

const month = matching(/^20\d{2}-(0[1-9]|1[0-2])$/, 7, 'Please give the month as YYYY-MM')
/** A calendar month in the shop's time zone. */
export const statementQuery = z.strictObject({ month })

/** The movements of a shop's money. A dispute takes its amount and a fee, and may give them back. */
export const statementMovements = [
  'captured',
  'refunded',
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_fee',
  'dispute_fee_returned',
] as const
export type StatementMovement = (typeof statementMovements)[number]

export const statementWords: Record<StatementMovement, string> = {
  captured: 'Captured',
  refunded: 'Refunded',
  dispute_withdrawn: 'Disputed',
  dispute_reinstated: 'Returned after dispute',
  dispute_fee: 'Dispute fee',
  dispute_fee_returned: 'Dispute fee returned',
}

/** Whether a movement takes money from the shop. */
export function isTaken(movement: StatementMovement): boolean {
  return movement === 'refunded' || movement === 'dispute_withdrawn' || movement === 'dispute_fee'
}

/** One movement of a shop's money. Amounts in cents, negative when taken. */
export const statementRow = z.object({
  appointmentId: z.string(),
  /** The instant of the movement with the shop's offset. */
  movedAt: z.string(),
  movement: z.enum(statementMovements),
  customerName: z.string(),
  packageName: z.string(),
  amountCents: z.int(),
})

/**
 * The payout of a shop for a month. `owedCents = capturedCents - refundedCents - disputedCents -
 * disputeFeeCents - feeCents`; negative after late refunds and disputes.
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
  /** Taken by disputes, less what they gave back. */
  disputedCents: z.int(),
  /** The card provider's fees for disputes. */
  disputeFeeCents: z.int(),
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
