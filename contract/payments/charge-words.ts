import { formatCents } from '../money.ts'
import type { PriceDue } from './day-price.ts'
import type { ToPay } from './to-pay.ts'

/** The amounts where the customer pays another one than the price of the package; null where not. Pure. */
export function toPayOf(due: PriceDue, priceCents: number): ToPay | null {
  const { totalCents, agreedCents, dueCents, isAboveAgreed } = due
  const isPlain = totalCents === priceCents && dueCents === priceCents && !isAboveAgreed
  return isPlain ? null : { totalCents, agreedCents, dueCents }
}

type Charged = { priceCents: number; toPay?: ToPay | null | undefined }

function amountsOf({ priceCents, toPay: amounts }: Charged): ToPay {
  return amounts ?? { totalCents: priceCents, agreedCents: priceCents, dueCents: priceCents }
}

/** The amount that a card is charged after the work: no more than the customer has agreed to. Pure. */
export function chargeableCentsOf(charged: Charged): number {
  const { totalCents, agreedCents, dueCents } = amountsOf(charged)
  return Math.max(0, dueCents - Math.max(0, totalCents - agreedCents))
}

/**
 * The promise to the customer about the payment after the work, on pages and in mails. `feeCents`: the fee
 * for a late cancellation or a no-show, where there is one. Pure.
 */
export function chargeWords({
  feeCents = null,
  isPaidAtShop = false,
  ...charged
}: Charged & { feeCents?: number | null | undefined; isPaidAtShop?: boolean }): string {
  const { totalCents, agreedCents, dueCents } = amountsOf(charged)
  const [total, due] = [formatCents(totalCents), formatCents(dueCents)]
  if (dueCents === 0) return `The total of ${total} is paid. Nothing more is charged.`
  const paid =
    totalCents > dueCents ? ` ${formatCents(totalCents - dueCents)} of ${total} is paid already.` : ''
  if (isPaidAtShop) return `You pay ${due} at the shop after the installation.${paid}`
  if (totalCents > agreedCents)
    return `The total is now ${total}, and you agreed to ${formatCents(agreedCents)}. Nothing more is charged before you agree.${paid}`
  const fee =
    feeCents === null ? '' : `, or a fee of ${formatCents(feeCents)} if you cancel late or don’t come`
  return `Your card will only be charged ${due} after the installation is completed and confirmed${fee}.${paid}`
}
