import type { NewSignOff } from '../../../contract/workshop/work-order.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { lockWork } from '../lock-work.ts'
import { insertSignOff } from './insert-sign-off.ts'

/**
 * Keeps a signature that the customer gave on a device of the shop. Refuses as `lockWork` and
 * `insertSignOff`.
 */
export async function signAtShop(
  context: Context,
  actor: Actor,
  id: string,
  signed: NewSignOff,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const work = await lockWork(tx, context, actor, id)
    await insertSignOff(tx, context, work, { ...signed, actorId: actor.id })
  })
  context.triggerJob('notifications.send-outbox')
}
