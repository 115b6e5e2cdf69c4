import { isAllowed, seesEveryShop } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import { cancelTaken } from '../appointments/cancel-appointment.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/shop-scope.ts'
import { takeStaffAppointment } from './staff-appointment.ts'

/**
 * Cancels an appointment: a hold is released, a captured payment refunded in full (administrators only; a shop is refused as
 * `not_allowed`). Cancelling a cancelled one changes nothing. The bay is free at once; what the provider does not answer now is
 * asked of it until it does.
 */
export async function cancelAppointment(context: Context, actor: Actor, id: string): Promise<void> {
  const role = seesEveryShop(actor.role) ? 'administrator' : 'shop'
  await cancelTaken(context, id, { id: actor.id, role }, async (tx) => {
    const appointment = await takeStaffAppointment(tx, actor.scope, id)
    if (!isAllowed(actor.role, 'appointment.cancel', { state: appointment.state })) refuse('not_allowed')
    return appointment
  })
}
