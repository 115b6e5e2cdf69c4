import type { NewMileage } from '../../../contract/workshop/work-order.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { lockWork } from '../lock-work.ts'
import { requireNotSigned } from '../sign-off/insert-sign-off.ts'
import { requireInserted, requireSame } from './count-once.ts'

/**
 * Records the odometer; a newer reading replaces it on the page. Refuses as `lockWork` does, as
 * `already_signed` what the customer signed, and the id of another reading as `request_changed`.
 */
export async function recordMileage(
  context: Context,
  actor: Actor,
  id: string,
  { id: readingId, mileage }: NewMileage,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const work = await lockWork(tx, context, actor, id)
    const known = await tx
      .selectFrom('mileage_readings')
      .select(['appointment_id', 'mileage'])
      .where('shop_id', '=', work.shop_id)
      .where('id', '=', readingId)
      .executeTakeFirst()
    if (known) return requireSame(known, { appointment_id: id, mileage })
    await requireNotSigned(tx, id)
    const inserted = await tx
      .insertInto('mileage_readings')
      .values({
        shop_id: work.shop_id,
        id: readingId,
        appointment_id: id,
        mileage,
        recorded_at: new Date(context.clock.now()),
        actor_id: actor.id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    requireInserted(inserted)
  })
}
