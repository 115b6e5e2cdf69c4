import { isAllowed } from '../../contract/identity/permissions.ts'
import { staffRoleOf, standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import { cancelLockedAppointment } from '../booking/cancel-appointment.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { lockStaffAppointment } from './staff-appointment.ts'

/**
 * Cancels an appointment: releases its hold, or refunds the rest of a captured payment (administrators only;
 * a shop is refused with `not_allowed`). Cancelling it again changes nothing. The bay is free at once. Calls
 * without an answer from the provider are retried until it answers. The customer reads the reason. Refuses a
 * car that was handed over and is not charged as `appointment_not_changeable`.
 */
export async function cancelAppointment(
  context: Context,
  actor: Actor,
  id: string,
  reason = '',
): Promise<void> {
  await cancelLockedAppointment(
    context,
    id,
    { id: actor.id, role: staffRoleOf(actor), reason },
    async (tx) => {
      const appointment = await lockStaffAppointment(tx, actor.scope, id)
      if (
        !isAllowed(standingAt(actor, appointment.shop_id), 'appointment.cancel', { state: appointment.state })
      )
        refuse('not_allowed')
      if (appointment.state === 'booked' && appointment.work_state === 'handed_over')
        refuse('appointment_not_changeable', {
          sentence: 'The car was handed over. To cancel without a charge, go one step back first.',
        })
      return appointment
    },
  )
}
