import type { ShownFee } from '../../contract/booking/cancellation-terms.ts'
import type { DecidedFee } from '../../contract/payments/cancellation-fee.ts'
import { formatCents } from '../../contract/money.ts'
import { bankDays } from './bank-days.ts'

/** 'Thu, Dec 3, 9:00 AM' of an instant in the zone. */
export function formatDeadline(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(instant)
}

type AgreedTerms = { fee: ShownFee; timeZone: string; now: number }

/** Whether a cancellation costs the fee at an instant of the server. */
export function isFeeDue({ from }: ShownFee, now: number): boolean {
  return now >= Date.parse(from)
}

/** The terms of a coming appointment: 'Cancel for free until Thu, Dec 3, 9:00 AM. After that, …' */
export function termsLine({ fee, timeZone, now }: AgreedTerms): string {
  const cost = formatCents(fee.feeCents)
  return isFeeDue(fee, now)
    ? `It’s too late to cancel for free. Cancelling, or not coming, costs ${cost}.`
    : `Cancel for free until ${formatDeadline(Date.parse(fee.from), timeZone)}. After that, or if you don’t come, you pay ${cost}.`
}

/** The terms while the shop checks whether the package fits: cancelling is free until it has answered. */
export function termsLineDuringCheck(terms: AgreedTerms): string {
  const { fee, now } = terms
  const after = isFeeDue(fee, now)
    ? `cancelling, or not coming, costs ${formatCents(fee.feeCents)}.`
    : termsLine(terms).replace(/^C/, 'c')
  return `Cancel for free while the shop checks your car. Once it fits: ${after}`
}

/** The fee of a cancelled appointment for its customer; null when none was decided. */
export function decidedFeeLine(
  fee: DecidedFee | null,
  { isNoShow, card }: { isNoShow: boolean; card: string },
): string | null {
  if (fee === null) return null
  const name = `${formatCents(fee.cents)} ${isNoShow ? 'no-show' : 'late cancellation'} fee`
  switch (fee.outcome) {
    case 'due':
      return `A ${name} is due. We couldn’t charge it to ${card} yet.`
    case 'charged':
      return `A ${name} was charged to ${card}.`
    case 'waived':
      return `The shop waived the ${name}. You weren’t charged.`
    case 'refunding':
      return `The ${name} is on its way back to ${card}. ${bankDays}`
    case 'refunded':
      return `The ${name} was refunded to ${card}.`
  }
}
