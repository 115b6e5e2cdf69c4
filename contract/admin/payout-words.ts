import { mostPayoutCents } from '../limits.ts'
import { formatCents, formatSignedCents } from '../money.ts'
import type { Payout } from './payout-statement.ts'

/** The names of a balance's columns. */
export const balanceWords = { carriedOver: 'Carried over', paid: 'Paid', open: 'Open' } as const

/** Of amounts that the shop has, and of tax, which is a part of other amounts. */
export const notAddedWords = 'Not added to the net'

/** 'Fee 12.5%' */
export const feeWords = (feePercent: number): string => `Fee ${feePercent}%`

const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

const dayInWords = (paidOn: string) => day.format(Date.parse(`${paidOn}T00:00:00Z`))

/** 'Paid on Dec 3, 2026 with reference ABC', or the correction with its reason. */
export function payoutTitle({ kind, paidOn, reference, reason }: Omit<Payout, 'amountCents'>): string {
  return kind === 'payment'
    ? `Paid on ${dayInWords(paidOn)} with reference ${reference}`
    : `Corrected on ${dayInWords(paidOn)} with reference ${reference}: ${reason}`
}

/** The same with its amount: 'Paid $1,136.62 on Dec 3, 2026 with reference ABC'. */
export function payoutInWords(payout: Payout): string {
  const amount = formatSignedCents(payout.amountCents)
  return payoutTitle(payout).replace(/^(Paid|Corrected)/, (word) =>
    word === 'Paid' ? `Paid ${amount}` : `Corrected by ${amount}`,
  )
}

/**
 * Why a payment or a correction cannot be recorded; null where it can. A shop gives back no more than it was
 * paid, and one month is never paid more than the most of one amount. Integer cents. Pure.
 */
export function impossiblePayout(
  { kind, amountCents }: Pick<Payout, 'kind' | 'amountCents'>,
  { openCents, paidCents }: { openCents: number; paidCents: number },
): string | null {
  if (kind === 'payment' && amountCents > openCents)
    return openCents > 0
      ? `That is more than the ${formatCents(openCents)} that this statement has open.`
      : 'This statement has nothing open to pay.'
  if (kind === 'correction' && paidCents + amountCents < 0)
    return paidCents > 0
      ? `Only ${formatCents(paidCents)} was paid of this month, so no more than that can be taken back.`
      : 'Nothing was paid of this month, so nothing can be taken back.'
  if (kind === 'correction' && amountCents > 0 && paidCents + amountCents > mostPayoutCents)
    return `With this correction, more than ${formatCents(mostPayoutCents)} would be paid of this month.`
  return null
}
