import type { AdministratorAppointment, AppointmentDetails } from '../../contract/admin/admin.ts'
import { isUnpaidAtDesk } from '../admin/booked-job.ts'

/** The appointment of a price. */
export type Priced = Pick<
  AdministratorAppointment,
  'id' | 'customerName' | 'appointmentDate' | 'timeZone' | 'paymentStatus' | 'workState'
> & {
  /** The shop booked it without a card, and another button takes its payment. */
  isAtDesk: boolean
  /** It was cancelled with a fee, which is what was charged. */
  hasFee: boolean
}

/** The price part's view of the details of an appointment. */
export function pricedOf(details: AppointmentDetails): Priced {
  const { id, customerName, appointmentDate, timeZone, paymentStatus, workState, hold, decidedFee } = details
  return {
    id,
    customerName,
    appointmentDate,
    timeZone,
    paymentStatus,
    workState,
    isAtDesk: isUnpaidAtDesk(hold.state),
    hasFee: decidedFee !== null,
  }
}
