import type { Queryable } from '../../database/open-database.ts'
import { rowsOfAppointment } from '../../database/rows-of-appointment.ts'

/** The work orders of a customer's appointments, for the file of their own data, by appointment. */
export async function exportWork(db: Queryable, customerId: string) {
  const own = db.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
  const events = await db
    .selectFrom('work_events')
    .select(['appointment_id as of', 'event', 'recorded_at as at'])
    .where('appointment_id', 'in', own)
    .orderBy('position')
    .execute()
  const notes = await db
    .selectFrom('work_notes')
    .select(['appointment_id as of', 'kind', 'body', 'written_at as at'])
    .where('appointment_id', 'in', own)
    // Those of the shop for its own people are not the customer's.
    .where('kind', '<>', 'shop')
    .orderBy('written_at')
    .execute()
  const readings = await db
    .selectFrom('mileage_readings')
    .select(['appointment_id as of', 'mileage', 'recorded_at as at'])
    .where('appointment_id', 'in', own)
    .orderBy('recorded_at')
    .execute()
  const signOffs = await db
    .selectFrom('sign_offs')
    .select(['appointment_id as of', 'signer_name as name', 'wording', 'strokes', 'signed_at as at'])
    .select(['voided_at as voidedAt'])
    .where('appointment_id', 'in', own)
    .orderBy('signed_at')
    .execute()
  return (id: string) => {
    return {
      events: rowsOfAppointment(events, id),
      notes: rowsOfAppointment(notes, id),
      mileage: rowsOfAppointment(readings, id),
      signatures: rowsOfAppointment(signOffs, id),
    }
  }
}

/**
 * Removes what people typed and signed from the work orders of a customer, in the transaction that deletes
 * the account. States and ticks stay with an appointment that stays for its money.
 */
export async function forgetWork(tx: Queryable, customerId: string): Promise<void> {
  const own = tx.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
  for (const table of ['work_notes', 'mileage_readings', 'sign_offs'] as const)
    await tx.deleteFrom(table).where('appointment_id', 'in', own).execute()
}

/**
 * Deletes the rest of the work orders of appointments that are deleted with the account. The deletion of the
 * photos' files is planned before.
 */
export async function deleteWork(tx: Queryable, appointments: readonly string[]): Promise<void> {
  if (appointments.length === 0) return
  for (const table of ['work_events', 'checklist_marks', 'work_photos'] as const)
    await tx.deleteFrom(table).where('appointment_id', 'in', appointments).execute()
}
