import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { recordSalesTax } from '../payments/price/record-sales-tax.ts'
import type { HoldUpdate } from './hold-update.ts'

/**
 * Books a claimed appointment. No other code writes the state of an appointment after its claim than this
 * file.
 */
export async function confirmAppointment({ tx, appointment }: HoldUpdate): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'booked', claim_expires_at: null })
    .where('id', '=', appointment.id)
    .execute()
}

/** Completes an appointment whose price is captured. `hold`: that of the price. */
export async function completeAppointment({ tx, context, appointment, hold, at }: HoldUpdate): Promise<void> {
  const completed = await tx
    .updateTable('appointments')
    .set({ state: 'completed', claim_expires_at: null, hold_failed_at: null })
    .where('id', '=', appointment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordSalesTax(tx, completed, at)
  await queueCustomerMail(tx, context, completed, { kind: 'payment_receipt', hold })
}

/**
 * Completes a locked appointment that was paid without the product. One that was completed by a card keeps
 * it: only the rest was paid at the shop.
 */
export async function completePaidAtShop(
  tx: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'state'>,
  at: Date,
): Promise<void> {
  const completed = await tx
    .updateTable('appointments')
    .set({
      state: 'completed',
      hold_failed_at: null,
      ...(appointment.state === 'booked' ? { pays_by: 'at_shop' as const, card_due_at: null } : {}),
    })
    .where('id', '=', appointment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordSalesTax(tx, completed, at)
}

/** Gives the slot of an unpaid claim back. An appointment that is no claim any more stays as it is. */
export async function releaseClaim(tx: Queryable, appointmentId: string): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'released', claim_expires_at: null })
    .where('id', '=', appointmentId)
    .where('state', '=', 'claimed')
    .execute()
}

/** Cancels a locked appointment. Its bay is free at once. */
export async function cancelAppointmentRow(
  tx: Queryable,
  appointment: AppointmentRow,
): Promise<AppointmentRow> {
  return tx
    .updateTable('appointments')
    .set({
      state: 'cancelled',
      claim_expires_at: null,
      hold_failed_at: null,
      sequence: appointment.sequence + 1,
    })
    .where('id', '=', appointment.id)
    .where('state', '=', appointment.state)
    .returningAll()
    .executeTakeFirstOrThrow()
}
