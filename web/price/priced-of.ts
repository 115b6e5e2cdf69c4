import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { isUnpaidAtDesk } from '../admin/booked-job.ts'

/** The appointment of a price. */
export type Priced = {
  id: string
  customerName: string
  timeZone: string
  paymentStatus: 'pending' | 'authorized' | 'completed' | 'cancelled'
  /** Held on the card now. */
  heldCents: number
  /** The shop booked it without a card, and another button takes its payment. */
  isAtDesk: boolean
}

/** The price part's view of the details of an appointment. */
export function pricedOf(details: AppointmentDetails): Priced {
  const { id, customerName, timeZone, paymentStatus, heldCents, hold } = details
  return { id, customerName, timeZone, paymentStatus, heldCents, isAtDesk: isUnpaidAtDesk(hold.state) }
}
