import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatCents } from '../../contract/money.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { bankDays } from '../payments/bank-days.ts'
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
  const paid = `Paid ${formatCents(capturedCents)}${on(capturedAt)} with ${card}.`
  const disputed = `You disputed this payment with your bank, which has taken back ${formatCents(disputedCents)}.`
  const refunded = refundedCents > 0 && `We refunded ${formatCents(refundedCents)}${on(refundedAt)}.`
  const refunding = refundingCents > 0 && `We’re refunding ${formatCents(refundingCents)}.`
  const wait = awaitsBank(money, now) && bankDays
  if (disputedCents > 0) return sentences(disputed, refunded, refunding, wait)
  if (refundedCents >= capturedCents)
    return sentences(`Refunded ${formatCents(refundedCents)}${on(refundedAt)} to ${card}.`, wait)
  if (refundingCents >= capturedCents)
    return sentences(`Your refund of ${formatCents(refundingCents)} to ${card} is on its way.`, wait)
  if (refundedCents + refundingCents > 0) return sentences(paid, refunded, refunding, wait)
  return sentences(paid, receiptWords(receipt))
}

const sentences = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' ')

function receiptWords(receipt: Told['receipt']): string | false {
  if (!receipt) return false
  return receipt.isSent
    ? `We emailed the receipt to ${receipt.mailedTo}.`
    : `Your receipt is on its way to ${receipt.mailedTo}.`
}

/** Whether the bank may not show a refund yet. */
function awaitsBank({ refundedAt, refundingCents }: Told['money'], now: number): boolean {
  return refundingCents > 0 || (refundedAt !== null && now - Date.parse(refundedAt) <= bankTakesMs)
}
