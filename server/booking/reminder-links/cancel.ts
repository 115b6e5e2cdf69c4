import type { Context } from '../../context.ts'
import { cancelOwnAppointment } from '../cancel-own-appointment.ts'
import { getLinkedAppointment } from './linked-appointment.ts'

/**
 * Cancels by the link of a reminder, as its customer can when signed in. Refuses as `getLinkedAppointment`
 * and `cancelOwnAppointment` do.
 */
export async function cancelByLink(context: Context, token: string, shownCents: number): Promise<void> {
  const { id, customer_id: customerId } = await getLinkedAppointment(context.database.db, context, token)
  await cancelOwnAppointment(context, { id: customerId, role: 'customer' }, id, shownCents)
}
