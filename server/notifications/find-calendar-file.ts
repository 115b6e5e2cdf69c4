import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { snapshotOf } from './queue-customer-mail.ts'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { appointmentMail } from './appointment-mail.ts'
import { calendarFile } from './calendar-file.ts'
import { readSender } from './mail-sender.ts'

/**
 * Returns the calendar file of the customer's own appointment, the same as in its mails: the current state,
 * or a CANCEL once it is cancelled. Refuses an appointment that was never booked, a missing and a foreign one
 * alike as `not_found`.
 */
export async function findCalendarFile(context: Context, actor: User, id: string): Promise<string> {
  const { db } = context.database
  const appointment = isUuid(id)
    ? await db
        .selectFrom('appointments')
        .selectAll()
        .where('id', '=', id)
        .where('customer_id', '=', actor.id)
        .where('state', 'in', ['booked', 'completed', 'cancelled'])
        .executeTakeFirst()
    : undefined
  if (!appointment) return refuse('not_found')
  return calendarFile(
    {
      method: appointment.state === 'cancelled' ? 'CANCEL' : 'PUBLISH',
      appointment: appointmentMail.parse(await snapshotOf(db, context, appointment)),
    },
    readSender(context.config.mail.from),
  )
}
