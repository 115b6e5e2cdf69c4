import { formatSignedCents } from '../money.ts'
import type { Payout } from './payout-statement.ts'

/** The names of a balance's columns. */
export const balanceWords = { carriedOver: 'Carried over', paid: 'Paid', open: 'Open' } as const

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
