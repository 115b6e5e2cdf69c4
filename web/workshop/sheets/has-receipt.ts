import type { AppointmentDetails } from '../../../contract/admin/admin.ts'

type Paid = Pick<AppointmentDetails, 'decidedFee' | 'capturedCents' | 'paidAtShop'>

/** Whether a payment, or a fee that was charged, has a receipt. Cash before a cancellation has none. Pure. */
export function hasReceipt({ decidedFee, capturedCents, paidAtShop }: Paid): boolean {
  return capturedCents > 0 || (decidedFee === null && paidAtShop !== null)
}
