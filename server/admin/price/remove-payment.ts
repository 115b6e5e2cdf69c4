import { v7 as uuid } from 'uuid'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { isUuid } from '../../database/uuid.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { lockOpenPrice } from './change-lines.ts'

/**
 * Removes a part payment at the shop that was recorded by mistake: its amount is due again, and both stay in
 * the history. A removed one stays as it is. Refuses as `lockOpenPrice` does, and a missing payment as
 * `not_found`.
 */
export async function removeShopPayment(
  context: Context,
  actor: Actor,
  id: string,
  paymentId: string,
): Promise<void> {
  if (!isUuid(paymentId)) return refuse('not_found')
  await context.database.transaction(async (tx) => {
    const { shop_id: shopId } = await lockOpenPrice(tx, context, actor, id)
    const payment = await tx
      .selectFrom('shop_payments')
      .select(['amount_cents', 'method'])
      .where('shop_id', '=', shopId)
      .where('id', '=', paymentId)
      .where('appointment_id', '=', id)
      .where('removes', 'is', null)
      .executeTakeFirst()
    if (!payment) return refuse('not_found')
    await tx
      .insertInto('shop_payments')
      .values({
        shop_id: shopId,
        id: uuid(),
        appointment_id: id,
        amount_cents: -payment.amount_cents,
        method: payment.method,
        recorded_at: new Date(context.clock.now()),
        actor_id: actor.id,
        is_final: false,
        removes: paymentId,
      })
      // A second press, perhaps of another desk.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
