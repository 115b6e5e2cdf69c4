import { sumFigures } from '../../../contract/admin/payout-statement.ts'
import type { PayoutMonth, ShopPayout } from '../../../contract/admin/payouts.ts'
import { dayOf } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import { findDueMonth } from './due-month.ts'
import { readBalances } from './read-balances.ts'

/**
 * The payouts of all shops for a month ('YYYY-MM') of their own calendars: those with movements or payments
 * in it, or with an open balance, by name. `asked`: null for the month of `findDueMonth`.
 */
export async function listPayouts(context: Context, asked: string | null): Promise<PayoutMonth> {
  const { db } = context.database
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'business_name', 'time_zone'])
    .orderBy('business_name')
    .orderBy('id')
    .execute()
  const now = context.clock.now()
  const month = asked ?? (await findDueMonth(context, shops))
  const balanceOf = await readBalances(db, context, { shopId: null, month })
  const rows = shops.flatMap((shop): ShopPayout[] => {
    const { hasMoved, figures, balance } = balanceOf(shop)
    if (!hasMoved && balance.openCents === 0 && balance.payouts.length === 0) return []
    const today = dayOf(now, shop.time_zone)
    return [{ shopId: shop.id, businessName: shop.business_name, today, figures, balance }]
  })
  const sum = (of: (row: ShopPayout) => number) => rows.reduce((cents, row) => cents + of(row), 0)
  return {
    month,
    feePercent: context.config.payoutFeePercent,
    shops: rows,
    total: sumFigures(rows.map(({ figures }) => figures)),
    carriedOverCents: sum(({ balance }) => balance.carriedOverCents),
    paidCents: sum(({ balance }) => balance.paidCents),
    openCents: sum(({ balance }) => balance.openCents),
  }
}
