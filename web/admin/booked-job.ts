import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'

/** Whether the shop booked a job without a card, and it is not paid yet. */
export function isUnpaidAtDesk(holdState: HoldHealth['state']): boolean {
  return holdState === 'no_card' || holdState === 'at_shop'
}

/** Whether a job is booked, with or without a card: it can be moved and has a technician. */
export function isBookedJob(
  paymentStatus: AdministratorAppointment['paymentStatus'],
  holdState: HoldHealth['state'],
): boolean {
  return paymentStatus === 'authorized' || isUnpaidAtDesk(holdState)
}
