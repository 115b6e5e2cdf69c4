import type { User } from '../../../contract/identity/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { lockOwnAppointment } from '../lock-own-appointment.ts'

/**
 * Keeps the customer's appointment while its fitment review is open. Refuses as `lockOwnAppointment` does,
 * and as `review_answered` when none is open.
 */
export async function waitForReview(context: Context, actor: User, id: string): Promise<void> {
  const now = context.clock.now()
  await context.database.transaction(async (tx) => {
    const appointment = await lockOwnAppointment(tx, id, actor.id, now)
    const { numUpdatedRows } = await tx
      .updateTable('fitment_reviews')
      .set({ customer_waits_at: new Date(now) })
      .where('appointment_id', '=', appointment.id)
      .where('package_id', '=', appointment.package_id)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('review_answered')
  })
}
