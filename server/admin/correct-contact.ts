import type { ContactCorrection } from '../../contract/booking/appointments.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { staffRoleOf, standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import { correctContact } from '../booking/correct-contact.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { lockStaffAppointment } from './staff-appointment.ts'

/**
 * Corrects the contact of an appointment for its customer. Refuses a missing appointment and one outside the
 * scope with `not_found`, and a cancelled one with `appointment_not_changeable`.
 */
export async function correctCustomerContact(
  context: Context,
  actor: Actor,
  id: string,
  correction: ContactCorrection,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    if (
      !isAllowed(standingAt(actor, appointment.shop_id), 'appointment.correctContact', {
        state: appointment.state,
      })
    )
      refuse('appointment_not_changeable')
    await correctContact(tx, context, appointment, correction, { id: actor.id, role: staffRoleOf(actor) })
  })
  context.triggerJob('notifications.send-outbox')
}
