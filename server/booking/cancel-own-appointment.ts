import { isAllowed } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { requireWorkNotBegun } from './lock-own-appointment.ts'
import { cancelLockedAppointment } from './cancel-appointment.ts'

/**
 * Cancels the customer's own appointment until its start; its hold is released at once. A cancelled one
 * stays as it is. Refuses a missing and a foreign appointment as `not_found`, and one that has begun or is
 * done as `appointment_not_changeable`.
 */
export async function cancelOwnAppointment(
  context: Context,
  actor: Pick<Actor, 'id' | 'role'>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  await cancelLockedAppointment(context, id, { id: actor.id, role: 'customer' }, async (tx) => {
    const appointment = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', actor.id)
      .where('state', '!=', 'released')
      .forUpdate()
      .executeTakeFirst()
    if (!appointment) return refuse('not_found')
    const { state, starts_at: startsAt } = appointment
    const facts = { state, startsAt: startsAt.getTime(), now: context.clock.now() }
    if (state !== 'cancelled' && !isAllowed(actor.role, 'ownAppointment.cancel', facts))
      refuse('appointment_not_changeable')
    if (state !== 'cancelled') requireWorkNotBegun(appointment)
    return appointment
  })
}
