import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueMail } from './queue-mail.ts'
import { listCaretakerAddresses } from '../shops/shop-addresses.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { snapshotOf } from './queue-customer-mail.ts'

/**
 * Queues a warning about an upcoming appointment without a live hold: to its shop, and for a suspended one to
 * the administrators.
 */
export async function queueHoldFailedMail(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
): Promise<void> {
  const snapshot = await snapshotOf(tx, context, appointment)
  for (const recipient of await listCaretakerAddresses(tx, appointment.shop_id)) {
    await queueMail(tx, {
      kind: 'shop_hold_failed',
      recipient,
      at: new Date(context.clock.now()),
      payload: { ...snapshot, adminUrl: `${context.config.publicUrl}/admin` },
    })
  }
}
