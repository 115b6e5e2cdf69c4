import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'

/** The cents that the customer of an appointment `a` paid at the shop, less those that it gave back. */
export const leftAtShop = sql<number>`(
  select coalesce(sum(p.amount_cents), 0) from shop_payments p where p.appointment_id = a.id)::integer`

/** As `leftAtShop`, of one appointment. Under its lock it does not change. */
export async function findLeftAtShop(db: Queryable, appointmentId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('shop_payments')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), select.lit(0)).as('cents'))
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  return cents
}

/** Records that the shop owes the money of a cancelled, locked appointment back. */
export async function recordReturnDue(
  tx: Queryable,
  { id, shop_id: shopId }: Pick<AppointmentRow, 'id' | 'shop_id'>,
  { amountCents, at, actorId }: { amountCents: number; at: Date; actorId: string | null },
): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      appointment_id: id,
      shop_id: shopId,
      hold_id: null,
      movement: 'return_due',
      amount_cents: amountCents,
      provider_reference: null,
      recorded_at: at,
      actor_id: actorId,
    })
    .execute()
}
