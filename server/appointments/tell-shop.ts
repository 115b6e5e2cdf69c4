import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import type { AppointmentRow } from './appointment-row.ts'
import { snapshotOf } from './tell-customer.ts'

/** Who answers for a shop: its owner, or the administrators where it has none. */
async function listShopAddresses(tx: Queryable, shopId: number): Promise<string[]> {
  const owner = await tx
    .selectFrom('shops as s')
    .innerJoin('users as u', 'u.id', 's.owner_id')
    .select('u.email')
    .where('s.id', '=', shopId)
    .executeTakeFirst()
  if (owner) return [owner.email]
  const administrators = await tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'administrator')
    .execute()
  return administrators.map(({ email }) => email)
}

/** Warns the shop that an appointment comes near and no card is held for it. */
export async function tellShopOfFailedHold(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
): Promise<void> {
  const snapshot = await snapshotOf(tx, context, appointment)
  for (const recipient of await listShopAddresses(tx, appointment.shop_id)) {
    await queueMail(tx, {
      kind: 'shop_hold_failed',
      recipient,
      at: new Date(context.clock.now()),
      payload: { ...snapshot, adminUrl: `${context.config.publicUrl}/admin` },
    })
  }
}
