import type { Queryable } from '../../database/open-database.ts'
import { rowsOfAppointment } from '../../database/rows-of-appointment.ts'
import { isRemainingPayment } from './remaining-payment.ts'

/** The lines, agreements, refunds and payments at the shop of a customer, for the file of their own data. */
export async function exportPrices(db: Queryable, customerId: string) {
  const own = db.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
  const lines = await db
    .selectFrom('price_lines')
    .select(['appointment_id as of', 'kind', 'description', 'amount_cents as amountCents'])
    .select(['added_at as at', 'removed_at as removedAt'])
    .where('appointment_id', 'in', own)
    .orderBy('added_at')
    .execute()
  const agreements = await db
    .selectFrom('price_agreements')
    .select([
      'appointment_id as of',
      'total_cents as totalCents',
      'signer_name as name',
      'wording',
      'strokes',
    ])
    .select('agreed_at as at')
    .where('appointment_id', 'in', own)
    .orderBy('agreed_at')
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .select(['appointment_id as of', 'amount_cents as amountCents', 'reason', 'status', 'requested_at as at'])
    .where('appointment_id', 'in', own)
    .orderBy('requested_at')
    .execute()
  const paidAtTheShop = await db
    .selectFrom('shop_payments as p')
    .select(['p.appointment_id as of', 'p.amount_cents as amountCents', 'p.method as by'])
    .select('p.recorded_at as at')
    .where('p.appointment_id', 'in', own)
    .where(isRemainingPayment)
    .orderBy('p.recorded_at')
    .execute()
  return (id: string) => {
    return {
      lines: rowsOfAppointment(lines, id),
      agreements: rowsOfAppointment(agreements, id),
      refunds: rowsOfAppointment(refunds, id),
      paidAtTheShop: rowsOfAppointment(paidAtTheShop, id),
    }
  }
}

/**
 * Removes name and signature from the agreements of a customer, in the transaction that deletes the account.
 * Lines, refunds and their reasons are records of money and stay.
 */
export async function forgetPrices(tx: Queryable, customerId: string): Promise<void> {
  const own = tx.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
  await tx
    .updateTable('price_agreements')
    .set({ signer_name: 'Deleted', strokes: '[]' })
    .where('appointment_id', 'in', own)
    .execute()
}

/** Deletes the prices of appointments that are deleted with the account, as no money moved for them. */
export async function deletePrices(tx: Queryable, appointments: readonly string[]): Promise<void> {
  if (appointments.length === 0) return
  for (const table of [
    'price_lines',
    'price_agreements',
    'refunds',
    'hold_increments',
    'sales_taxes',
  ] as const)
    await tx.deleteFrom(table).where('appointment_id', 'in', appointments).execute()
}
