import { sql } from 'kysely'
import { feeOn, type PayoutStatement } from '../../contract/admin/payout-statement.ts'
import { refuse } from '../../contract/refusals.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { inScope, type ShopScope } from '../identity/shop-scope.ts'

type Row = {
  appointment_id: string
  recorded_at: Date
  movement: 'captured' | 'refunded'
  customer_name: string
  package_name: string
  amount_cents: number
}

/**
 * What a shop is owed for a calendar month of its zone ('YYYY-MM'): what was captured in it less what was refunded in it and the fee
 * on the rest, from the ledger. Nothing is sent anywhere. Refuses a missing and another's shop alike as `not_found`.
 */
export async function findStatement(
  context: Context,
  scope: ShopScope,
  shopId: number,
  month: string,
): Promise<PayoutStatement> {
  const { db } = context.database
  const shop = await db
    .selectFrom('shops as s')
    .select(['s.business_name', 's.time_zone'])
    .where('s.id', '=', shopId)
    .where(inScope(scope, 's.id'))
    .executeTakeFirst()
  if (!shop) return refuse('not_found')
  const firstDay = `${month}-01`
  const { rows } = await sql<Row>`
    select l.appointment_id, l.recorded_at, l.movement, a.customer_name, p.name as package_name, l.amount_cents
    from ledger l join appointments a on a.id = l.appointment_id join packages p on p.id = a.package_id
    where a.shop_id = ${shopId} and l.movement in ('captured', 'refunded')
      and l.recorded_at >= ${firstDay}::timestamp at time zone ${shop.time_zone}
      and l.recorded_at < (${firstDay}::timestamp + interval '1 month') at time zone ${shop.time_zone}
    order by l.recorded_at, l.id`.execute(db)
  const total = (movement: Row['movement']) =>
    rows.reduce((sum, row) => (row.movement === movement ? sum + row.amount_cents : sum), 0)
  const [capturedCents, refundedCents] = [total('captured'), total('refunded')]
  const feePercent = context.config.payoutFeePercent
  const feeCents = feeOn(capturedCents - refundedCents, feePercent)
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
      amountCents: row.movement === 'refunded' ? -row.amount_cents : row.amount_cents,
    })),
    capturedCents,
    refundedCents,
    feeCents,
    owedCents: capturedCents - refundedCents - feeCents,
  }
}
