import { isRestDue, priceDueOf, type PriceFacts } from '../../../contract/payments/day-price.ts'
import type { AppointmentRow } from '../../database/rows.ts'

/** Whether payments of an appointment are still taken: it is booked, or done with a rest that is due. */
export function isPayable({ state }: Pick<AppointmentRow, 'state'>, facts: PriceFacts): boolean {
  return (
    state === 'booked' || isRestDue({ ...facts, ...priceDueOf(facts), isCompleted: state === 'completed' })
  )
}
