import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { carryOutCancellation, recordCancellation } from '../appointments/cancel-appointment.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../payments/record-hold.ts'
import { takeStaffAppointment } from './staff-appointment.ts'

/**
 * Cancels an appointment: a hold is released, a captured payment refunded in full (administrators only; a shop is refused as
 * `not_allowed`). Cancelling a cancelled one changes nothing. The bay is free at once; what the provider does not answer now is
 * asked of it until it does.
 */
export async function cancelAppointment(context: Context, actor: User, id: string): Promise<void> {
  await carryOutCancellation(context, id, (hasLooked) => cancelOnce(context, actor, id, hasLooked))
}

async function cancelOnce(
  context: Context,
  actor: User,
  id: string,
  hasLooked: boolean,
): Promise<HoldRow | null> {
  return context.database.db.transaction().execute(async (tx) => {
    const appointment = await takeStaffAppointment(tx, actor, id)
    if (appointment.state === 'cancelled') return null
    if (appointment.state === 'completed' && actor.role !== 'administrator') return refuse('not_allowed')
    const role = actor.role === 'shop' ? 'shop' : 'administrator'
    return recordCancellation(tx, context, appointment, { by: { id: actor.id, role }, hasLooked })
  })
}
