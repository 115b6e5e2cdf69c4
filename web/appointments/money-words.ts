import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatCents } from '../../contract/money.ts'
import { yourCard } from '../payments/card-words.ts'
import { formatShortDay } from '../payments/hold-line.ts'

type Told = Pick<CustomerAppointment, 'status' | 'money' | 'hold' | 'email' | 'timeZone'>

// Ten business days: the slowest banks take that long to show a refund.
const bankTakesMs = 14 * 86_400_000

/**
 * The amounts charged and refunded for an appointment in one line; null before any charge while its hold is
 * open. Days are those of the shop's zone; `now` is the server's instant.
 */
export function moneyLineOf(appointment: Told, now: number): string | null {
  const { money, status } = appointment
  if (money.capturedCents > 0) return chargedLine(appointment, now)
  return status === 'cancelled' ? unchargedLine(appointment) : null
}

function unchargedLine({ money, timeZone }: Told): string {
  if (money.heldCents > 0) return 'Nothing was charged; the hold is being released.'
  if (money.releasedAt === null) return 'Nothing was charged, and nothing is held.'
  return `Nothing was charged; the hold was released on ${formatShortDay(money.releasedAt, timeZone)}.`
}

function chargedLine({ money, hold, email, timeZone }: Told, now: number): string {
  const { capturedCents, capturedAt, refundedCents, refundedAt, refundingCents } = money
  const card = yourCard(hold.card)
  const on = (instant: string | null) => (instant === null ? '' : ` on ${formatShortDay(instant, timeZone)}`)
  if (money.disputedCents > 0)
    return `You disputed this payment with your bank, which has taken back ${formatCents(money.disputedCents)}.`
  const paid = `Paid ${formatCents(capturedCents)}${on(capturedAt)} with ${card}`
  if (refundedCents + refundingCents === 0) return `${paid}. The receipt was mailed to ${email}.`
  const isShown = refundedAt !== null && now - Date.parse(refundedAt) > bankTakesMs && refundingCents === 0
  const bank = isShown ? '.' : '; your bank may need 5 to 10 business days.'
  if (refundedCents >= capturedCents)
    return `Refunded ${formatCents(refundedCents)}${on(refundedAt)} to ${card}${bank}`
  if (refundingCents >= capturedCents)
    return `Your refund of ${formatCents(refundingCents)} to ${card} is on its way${bank}`
  const back = [
    refundedCents > 0 && `${formatCents(refundedCents)} of it went back${on(refundedAt)}`,
    refundingCents > 0 && `${formatCents(refundingCents)} is on its way back`,
  ]
  return `${paid}; ${back.filter(Boolean).join(' and ')}${bank}`
}
