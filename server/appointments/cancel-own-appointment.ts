import { canCancel } from '../../contract/appointments/appointment-states.ts'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../payments/record-hold.ts'
import { carryOutCancellation, recordCancellation } from './cancel-appointment.ts'
import { isAppointmentId } from './own-appointment.ts'

/**
 * Cancels the customer's own appointment until its start; its hold is released at once. Cancelling a cancelled one changes nothing.
 * Refuses a missing and a foreign one alike as `not_found`, and one that has begun or is done as `appointment_not_changeable`.
 */
export async function cancelOwnAppointment(context: Context, actor: User, id: string): Promise<void> {
  await carryOutCancellation(context, id, (hasLooked) => cancelOnce(context, actor, id, hasLooked))
}

async function cancelOnce(
  context: Context,
  actor: User,
  id: string,
  hasLooked: boolean,
): Promise<HoldRow | null> {
  if (!isAppointmentId(id)) return refuse('not_found')
  return context.database.db.transaction().execute(async (tx) => {
    const appointment = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', actor.id)
      .where('state', '!=', 'released')
      .forUpdate()
      .executeTakeFirst()
    if (!appointment) return refuse('not_found')
    if (appointment.state === 'cancelled') return null
    if (!canCancel(appointment.state, appointment.starts_at.getTime(), context.clock.now()))
      return refuse('appointment_not_changeable')
    return recordCancellation(tx, context, appointment, {
      by: { id: actor.id, role: 'customer' },
      hasLooked,
    })
  })
}
