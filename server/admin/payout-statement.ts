import { sql } from 'kysely'
import {
  signedCents,
  type PayoutStatement,
  type StatementMovement,
} from '../../contract/admin/payout-statement.ts'
import { feeReasonOf } from '../../contract/payments/cancellation-fee.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import type { WorkState } from '../../contract/workshop/work-states.ts'
import type { Context } from '../context.ts'
import { requireShop, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { isStatementMovement, readBalances, sumOfMovement } from './payouts/read-balances.ts'

type Row = {
  appointment_id: string
  recorded_at: Date
  movement: StatementMovement
  is_fee: boolean
  work_state: WorkState
  customer_name: string
  package_name: string
  amount_cents: number
}

/**
 * The payout of a shop for a calendar month of its time zone ('YYYY-MM'), from the ledger, with the payments
 * that were recorded of it. A movement counts in the month in which it was recorded, so a later refund or
 * dispute changes no earlier statement. Transfers no money. Refuses a missing shop and one outside the scope
 * with `not_found`.
 */
export async function findStatement(
  context: Context,
  scope: ShopScope,
  shopId: number,
  month: string,
): Promise<PayoutStatement> {
  const { db } = context.database
  const shop = await requireShop(db, scope, shopId)
  const firstDay = `${month}-01`
  const { rows } = await sql<Row>`
    select l.appointment_id, l.recorded_at, l.movement, a.customer_name, p.name as package_name, l.amount_cents,
      a.work_state, a.state = 'cancelled' and coalesce(h.captured_cents = (select sum(f.amount_cents) from ledger f
        where f.appointment_id = a.id and f.movement = 'fee_due'), false) as is_fee
    from ledger l join appointments a on a.id = l.appointment_id join packages p on p.id = a.package_id
      left join holds h on h.id = l.hold_id
    where l.shop_id = ${shopId} and ${isStatementMovement}
      and l.recorded_at >= ${firstDay}::timestamp at time zone ${shop.time_zone}
      and l.recorded_at < (${firstDay}::timestamp + interval '1 month') at time zone ${shop.time_zone}
    order by l.recorded_at, l.id`.execute(db)
  const { figures, balance } = (await readBalances(db, context, { shopId, month }))(shop)
  const disputedCents = sumOfMovement(rows, 'dispute_withdrawn') - sumOfMovement(rows, 'dispute_reinstated')
  return {
    shopId,
    businessName: shop.business_name,
    month,
    timeZone: shop.time_zone,
    feePercent: context.config.payoutFeePercent,
    rows: rows.map((row) => ({
      appointmentId: row.appointment_id,
      movedAt: formatInstantWithOffset(row.recorded_at.getTime(), shop.time_zone),
      movement: row.movement,
      fee: row.is_fee ? feeReasonOf(row.work_state) : null,
      customerName: row.customer_name,
      packageName: row.package_name,
      amountCents: signedCents(row.movement, row.amount_cents),
    })),
    capturedCents: figures.grossCents,
    refundedCents: 0 - figures.refundsCents,
    disputedCents,
    disputeFeeCents: sumOfMovement(rows, 'dispute_fee') - sumOfMovement(rows, 'dispute_fee_returned'),
    feeCents: 0 - figures.feeCents,
    owedCents: figures.netCents,
    total: figures,
    // The names of administrators are for administrators.
    balance:
      scope.shops === 'all'
        ? balance
        : { ...balance, payouts: balance.payouts.map((payout) => ({ ...payout, by: null })) },
  }
}
