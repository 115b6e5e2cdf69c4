import * as z from 'zod/mini'
import { formatCents } from '../money.ts'
import { longestLineWords, longestReason, mostJobCents, mostLineCents } from '../limits.ts'
import { mailedText, uuid } from '../text.ts'

/** Lines that staff add: parts and labor for work that the package does not contain, and discounts. */
export const staffLineKinds = ['part', 'labor', 'discount'] as const
/** Lines beside the price of the package. The customer gives a tip, with the agreement. */
export const priceLineKinds = [...staffLineKinds, 'tip'] as const
export type PriceLineKind = (typeof priceLineKinds)[number]

/** The words of a line on documents where staff typed no others. */
export const priceLineWords: Record<PriceLineKind, string> = {
  part: 'Part',
  labor: 'Labor',
  discount: 'Discount',
  tip: 'Tip',
}

export type PricePart = { kind: PriceLineKind; amountCents: number }

/** The total of a price with its lines, in integer cents. */
export function priceWithLines(priceCents: number, lines: readonly PricePart[]): number {
  return lines.reduce((sum, line) => sum + signedLineCents(line), priceCents)
}

/** The customer's tip within a price. */
export function tipOf(lines: readonly PricePart[]): number {
  return lines.find(({ kind }) => kind === 'tip')?.amountCents ?? 0
}

const signOf: Record<PriceLineKind, 1 | -1> = { part: 1, labor: 1, discount: -1, tip: 1 }

/** The amount that a line adds to the price: that of a discount is negative. */
export function signedLineCents({ kind, amountCents }: PricePart): number {
  return signOf[kind] * amountCents
}

/** Integer cents of one appointment's price. */
export type PriceFacts = {
  priceCents: number
  lines: readonly PricePart[]
  /** The latest agreement, with the price of the package and the tip in it; null without one. */
  agreement: { totalCents: number; priceCents: number; tipCents: number } | null
  /** Paid at the shop so far. */
  paidOtherwiseCents: number
  /** Captured so far. */
  capturedCents: number
}

export type PriceDue = {
  totalCents: number
  /** The most that may be paid without another agreement. */
  agreedCents: number
  /** To be paid now; nothing is negative. */
  dueCents: number
  /** Whether the total is above the agreed amount, so that a card is not charged before an agreement. */
  isAboveAgreed: boolean
}

/**
 * The amount that is due, and whether the customer has agreed to it. Booking agrees to the price of the
 * package. The latest agreement takes its place, also one to less, until the package changes. A tip that was
 * taken out of the price is agreed to no more: no other line takes its place. Pure.
 */
export function priceDueOf(facts: PriceFacts): PriceDue {
  const { priceCents, lines, agreement, paidOtherwiseCents, capturedCents } = facts
  const totalCents = priceWithLines(priceCents, lines)
  const agreedCents =
    agreement?.priceCents === priceCents
      ? agreement.totalCents - Math.max(0, agreement.tipCents - tipOf(lines))
      : priceCents
  return {
    totalCents,
    agreedCents,
    dueCents: Math.max(0, totalCents - paidOtherwiseCents - capturedCents),
    isAboveAgreed: totalCents > agreedCents,
  }
}

/**
 * Whether a part of the price is due although the job is completed: the bank ended the hold of an agreed
 * extra amount while the price was captured. Pure.
 */
export function isRestDue(price: {
  isCompleted: boolean
  agreement: object | null
  dueCents: number
}): boolean {
  return price.isCompleted && price.agreement !== null && price.dueCents > 0
}

/**
 * What the customer has to agree to. `total`: to a total above the agreed amount. `extra_hold`: they agreed,
 * and the extra amount is not held, so that their bank may want to ask them. `nothing`: neither.
 */
export type ToAgree = 'total' | 'extra_hold' | 'nothing'

/**
 * `uncoveredCents`: the part of the due amount that no hold covers. `hasCard`: a card is to be charged. Pure.
 */
export function toAgreeOf(
  { isAboveAgreed }: PriceDue,
  { hasCard, uncoveredCents }: { hasCard: boolean; uncoveredCents: number },
): ToAgree {
  if (isAboveAgreed) return 'total'
  return hasCard && uncoveredCents > 0 ? 'extra_hold' : 'nothing'
}

/**
 * The part of the due amount that the hold of the price does not cover. `coveredCents`: that of this hold;
 * without one the price of the package, which a fresh hold will cover. Pure.
 */
export function extraCentsOf({ dueCents }: PriceDue, coveredCents: number): number {
  return Math.max(0, dueCents - coveredCents)
}

/** The extra amount as far as the customer has agreed to it. Pure. */
export function agreedExtraCentsOf(due: PriceDue, coveredCents: number): number {
  const notAgreedCents = Math.max(0, due.totalCents - due.agreedCents)
  return Math.max(0, extraCentsOf(due, coveredCents) - notAgreedCents)
}

const amountSentence = 'Please enter an amount of at least $0.01'
/** Integer cents of a line, above zero. */
export const amountCents = z
  .int(amountSentence)
  .check(
    z.minimum(1, amountSentence),
    z.maximum(mostLineCents, `Please enter an amount of at most ${formatCents(mostLineCents)}`),
  )

/** Integer cents that are paid or refunded, above zero. The amount that is due or refundable bounds them. */
export const movedCents = z
  .int(amountSentence)
  .check(
    z.minimum(1, amountSentence),
    z.maximum(mostJobCents, `Please enter an amount of at most ${formatCents(mostJobCents)}`),
  )

/** The amount that was due when the person looked. Another one meanwhile refuses as `price_changed`. */
export const seenDueCents = z.int().check(z.minimum(0), z.maximum(mostJobCents))

/** A line that staff add. */
export const newPriceLine = z.strictObject({
  id: uuid,
  kind: z.enum(staffLineKinds),
  description: mailedText(
    longestLineWords,
    'Please say what it is for',
    `Please keep it under ${longestLineWords} characters`,
  ),
  amountCents,
})
export type NewPriceLine = z.infer<typeof newPriceLine>

/** The reason of a refund, which the customer reads. */
export const refundReason = mailedText(
  longestReason,
  'Please give a reason',
  `Please keep the reason under ${longestReason} characters`,
)
