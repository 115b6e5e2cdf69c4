import type { Context } from '../../context.ts'
import { recordLimitHits } from '../../customers/limit-hits.ts'
import { refusedLimit } from '../refused-limit.ts'
import { rescheduleAppointment } from '../reschedule-appointment.ts'
import { getLinkedAppointment } from './linked-appointment.ts'

type Asked = { token: string; day: string; time: string }

/**
 * Moves by the link of a reminder, as its customer can when signed in, by the same rules. Refuses as
 * `getLinkedAppointment` and `rescheduleAppointment` do.
 */
export async function moveByLink(
  context: Context,
  network: string,
  { token, day, time }: Asked,
): Promise<void> {
  const { id, customer_id: customerId } = await getLinkedAppointment(context.database.db, context, token)
  await recordLimitHits(context, { id: customerId, network }, refusedLimit, () =>
    rescheduleAppointment(context, { id: customerId }, id, { day, time }),
  )
}
