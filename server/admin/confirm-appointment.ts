import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import { confirmLockedAppointment } from '../booking/reminder-links/confirm.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { lockStaffAppointment } from './staff-appointment.ts'

/**
 * Records that the customer told the shop that they come. The first answer stands: a second one changes
 * nothing. Refuses as `not_found` an appointment that is missing or out of scope, and as
 * `appointment_not_changeable` one that is not booked or has begun.
 */
export async function confirmAppointment(context: Context, actor: Actor, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const { state, shop_id: shopId, starts_at: startsAt } = appointment
    const facts = { state, startsAt: startsAt.getTime(), now: context.clock.now() }
    if (!isAllowed(standingAt(actor, shopId), 'appointment.confirm', facts))
      refuse('appointment_not_changeable')
    await confirmLockedAppointment(tx, context, appointment, { toldTo: actor.id })
  })
}
