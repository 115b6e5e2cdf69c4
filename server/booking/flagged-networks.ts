import { sql } from 'kysely'
import type { CustomerWatch } from '../../contract/admin/customers.ts'
import { mostWatched } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { lapsedClaimWindowMs, networkDays, unpaidClaims } from './lapsed-claims.ts'

const dayMs = 86_400_000

type NetworkRow = Omit<CustomerWatch['networks'][number], 'lastAt'> & { lastAt: Date }

/** `unpaid`: the unpaid claims of the last `days` days by network, each with the weight of its last hour. */
function withUnpaid(now: number, days: number) {
  return sql`with unpaid as (
    select n.network, n.customer_id, c.weight, c.ended_at, sum(c.weight) over (partition by n.network
        order by c.ended_at range between interval '1 millisecond' * ${lapsedClaimWindowMs} preceding and current row) as recent
      from claim_networks n join ${unpaidClaims(now)} c on c.id = n.appointment_id
      where n.claimed_at > ${new Date(now - days * dayMs)})`
}

/**
 * The networks from which as many claims ended unpaid within an hour as make one customer wait, the latest
 * first.
 */
export async function listFlaggedNetworks({
  database,
  clock,
  config,
}: Context): Promise<CustomerWatch['networks']> {
  const { rows } = await sql<NetworkRow>`
    ${withUnpaid(clock.now(), networkDays)}
    select n.network, floor(sum(n.weight))::int as "lapsedClaims", max(n.ended_at) as "lastAt",
        json_agg(distinct jsonb_build_object('id', u.id, 'email', u.email)) as customers
      from unpaid n join users u on u.id = n.customer_id
      group by n.network having max(n.recent) >= ${config.limits.lapsedClaims}
      order by max(n.ended_at) desc limit ${mostWatched}`.execute(database.db)
  return rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() }))
}

/** How many networks the claims of the last day flag. */
export async function countFlaggedNetworks({ database, clock, config }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${withUnpaid(clock.now(), 1)}
    select count(distinct network)::int as count from unpaid where recent >= ${config.limits.lapsedClaims}`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}
