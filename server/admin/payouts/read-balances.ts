import { sql } from 'kysely'
import {
  carriedOver,
  figuresOfMonth,
  noFigures,
  statementMovements,
  type MovementSums,
  type Payout,
  type PayoutBalance,
  type PayoutFigures,
  type StatementMovement,
} from '../../../contract/admin/payout-statement.ts'
import { dayOf } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'

/** The condition of the index `ledger_of_payouts`, so written out. */
export const isStatementMovement = sql<boolean>`l.movement in (${sql.join(
  statementMovements.map((movement) => sql.lit(movement)),
)})`

type Shop = { id: number; time_zone: string }
/** `shopId`: null for every shop. */
type Asked = { shopId: number | null; month: string }

/** `hasMoved`: money moved in the month, also when it came back. */
export type ShopBalance = { figures: PayoutFigures; balance: PayoutBalance; hasMoved: boolean }

type MonthRow = { shop_id: number; month: string; sums: MovementSums }

/**
 * The amounts of each movement by shop and month of the shop's calendar, through the asked month. Each month
 * of a shop is one scan of the index: four times as fast as to group all rows by their month.
 */
async function listMonths(db: Queryable, { shopId, month }: Asked): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select s.id as shop_id, to_char(m.first, 'YYYY-MM') as month, t.sums
    from shops s
    cross join lateral generate_series(
      date_trunc('month', (
        select min(l.recorded_at) from ledger l where l.shop_id = s.id and ${isStatementMovement}
      ) at time zone s.time_zone),
      ${`${month}-01`}::timestamp, interval '1 month') as m(first)
    cross join lateral (
      select json_object_agg(x.movement, x.cents) as sums
      from (
        select l.movement, sum(l.amount_cents) as cents
        from ledger l
        where l.shop_id = s.id and ${isStatementMovement}
          and l.recorded_at >= m.first at time zone s.time_zone
          and l.recorded_at < (m.first + interval '1 month') at time zone s.time_zone
        group by l.movement) x) t
    where t.sums is not null and ${shopId === null ? sql<boolean>`true` : sql<boolean>`s.id = ${shopId}`}`.execute(
    db,
  )
  return rows
}

async function listPayouts(db: Queryable, { shopId, month }: Asked) {
  let query = db
    .selectFrom('payouts as p')
    .leftJoin('users as u', 'u.id', 'p.actor_id')
    .select(['p.shop_id', 'p.id', 'p.month', 'p.kind', 'p.amount_cents', 'p.paid_on', 'p.reference'])
    .select(['p.reason', 'p.recorded_at', 'u.name'])
    .where('p.month', '<=', `${month}-01`)
    .orderBy('p.recorded_at')
    .orderBy('p.id')
  if (shopId !== null) query = query.where('p.shop_id', '=', shopId)
  return query.execute()
}
type PayoutRow = Awaited<ReturnType<typeof listPayouts>>[number]

function toPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    kind: row.kind,
    amountCents: row.amount_cents,
    paidOn: row.paid_on,
    reference: row.reference,
    reason: row.reason,
    recordedAt: row.recorded_at.toISOString(),
    by: row.name,
  }
}

const sumOf = (rows: readonly PayoutRow[]) => rows.reduce((sum, row) => sum + row.amount_cents, 0)

/**
 * Reads the figures and balances of shops for a month of their own calendars; the function returned gives
 * those of one shop. The months before are read for the debt that they left.
 */
export async function readBalances(
  db: Queryable,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  asked: Asked,
): Promise<(shop: Shop) => ShopBalance> {
  const months = Map.groupBy(await listMonths(db, asked), (row) => row.shop_id)
  const payouts = Map.groupBy(await listPayouts(db, asked), (row) => row.shop_id)
  const now = clock.now()
  return (shop) => {
    const figures = new Map(
      (months.get(shop.id) ?? []).map(({ month, sums }) => [
        month,
        figuresOfMonth(sums, config.payoutFeePercent),
      ]),
    )
    const paid = Map.groupBy(payouts.get(shop.id) ?? [], (row) => row.month.slice(0, 7))
    const before = [...new Set([...figures.keys(), ...paid.keys()])]
      .filter((month) => month < asked.month)
      .toSorted()
      .map((month) => ({
        netCents: figures.get(month)?.netCents ?? 0,
        paidCents: sumOf(paid.get(month) ?? []),
      }))
    const own = figures.get(asked.month) ?? noFigures
    const ofMonth = paid.get(asked.month) ?? []
    const carriedOverCents = carriedOver(before)
    const paidCents = sumOf(ofMonth)
    return {
      hasMoved: figures.has(asked.month),
      figures: own,
      balance: {
        carriedOverCents,
        paidCents,
        openCents: own.netCents + carriedOverCents - paidCents,
        payouts: ofMonth.map(toPayout),
        isOver: dayOf(now, shop.time_zone).slice(0, 7) > asked.month,
      },
    }
  }
}

/** The amount of one movement among rows. */
export function sumOfMovement(
  rows: readonly { movement: StatementMovement; amount_cents: number }[],
  movement: StatementMovement,
): number {
  return rows.reduce((sum, row) => (row.movement === movement ? sum + row.amount_cents : sum), 0)
}
