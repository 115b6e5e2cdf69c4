import * as z from 'zod/mini'
import { longestPayoutReference, longestReason, mostPayoutCents } from '../limits.ts'
import { atMost, shownText, uuid } from '../text.ts'
import { isDay } from '../time.ts'
import { payoutBalance, payoutFigures, payoutKinds, statementMonth } from './payout-statement.ts'

/** A shop's row on the page of all payouts. */
export const shopPayout = z.object({
  shopId: z.int(),
  businessName: z.string(),
  /** The present day of the shop's calendar. */
  today: z.string(),
  figures: payoutFigures,
  balance: payoutBalance,
})
export type ShopPayout = z.infer<typeof shopPayout>

/** The payouts of a month: every shop with movements, payments or an open balance, by name. */
export const payoutMonth = z.object({
  month: z.string(),
  feePercent: z.number(),
  shops: z.array(shopPayout),
  total: payoutFigures,
  carriedOverCents: z.int(),
  paidCents: z.int(),
  openCents: z.int(),
})
export type PayoutMonth = z.infer<typeof payoutMonth>

const daySentence = 'Please give the day of the payment'
const amountSentence = 'Please enter an amount in dollars and cents, other than 0'
const mostSentence = `Please enter an amount of at most $${(mostPayoutCents / 100).toLocaleString('en-US')}`

/** Far above what one month's payments can come to. */
const mostSeenCents = 20 * mostPayoutCents

/**
 * A payment of a statement, or a correction of what was recorded. `seenCents`: what the person saw recorded
 * so far; another amount in the meantime refuses it. The same `id` again counts once.
 */
export const newPayout = z
  .strictObject({
    id: uuid,
    month: statementMonth,
    kind: z.enum(payoutKinds),
    amountCents: z.int(amountSentence).check(
      z.minimum(-mostPayoutCents, mostSentence),
      z.maximum(mostPayoutCents, mostSentence),
      z.refine((cents) => cents !== 0, amountSentence),
    ),
    paidOn: z.string(daySentence).check(atMost(10, daySentence), z.refine(isDay, daySentence)),
    reference: shownText(
      longestPayoutReference,
      'Please give the reference of the bank transfer',
      `Please keep the reference under ${longestPayoutReference} characters`,
    ),
    reason: z.optional(
      shownText(
        longestReason,
        'Please give a reason',
        `Please keep the reason under ${longestReason} characters`,
      ),
    ),
    seenCents: z.int().check(z.minimum(-mostSeenCents), z.maximum(mostSeenCents)),
  })
  .check(
    z.refine(({ kind, amountCents }) => kind === 'correction' || amountCents > 0, {
      error: 'A payment is more than $0. Record a correction to take an amount back.',
      path: ['amountCents'],
    }),
    z.refine(({ kind, reason }) => (kind === 'correction') === (reason !== undefined), {
      error: 'Please give a reason for a correction, and for no payment',
      path: ['reason'],
    }),
  )
export type NewPayout = z.infer<typeof newPayout>
