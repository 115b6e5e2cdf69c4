import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { appointmentNamedBy, isLinkOf } from '../../notifications/appointment-link.ts'

/**
 * The appointment behind the link of a reminder, until its end. Refuses a forged link, one to an email or
 * phone that was corrected since, and one of an appointment that is over or was never booked alike, as
 * `link_not_valid`.
 */
export async function getLinkedAppointment(
  db: Queryable,
  context: Context,
  token: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<AppointmentRow> {
  const id = appointmentNamedBy(token)
  if (id === null) return refuse('link_not_valid')
  const query = db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['booked', 'completed', 'cancelled'])
    .where('ends_at', '>', new Date(context.clock.now()))
  const appointment = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return appointment && isLinkOf(context, 'appointment-link', appointment, token)
    ? appointment
    : refuse('link_not_valid')
}
