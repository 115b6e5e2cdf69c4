import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'

type Money = Pick<
  AppointmentDetails,
  'dueCents' | 'capturedCents' | 'refundedCents' | 'disputedCents' | 'leftAtShopCents'
>

/**
 * The state of a price above the details: the amount that is due, else where the money is. 'Paid' alone is
 * said only while all of it is the shop's. Pure.
 */
export function dueWords(money: Money): string {
  const { dueCents, capturedCents, refundedCents, disputedCents, leftAtShopCents } = money
  if (dueCents > 0) return `${formatCents(dueCents)} due`
  if (disputedCents > 0) return `${formatCents(disputedCents)} taken back by the bank`
  if (refundedCents === 0) return 'Paid'
  const isAllBack = refundedCents >= capturedCents && leftAtShopCents === 0
  return isAllBack ? 'Refunded' : `Paid, ${formatCents(refundedCents)} refunded`
}
