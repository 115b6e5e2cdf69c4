import type { ConfirmedBy } from '../../../contract/booking/appointment-link.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { getLinkedAppointment } from './linked-appointment.ts'

/** The way in which a customer answered, and the person of the shop where one was told. */
export type Answer = Exclude<ConfirmedBy, 'desk'> | { toldTo: string }

/**
 * Records that the customer of a locked appointment comes to its present start. The first answer stands: a
 * second one changes nothing. Refuses an appointment that is not booked or has begun, as
 * `appointment_not_changeable`.
 */
export async function confirmLockedAppointment(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  answer: Answer,
): Promise<void> {
  const at = new Date(context.clock.now())
  if (appointment.state !== 'booked' || appointment.starts_at <= at) refuse('appointment_not_changeable')
  await tx
    .updateTable('appointments')
    .set((row) => ({
      confirmed_of: row.ref('starts_at'),
      confirmed_at: at,
      confirmed_by: typeof answer === 'string' ? answer : 'desk',
      confirmation_actor_id: typeof answer === 'string' ? null : answer.toldTo,
    }))
    .where('id', '=', appointment.id)
    .where((where) => where('confirmed_of', 'is distinct from', where.ref('starts_at')))
    .execute()
}

/**
 * Confirms by the link of a reminder. Refuses as `getLinkedAppointment` and `confirmLockedAppointment` do.
 */
export async function confirmByLink(context: Context, token: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await getLinkedAppointment(tx, context, token, { lock: true })
    await confirmLockedAppointment(tx, context, appointment, 'link')
  })
}
