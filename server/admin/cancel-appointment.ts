import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { cancelTaken } from '../appointments/cancel-appointment.ts'
import type { Context } from '../context.ts'
import { takeStaffAppointment } from './staff-appointment.ts'

/**
 * Cancels an appointment: a hold is released, a captured payment refunded in full (administrators only; a shop is refused as
 * `not_allowed`). Cancelling a cancelled one changes nothing. The bay is free at once; what the provider does not answer now is
 * asked of it until it does.
 */
export async function cancelAppointment(context: Context, actor: User, id: string): Promise<void> {
  const role = actor.role === 'shop' ? 'shop' : 'administrator'
  await cancelTaken(context, id, { id: actor.id, role }, async (tx) => {
    const appointment = await takeStaffAppointment(tx, actor, id)
    if (appointment.state === 'completed' && role === 'shop') refuse('not_allowed')
    return appointment
  })
}
