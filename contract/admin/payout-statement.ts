import * as z from 'zod/mini'
import { feeReasons, feeReasonWords } from '../payments/cancellation-fee.ts'
import { matching } from '../text.ts'

export const statementMonth = matching(/^20\d{2}-(0[1-9]|1[0-2])$/, 7, 'Please give the month as YYYY-MM')
/** A calendar month in the shop's time zone. */
export const statementQuery = z.strictObject({ month: statementMonth })
/** Without a month the reply is that of the newest one that has something to pay, or else money in it. */
export const payoutsQuery = z.strictObject({ month: z.optional(statementMonth) })

/** The movements of a shop's money. A dispute takes its amount and a fee, and may give them back. */
export const statementMovements = [
  'captured',
  'refunded',
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_fee',
  'dispute_fee_returned',
  'paid_otherwise',
  'paid_otherwise_in_part',
  'returned_at_shop',
  'tax_collected',
  'tax_returned',
] as const
export type StatementMovement = (typeof statementMovements)[number]

const statementWords: Record<StatementMovement, string> = {
  captured: 'Captured',
  refunded: 'Refunded',
  dispute_withdrawn: 'Disputed',
  dispute_reinstated: 'Returned after dispute',
  dispute_fee: 'Dispute fee',
  dispute_fee_returned: 'Dispute fee returned',
  paid_otherwise: 'Paid at the shop',
  paid_otherwise_in_part: 'Part paid at the shop',
  returned_at_shop: 'Given back or removed at the shop',
  tax_collected: 'Sales tax included',
  tax_returned: 'Sales tax returned',
}

/** 'Captured', or 'No-show fee' where that was charged; 'Refunded: No-show fee' where it went back. */
export function movementWords({ movement, fee }: Pick<StatementRow, 'movement' | 'fee'>): string {
  if (fee === null) return statementWords[movement]
  return movement === 'captured' ? feeReasonWords[fee] : `${statementWords[movement]}: ${feeReasonWords[fee]}`
}

/** The columns of both CSV files, in their order. The pages group the same figures under the same names. */
export const figureColumns = ['gross', 'refunds', 'disputes', 'fee', 'paidOtherwise', 'tax', 'net'] as const
export type FigureColumn = (typeof figureColumns)[number]

export const columnWords: Record<FigureColumn, string> = {
  gross: 'Gross',
  refunds: 'Refunds',
  disputes: 'Disputes',
  fee: 'Fee',
  paidOtherwise: 'Paid otherwise',
  tax: 'Tax',
  net: 'Net',
}

/**
 * The column of each movement, and its sign there. The net does not add money that the shop has, nor tax,
 * which is a part of other amounts.
 */
const placeOf: Record<StatementMovement, { column: FigureColumn; sign: 1 | -1 }> = {
  captured: { column: 'gross', sign: 1 },
  refunded: { column: 'refunds', sign: -1 },
  dispute_withdrawn: { column: 'disputes', sign: -1 },
  dispute_reinstated: { column: 'disputes', sign: 1 },
  dispute_fee: { column: 'disputes', sign: -1 },
  dispute_fee_returned: { column: 'disputes', sign: 1 },
  paid_otherwise: { column: 'paidOtherwise', sign: 1 },
  paid_otherwise_in_part: { column: 'paidOtherwise', sign: 1 },
  returned_at_shop: { column: 'paidOtherwise', sign: -1 },
  tax_collected: { column: 'tax', sign: 1 },
  tax_returned: { column: 'tax', sign: -1 },
}
const inNet: readonly FigureColumn[] = ['gross', 'refunds', 'disputes', 'fee']

/** The column in which a movement counts. */
export function columnOf(movement: StatementMovement): FigureColumn {
  return placeOf[movement].column
}

/** Whether the net adds a movement. */
export function addsToNet(movement: StatementMovement): boolean {
  return inNet.includes(placeOf[movement].column)
}

/** The movement's amount as a statement shows it: negative when it is taken. */
export function signedCents(movement: StatementMovement, amountCents: number): number {
  return placeOf[movement].sign * amountCents
}

/**
 * Figures of a statement in integer cents, each with its sign: `netCents` is the sum of gross, refunds,
 * disputes (with their fees) and fee. Tax is information, a part of gross and of the amounts paid otherwise.
 */
export const payoutFigures = z.object({
  grossCents: z.int(),
  refundsCents: z.int(),
  disputesCents: z.int(),
  feeCents: z.int(),
  paidOtherwiseCents: z.int(),
  taxCents: z.int(),
  netCents: z.int(),
})
export type PayoutFigures = z.infer<typeof payoutFigures>

export const noFigures: PayoutFigures = {
  grossCents: 0,
  refundsCents: 0,
  disputesCents: 0,
  feeCents: 0,
  paidOtherwiseCents: 0,
  taxCents: 0,
  netCents: 0,
}

export function sumFigures(all: readonly PayoutFigures[]): PayoutFigures {
  const sum = { ...noFigures }
  for (const figures of all)
    for (const column of figureColumns) sum[`${column}Cents`] += figures[`${column}Cents`]
  return sum
}

/** The figures of one movement, or of the fee. `cents` with its sign. */
function figuresIn(column: FigureColumn, cents: number): PayoutFigures {
  return { ...noFigures, [`${column}Cents`]: cents, netCents: inNet.includes(column) ? cents : 0 }
}

/** The line of one movement. `signed`: the amount of `signedCents`. */
export function figuresOfMovement(movement: StatementMovement, signed: number): PayoutFigures {
  return figuresIn(placeOf[movement].column, signed)
}

/** The line of the fee. `feeCents`: above zero when it is kept back. */
export function figuresOfFee(feeCents: number): PayoutFigures {
  // Avoids -0.
  return figuresIn('fee', 0 - feeCents)
}

export type MovementSums = Partial<Record<StatementMovement, number>>

/**
 * The figures of a month by its amounts for each movement. The fee is on what was earned, by card and
 * otherwise; fees of disputes lower no fee. Pure.
 */
export function figuresOfMonth(sums: MovementSums, feePercent: number): PayoutFigures {
  const lines = statementMovements.map((movement) =>
    figuresOfMovement(movement, signedCents(movement, sums[movement] ?? 0)),
  )
  return sumFigures([...lines, figuresOfFee(feeOn(earnedOf(sums), feePercent))])
}

/** The amount that the fee is on: by card and paid otherwise, less refunds and disputed amounts. */
function earnedOf(sums: MovementSums): number {
  const of = (movement: StatementMovement) => signedCents(movement, sums[movement] ?? 0)
  return (
    of('captured') +
    of('refunded') +
    of('dispute_withdrawn') +
    of('dispute_reinstated') +
    of('paid_otherwise') +
    of('paid_otherwise_in_part') +
    of('returned_at_shop')
  )
}

/** One movement of a shop's money. Amounts in cents, negative when taken. */
export const statementRow = z.object({
  appointmentId: z.string(),
  /** The instant of the movement with the shop's offset. */
  movedAt: z.string(),
  movement: z.enum(statementMovements),
  /** The fee of a cancelled appointment that the payment of this row is; null for all other money. */
  fee: z.nullable(z.enum(feeReasons)),
  customerName: z.string(),
  packageName: z.string(),
  amountCents: z.int(),
})
export type StatementRow = z.infer<typeof statementRow>

export const payoutKinds = ['payment', 'correction'] as const

/** A recorded payment of a statement, or the correction of one. */
export const payout = z.object({
  id: z.string(),
  kind: z.enum(payoutKinds),
  /** Above zero for a payment. */
  amountCents: z.int(),
  /** 'YYYY-MM-DD' */
  paidOn: z.string(),
  reference: z.string(),
  /** Of a correction. */
  reason: z.nullable(z.string()),
  recordedAt: z.string(),
  /** The administrator who recorded it; null for the shop, and after the account's deletion. */
  by: z.nullable(z.string()),
})
export type Payout = z.infer<typeof payout>

/** The recorded payments of a month, and its open balance. */
export const payoutBalance = z.object({
  /** The debt of the shop that the months before left: zero or negative. */
  carriedOverCents: z.int(),
  /** Payments and corrections together. */
  paidCents: z.int(),
  /** Net and carried over less paid; negative when the shop owes, which the next month carries. */
  openCents: z.int(),
  /** Oldest first. */
  payouts: z.array(payout),
  /** Whether the month is over for the shop: before, nothing is paid. */
  isOver: z.boolean(),
})
export type PayoutBalance = z.infer<typeof payoutBalance>

/**
 * The payout of a shop for a month. `owedCents` is the net of `total`: `capturedCents - refundedCents -
 * disputedCents - disputeFeeCents - feeCents`; negative after late refunds and disputes.
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
  total: payoutFigures,
  balance: payoutBalance,
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

export type MonthBalance = { month: string; netCents: number; paidCents: number }

/**
 * The newest month of a shop, up to `lastMonth`, that still has something to pay; null for none. The months
 * are oldest first. Pure.
 */
export function newestDueMonth(months: readonly MonthBalance[], lastMonth: string): string | null {
  let newest: string | null = null
  let carriedCents = 0
  for (const { month, netCents, paidCents } of months) {
    const openCents = netCents + carriedCents - paidCents
    if (openCents > 0 && month <= lastMonth) newest = month
    carriedCents = Math.min(0, openCents)
  }
  return newest
}

/**
 * The debt that a shop's months leave to the next one, oldest first: zero or negative. A month that the shop
 * is owed for stays open until it is paid, and is carried nowhere. Pure.
 */
export function carriedOver(months: readonly { netCents: number; paidCents: number }[]): number {
  return months.reduce((carried, { netCents, paidCents }) => Math.min(0, netCents + carried - paidCents), 0)
}
