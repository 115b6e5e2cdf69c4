import type { NewAgreement } from '../../../contract/payments/price-endpoints.ts'
import { holdExtra } from '../../booking/price/hold-extra.ts'
import { recordAgreement } from '../../booking/price/record-agreement.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { lockOpenPrice } from './change-lines.ts'

/**
 * Records the agreement that the customer signed on a device of the shop, and holds the extra amount on the
 * saved card. The bank may refuse it: the agreement stays, and the price says so. Refuses as `lockOpenPrice`
 * and `recordAgreement` do.
 */
export async function agreeAtShop(
  context: Context,
  actor: Actor,
  id: string,
  agreed: NewAgreement,
): Promise<void> {
  await holdExtra(context, id, () =>
    context.database.transaction(async (tx) => {
      const appointment = await lockOpenPrice(tx, context, actor, id)
      return recordAgreement(tx, context, appointment, { ...agreed, actorId: actor.id })
    }),
  )
}
