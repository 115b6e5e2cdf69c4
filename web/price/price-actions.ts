import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { isRestDue } from '../../contract/payments/day-price.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'

type AskedPrice = Pick<DayPrice, 'needsAgreement' | 'agreement' | 'extra' | 'card' | 'isAsked'>

/** Whether the bank refused the agreed extra amount, or wants the customer to confirm it. */
function lacksHold({ card, agreement, extra }: AskedPrice): boolean {
  return card !== null && agreement !== null && (extra.state === 'refused' || extra.state === 'confirming')
}

/** Whether the customer has a link with the present price, and has not answered it. Pure. */
export function isAwaitingCustomer(price: AskedPrice): boolean {
  return price.isAsked && (price.needsAgreement || lacksHold(price))
}

/** The appointment of a price, as far as it decides what can be done. */
type Facts = Pick<AdministratorAppointment, 'workState' | 'paymentStatus'> & {
  /** The shop booked it without a card, and another button takes its payment. */
  isAtDesk: boolean
}

/** What the desk can do about a price now. */
export type PriceActions = {
  /** Add and remove parts, labor and discounts. */
  changes: boolean
  /** The customer signs for the total here. */
  signs: boolean
  /** The customer adds a tip here, with a signature. */
  tips: boolean
  /** Send the link to agree: for the first time with this price, or again. */
  asks: 'first' | 'again' | null
  /** Charge the rest of a price that is paid in part. */
  chargesRest: boolean
  /** Record a payment at the shop. */
  takes: boolean
  refunds: boolean
}

/**
 * The actions that a price takes. None before the car has arrived, after a no-show, or once the appointment
 * is cancelled; nothing to agree to while the total is the agreed one. Pure.
 */
export function priceActionsOf(price: DayPrice, { workState, paymentStatus, isAtDesk }: Facts): PriceActions {
  const { needsAgreement, agreement, dueCents, takesTips, lines, refundableCents } = price
  const isCancelled = paymentStatus === 'cancelled'
  const changes = price.canChange && hasWorkBegun(workState) && !isCancelled
  const isRest = isRestDue({ isCompleted: paymentStatus === 'completed', agreement, dueCents })
  const mustAnswer = needsAgreement || lacksHold(price)
  return {
    changes,
    signs: changes && needsAgreement,
    tips: changes && takesTips && !needsAgreement && !lines.some(({ kind }) => kind === 'tip'),
    asks: changes && price.canAsk && mustAnswer ? (isAwaitingCustomer(price) ? 'again' : 'first') : null,
    chargesRest: isRest,
    takes: !isAtDesk && dueCents > 0 && (changes || isRest),
    refunds: !isCancelled && refundableCents !== null && refundableCents > 0,
  }
}
