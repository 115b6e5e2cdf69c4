import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { isUuid } from '../../database/uuid.ts'
import { inScope, requireStillInScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { lockStaffAppointment } from '../staff-appointment.ts'

/**
 * Marks the texts of a customer as read, up to the newest one that was seen. Refuses as
 * `lockStaffAppointment` does.
 */
export async function markRead(context: Context, actor: Actor, id: string, newestId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const { shop_id: shopId } = await lockStaffAppointment(tx, actor.scope, id)
    await tx
      .updateTable('texts')
      .set({ read_at: new Date(context.clock.now()) })
      .where('shop_id', '=', shopId)
      .where('appointment_id', '=', id)
      // Ids are in the order of time.
      .where('id', '<=', newestId)
      .where('direction', '=', 'in')
      .where('read_at', 'is', null)
      .execute()
  })
}

/** Marks one text without an appointment as read. Refuses any other text as `not_found`. */
export async function markStrangersRead(context: Context, actor: Actor, id: string): Promise<void> {
  if (!isUuid(id)) return refuse('not_found')
  await context.database.transaction(async (tx) => {
    const text = await tx
      .selectFrom('texts as t')
      .innerJoin('shops as s', 's.id', 't.shop_id')
      .select(['t.shop_id', 't.read_at'])
      .where('t.id', '=', id)
      .where('t.direction', '=', 'in')
      .where('t.appointment_id', 'is', null)
      .where(inScope(actor.scope, 's.id'))
      .forUpdate('t')
      .executeTakeFirst()
    if (!text) return refuse('not_found')
    await requireStillInScope(tx, actor.scope, text.shop_id)
    if (text.read_at !== null) return
    await tx
      .updateTable('texts')
      .set({ read_at: new Date(context.clock.now()) })
      .where('shop_id', '=', text.shop_id)
      .where('id', '=', id)
      .execute()
  })
}
