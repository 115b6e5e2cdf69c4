import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { isUuid } from '../../database/uuid.ts'
import { inScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { getStaffAppointment } from '../staff-appointment.ts'

/** Marks the texts of a customer as read. Refuses as `getStaffAppointment` does. */
export async function markRead(context: Context, actor: Actor, id: string): Promise<void> {
  const { db } = context.database
  const { shop_id: shopId } = await getStaffAppointment(db, actor.scope, id)
  await db
    .updateTable('texts')
    .set({ read_at: new Date(context.clock.now()) })
    .where('shop_id', '=', shopId)
    .where('appointment_id', '=', id)
    .where('direction', '=', 'in')
    .where('read_at', 'is', null)
    .execute()
}

/** Marks one text without an appointment as read. Refuses any other text as `not_found`. */
export async function markStrangersRead(context: Context, actor: Actor, id: string): Promise<void> {
  if (!isUuid(id)) return refuse('not_found')
  const { numUpdatedRows } = await context.database.db
    .updateTable('texts')
    .set((text) => ({ read_at: text.fn.coalesce('read_at', text.val(new Date(context.clock.now()))) }))
    .where('id', '=', id)
    .where('direction', '=', 'in')
    .where('appointment_id', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('shops as s')
          .select('s.id')
          .whereRef('s.id', '=', 'texts.shop_id')
          .where(inScope(actor.scope, 's.id')),
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('not_found')
}
