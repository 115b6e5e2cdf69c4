import { sql } from 'kysely'
import {
  carriedOver,
  figuresOfMonth,
  noFigures,
  statementMovements,
  type MonthBalance,
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
 * Reads the months of shops up to one of their own calendars, with net and payments; the function returned
 * gives those of one shop, the oldest first.
 */
export async function readMonths(
  db: Queryable,
  { config }: Pick<Context, 'config'>,
  asked: Asked,
): Promise<(shopId: number) => (MonthBalance & { figures: PayoutFigures | null; payouts: PayoutRow[] })[]> {
  const months = Map.groupBy(await listMonths(db, asked), (row) => row.shop_id)
  const payouts = Map.groupBy(await listPayouts(db, asked), (row) => row.shop_id)
  return (shopId) => {
    const figures = new Map(
      (months.get(shopId) ?? []).map(({ month, sums }) => [
        month,
        figuresOfMonth(sums, config.payoutFeePercent),
      ]),
    )
    const paid = Map.groupBy(payouts.get(shopId) ?? [], (row) => row.month.slice(0, 7))
    return [...new Set([...figures.keys(), ...paid.keys()])].toSorted().map((month) => ({
      month,
      figures: figures.get(month) ?? null,
      netCents: figures.get(month)?.netCents ?? 0,
      payouts: paid.get(month) ?? [],
      paidCents: sumOf(paid.get(month) ?? []),
    }))
  }
}

/**
 * Reads the figures and balances of shops for a month of their own calendars; the function returned gives
 * those of one shop. The months before are read for the debt that they left.
 */
export async function readBalances(
  db: Queryable,
  context: Pick<Context, 'config' | 'clock'>,
  asked: Asked,
): Promise<(shop: Shop) => ShopBalance> {
  const monthsOf = await readMonths(db, context, asked)
  const now = context.clock.now()
  return (shop) => {
    const months = monthsOf(shop.id)
    const own = months.find(({ month }) => month === asked.month)
    const { figures, netCents, paidCents, payouts } = own ?? noMonth
    const carriedOverCents = carriedOver(months.filter(({ month }) => month < asked.month))
    return {
      hasMoved: figures !== null,
      figures: figures ?? noFigures,
      balance: {
        carriedOverCents,
        paidCents,
        openCents: netCents + carriedOverCents - paidCents,
        payouts: payouts.map(toPayout),
        isOver: dayOf(now, shop.time_zone).slice(0, 7) > asked.month,
      },
    }
  }
}

const noMonth = { figures: null, netCents: 0, paidCents: 0, payouts: [] as PayoutRow[] }

/** The amount of one movement among rows. */
export function sumOfMovement(
  rows: readonly { movement: StatementMovement; amount_cents: number }[],
  movement: StatementMovement,
): number {
  return rows.reduce((sum, row) => (row.movement === movement ? sum + row.amount_cents : sum), 0)
}
