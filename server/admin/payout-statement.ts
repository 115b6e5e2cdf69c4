import { sql } from 'kysely'
import {
  feeOn,
  isTaken,
  statementMovements,
  type PayoutStatement,
  type StatementMovement,
} from '../../contract/admin/payout-statement.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { requireShop, type ShopScope } from '../identity/sessions/shop-scope.ts'

type Row = {
  appointment_id: string
  recorded_at: Date
  movement: StatementMovement
  customer_name: string
  package_name: string
  amount_cents: number
}

/**
 * The payout of a shop for a calendar month of its time zone ('YYYY-MM'), from the ledger: captures less
 * refunds and disputes, less the fee on the rest and the fees of disputes. Transfers no money. Refuses a
 * missing shop and one outside the scope with `not_found`.
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
    select l.appointment_id, l.recorded_at, l.movement, a.customer_name, p.name as package_name, l.amount_cents
    from ledger l join appointments a on a.id = l.appointment_id join packages p on p.id = a.package_id
    where a.shop_id = ${shopId} and l.movement = any(${statementMovements})
      and l.recorded_at >= ${firstDay}::timestamp at time zone ${shop.time_zone}
      and l.recorded_at < (${firstDay}::timestamp + interval '1 month') at time zone ${shop.time_zone}
    order by l.recorded_at, l.id`.execute(db)
  const total = (movement: Row['movement']) =>
    rows.reduce((sum, row) => (row.movement === movement ? sum + row.amount_cents : sum), 0)
  const [capturedCents, refundedCents] = [total('captured'), total('refunded')]
  const disputedCents = total('dispute_withdrawn') - total('dispute_reinstated')
  const disputeFeeCents = total('dispute_fee') - total('dispute_fee_returned')
  const feePercent = context.config.payoutFeePercent
  const earnedCents = capturedCents - refundedCents - disputedCents
  const feeCents = feeOn(earnedCents, feePercent)
  return {
    shopId,
    businessName: shop.business_name,
    month,
    timeZone: shop.time_zone,
    feePercent,
    rows: rows.map((row) => ({
      appointmentId: row.appointment_id,
      movedAt: formatInstantWithOffset(row.recorded_at.getTime(), shop.time_zone),
      movement: row.movement,
      customerName: row.customer_name,
      packageName: row.package_name,
      amountCents: isTaken(row.movement) ? -row.amount_cents : row.amount_cents,
    })),
    capturedCents,
    refundedCents,
    disputedCents,
    disputeFeeCents,
    feeCents,
    owedCents: earnedCents - disputeFeeCents - feeCents,
  }
}
