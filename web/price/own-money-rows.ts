import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { groupRefunds } from '../../contract/payments/group-refunds.ts'

type Paid = Pick<CustomerAppointment, 'money' | 'hold' | 'decidedFee'> & {
  dayPrice: NonNullable<CustomerAppointment['dayPrice']>
}

/**
 * A row below the total: integer cents, negative for an amount that went back. `reason`: of a refund, typed
 * by staff.
 */
export type OwnMoneyRow = { label: string; reason?: string; isUnderWay?: boolean; cents: number }

/** All money that moved for the customer's price, in the order of the table. Pure. */
export function ownMoneyRows({ money, hold, decidedFee, dayPrice }: Paid): OwnMoneyRow[] {
  const { capturedCents, refundedCents, refundingCents, disputedCents } = money
  const { paidOtherwiseCents, refunds } = dayPrice
  const card = yourCard(hold.card)
  const parts = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  // Refunded by a cancellation, which is no refund of a part with a reason.
  const wholeCents = refundedCents + refundingCents - parts
  return [
    { label: 'Paid at the shop', cents: paidOtherwiseCents },
    { label: `${decidedFee === null ? 'Charged' : 'Fee charged'} to ${card}`, cents: capturedCents },
    ...groupRefunds(refunds).map(({ amountCents, reason, isMade }) => ({
      label: 'Refunded',
      reason,
      isUnderWay: !isMade,
      cents: -amountCents,
    })),
    { label: `Refunded to ${card}`, isUnderWay: refundingCents > 0, cents: -Math.max(0, wholeCents) },
    { label: 'Taken back by your bank', cents: -disputedCents },
  ].filter(({ cents }) => cents !== 0)
}
