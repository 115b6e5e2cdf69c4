import { sql } from 'kysely'
import type { CustomerWatch } from '../../contract/admin/customers.ts'
import { mostWatched } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { isLapsed, lapsedAt, lapsedClaimWindowMs, networkDays } from './lapsed-claims.ts'

const dayMs = 86_400_000

type NetworkRow = Omit<CustomerWatch['networks'][number], 'lastAt'> & { lastAt: Date }

/**
 * The networks from which as many claims lapsed within an hour as make one customer wait, the latest first.
 * Reads the claims of the last days only.
 */
export async function listFlaggedNetworks(
  { database, clock, config }: Context,
  days = networkDays,
): Promise<CustomerWatch['networks']> {
  const now = clock.now()
  const before = config.limits.lapsedClaims - 1
  const { rows } = await sql<NetworkRow>`
    with lapsed as (
      select n.network, n.customer_id, ${lapsedAt} as lapsed_at
        from claim_networks n
        join appointments a on a.id = n.appointment_id
        join holds h on h.appointment_id = a.id and h.purpose = 'booking'
        where n.claimed_at > ${new Date(now - days * dayMs)} and ${isLapsed(now)}),
    spaced as (
      select *, lapsed_at - lag(lapsed_at, ${before}::int) over (partition by network order by lapsed_at) as span
        from lapsed)
    select s.network, count(*)::int as "lapsedClaims", max(s.lapsed_at) as "lastAt",
        json_agg(distinct jsonb_build_object('id', u.id, 'email', u.email)) as customers
      from spaced s join users u on u.id = s.customer_id
      group by s.network having bool_or(s.span <= interval '1 millisecond' * ${lapsedClaimWindowMs})
      order by max(s.lapsed_at) desc limit ${mostWatched}`.execute(database.db)
  return rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() }))
}
