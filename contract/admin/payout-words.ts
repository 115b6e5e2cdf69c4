import { formatCents } from '../money.ts'
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

/** 'Paid $1,136.62 on Dec 3, 2026 with reference ABC', or the correction with its reason. */
export function payoutInWords({ kind, amountCents, paidOn, reference, reason }: Payout): string {
  const on = day.format(Date.parse(`${paidOn}T00:00:00Z`))
  return kind === 'payment'
    ? `Paid ${formatCents(amountCents)} on ${on} with reference ${reference}`
    : `Corrected by ${formatCents(amountCents)} on ${on} with reference ${reference}: ${reason}`
}
