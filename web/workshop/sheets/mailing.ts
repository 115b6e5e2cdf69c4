import type { AppointmentDetails } from '../../../contract/admin/admin.ts'

/** Whether a sheet can be mailed to the customer. `none`: without an email, and after a cancellation. */
export type Mailing = 'none' | 'not_confirmed' | 'possible'

type Addressed = Pick<AppointmentDetails, 'customerEmail' | 'paymentStatus' | 'isMailConfirmed'>

/** As the server decides it (`mail-sheet.ts`). Pure. */
export function mailingOf({ customerEmail, paymentStatus, isMailConfirmed }: Addressed): Mailing {
  if (customerEmail === '' || paymentStatus === 'cancelled') return 'none'
  return isMailConfirmed ? 'possible' : 'not_confirmed'
}
