import type { NewPayout, ShopPayout } from '../../../contract/admin/payouts.ts'
import { impossiblePayout } from '../../../contract/admin/payout-words.ts'
import { refuse } from '../../../contract/refusals.ts'
import { dayOf } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { requireShop, requireStillInScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { lockShop } from '../../slots/find-free-bay.ts'
import { requireSame } from '../../workshop/work-orders/count-once.ts'
import { readBalances, type ShopBalance } from './read-balances.ts'

/**
 * Records a payment of a shop's statement that was made outside the product, or a correction as a row of its
 * own, and returns the shop's payout of the month. The same id again changes nothing; with other contents it
 * is refused as `request_changed`. Refuses a missing shop as `not_found`, a month that is not over as
 * `month_not_over`, other recorded payments than the person saw as `payout_changed`, a payment above the open
 * amount as `payout_above_open`, a correction after which less than nothing or more than the limit would be
 * paid of the month as `correction_not_possible`, and a day before the month or in the future as
 * `payout_day_not_possible`.
 */
export async function recordPayout(
  context: Context,
  actor: Actor,
  shopId: number,
  input: NewPayout,
): Promise<ShopPayout> {
  return context.database.transaction(async (tx) => {
    // Two payments at once: the second one sees the first.
    await lockShop(tx, shopId)
    const shop = await requireShop(tx, actor.scope, shopId)
    await requireStillInScope(tx, actor.scope, shopId)
    const asked = { shopId, month: input.month }
    const today = dayOf(context.clock.now(), shop.time_zone)
    const toReply = ({ figures, balance }: ShopBalance): ShopPayout => ({
      shopId,
      businessName: shop.business_name,
      today,
      figures,
      balance,
    })
    const before = (await readBalances(tx, context, asked))(shop)
    if (await isKnown(tx, shopId, input)) return toReply(before)
    requirePossible(input, before, today)
    await tx
      .insertInto('payouts')
      .values({ ...rowOf(shopId, input), recorded_at: new Date(context.clock.now()), actor_id: actor.id })
      .execute()
    return toReply((await readBalances(tx, context, asked))(shop))
  })
}

const sentDifferently = 'This was already recorded with other details. Close this and look at it again.'

function rowOf(shopId: number, input: NewPayout) {
  return {
    shop_id: shopId,
    id: input.id,
    month: `${input.month}-01`,
    kind: input.kind,
    amount_cents: input.amountCents,
    paid_on: input.paidOn,
    reference: input.reference,
    reason: input.reason ?? null,
  }
}

async function isKnown(tx: Queryable, shopId: number, input: NewPayout): Promise<boolean> {
  const known = await tx
    .selectFrom('payouts')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (known) requireSame(known, rowOf(shopId, input), sentDifferently)
  return known !== undefined
}

function requirePossible(input: NewPayout, { balance }: ShopBalance, today: string): void {
  if (!balance.isOver) refuse('month_not_over')
  if (input.paidOn > today || input.paidOn < `${input.month}-01`)
    refuse('payout_day_not_possible', { field: 'paidOn' })
  if (input.seenCents !== balance.paidCents) refuse('payout_changed')
  const sentence = impossiblePayout(input, balance)
  if (sentence !== null)
    refuse(input.kind === 'payment' ? 'payout_above_open' : 'correction_not_possible', {
      field: 'amountCents',
      sentence,
    })
}
