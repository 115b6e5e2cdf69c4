import { checklistOf } from '../../../contract/workshop/checklists.ts'
import type { NewChecklistMark } from '../../../contract/workshop/work-order.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import type { Queryable } from '../../database/open-database.ts'
import { lockWork, type WorkRow } from '../lock-work.ts'
import { requireNotSigned } from '../sign-off/insert-sign-off.ts'
import { requireInserted, requireSame } from './count-once.ts'
import { generationOf } from './read-work-orders.ts'

/**
 * Ticks an item of the checklist, or takes the tick back. Refuses as `lockWork` does, as `already_signed`
 * what the customer signed, an item of other jobs as `malformed`, and the id of another mark as
 * `request_changed`.
 */
export async function markChecklist(
  context: Context,
  actor: Actor,
  id: string,
  { id: markId, item, isDone }: NewChecklistMark,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const work = await lockWork(tx, context, actor, id)
    const known = await tx
      .selectFrom('checklist_marks')
      .select(['appointment_id', 'item', 'is_done'])
      .where('shop_id', '=', work.shop_id)
      .where('id', '=', markId)
      .executeTakeFirst()
    if (known) return requireSame(known, { appointment_id: id, item, is_done: isDone })
    await requireNotSigned(tx, id)
    if (!(await isOnChecklist(tx, work, item))) refuse('malformed', { field: 'item' })
    const inserted = await tx
      .insertInto('checklist_marks')
      .values({
        shop_id: work.shop_id,
        id: markId,
        appointment_id: id,
        item,
        is_done: isDone,
        marked_at: new Date(context.clock.now()),
        actor_id: actor.id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    requireInserted(inserted)
  })
}

async function isOnChecklist(tx: Queryable, work: WorkRow, item: string): Promise<boolean> {
  const generationId = await generationOf(tx, work)
  const { package_id: packageId, vehicle_make: make } = work
  return checklistOf({ packageId, make, generationId }).some(({ key }) => key === item)
}
