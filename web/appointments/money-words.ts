import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatCents } from '../../contract/money.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { decidedFeeLine } from '../payments/fee-words.ts'
import { formatShortDay } from '../payments/hold-line.ts'

type Told = Pick<
  CustomerAppointment,
  'status' | 'money' | 'hold' | 'receipt' | 'timeZone' | 'decidedFee' | 'workState' | 'dayPrice'
>

// Ten business days: the slowest banks take that long to show a refund.
const bankTakesMs = 14 * 86_400_000

/**
 * The amounts charged and refunded for an appointment in one line; null before any charge while its hold is
 * open. Days are those of the shop's zone; `now` is the server's instant.
 */
export function moneyLineOf(appointment: Told, now: number): string | null {
  const lines = [cardLineOf(appointment, now), atShopLine(appointment)].filter((line) => line !== null)
  return lines.length === 0 ? null : lines.join(' ')
}

/** The money of a cancelled appointment that the shop owes back. */
function atShopLine({ status, dayPrice }: Told): string | null {
  const cents = dayPrice?.paidOtherwiseCents ?? 0
  if (status !== 'cancelled' || cents === 0) return null
  return `You paid ${formatCents(cents)} at the shop, which gives it back to you.`
}

function cardLineOf(appointment: Told, now: number): string | null {
  const { money, status, decidedFee, workState } = appointment
  if (decidedFee !== null && money.disputedCents === 0) {
    const card = yourCard(appointment.hold.card)
    return decidedFeeLine(decidedFee, { isNoShow: workState === 'no_show', card })
  }
  if (money.capturedCents > 0) return chargedLine(appointment, now)
  return status === 'cancelled' ? unchargedLine(appointment) : null
}

function unchargedLine({ money, timeZone }: Told): string {
  if (money.heldCents > 0) return 'You weren’t charged. We’re releasing the hold.'
  if (money.releasedAt === null) return 'You weren’t charged, and nothing is held.'
  return `You weren’t charged. We released the hold on ${formatShortDay(money.releasedAt, timeZone)}.`
}

function chargedLine({ money, hold, receipt, timeZone }: Told, now: number): string {
  const { capturedCents, capturedAt, refundedCents, refundedAt, refundingCents, disputedCents } = money
  const card = yourCard(hold.card)
  const on = (instant: string | null) => (instant === null ? '' : ` on ${formatShortDay(instant, timeZone)}`)
  const paid = `Paid ${formatCents(capturedCents)}${on(capturedAt)} with ${card}`
  const hasRefund = refundedCents + refundingCents > 0
  if (disputedCents > 0) {
    const taken = `You disputed this payment with your bank, which has taken back ${formatCents(disputedCents)}`
    return hasRefund ? `${taken}; ${backWords(money, on)}${bankWords(money, now)}` : `${taken}.`
  }
  if (!hasRefund) return `${paid}.${receiptWords(receipt)}`
  const bank = bankWords(money, now)
  if (refundedCents >= capturedCents)
    return `Refunded ${formatCents(refundedCents)}${on(refundedAt)} to ${card}${bank}`
  if (refundingCents >= capturedCents)
    return `Your refund of ${formatCents(refundingCents)} to ${card} is on its way${bank}`
  return `${paid}; ${backWords(money, on)}${bank}`
}

function receiptWords(receipt: Told['receipt']): string {
  if (!receipt) return ''
  return receipt.isSent
    ? ` We emailed the receipt to ${receipt.mailedTo}.`
    : ` Your receipt is on its way to ${receipt.mailedTo}.`
}

function backWords(
  { refundedCents, refundedAt, refundingCents }: Told['money'],
  on: (instant: string | null) => string,
): string {
  const back = [
    refundedCents > 0 && `${formatCents(refundedCents)} of it went back${on(refundedAt)}`,
    refundingCents > 0 && `${formatCents(refundingCents)} is on its way back`,
  ]
  return back.filter(Boolean).join(' and ')
}

/** The end of the line: how long a bank takes to show a refund, while it may still take that long. */
function bankWords({ refundedAt, refundingCents }: Told['money'], now: number): string {
  const isShown = refundedAt !== null && now - Date.parse(refundedAt) > bankTakesMs && refundingCents === 0
  return isShown ? '.' : '; your bank may need 5 to 10 business days.'
}
