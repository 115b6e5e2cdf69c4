import { sql } from 'kysely'
import type { CustomerWatch, WatchedCustomer } from '../../contract/admin/customers.ts'
import { mostWatched } from '../../contract/limits.ts'
import type { CustomerLimitName, RecordedLimitName } from '../../contract/booking/customer-limits.ts'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import { accountEmail } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { listFlaggedNetworks } from '../booking/flagged-networks.ts'
import { decisionsInForce } from '../customers/restrictions.ts'

const dayMs = 86_400_000

type HitRow = { limit: RecordedLimitName; network: string; hits: number; firstAt: string; lastAt: string }
type DecisionRow = WatchedCustomer['decisions'][number]
type Row = {
  id: string
  name: string
  email: string
  email_verified: boolean
  hits: HitRow[] | null
  decisions: DecisionRow[] | null
  in_force: { limit: CustomerLimitName | null; until: string | null }[] | null
}

const isoOf = (instant: string | null) => (instant === null ? null : new Date(instant).toISOString())

/** Selects the given customers with their hits and decisions, in the order of the ids. */
async function selectCustomers(context: Context, ids: readonly string[]): Promise<WatchedCustomer[]> {
  if (ids.length === 0) return []
  const inForce = decisionsInForce(context.clock.now())
  const { rows } = await sql<Row>`
    select u.id, u.name, u.email, u.email_verified,
      (select json_agg(json_build_object('limit', h.limit_name, 'network', h.network, 'hits', h.hits,
          'firstAt', h.first_at, 'lastAt', h.last_at) order by h.last_at desc)
        from customer_limit_hits h where h.customer_id = u.id) as hits,
      (select json_agg(json_build_object('decision', d.decision, 'limit', d.limit_name, 'until', d.lifted_until,
          'reason', d.reason, 'decidedBy', coalesce(by.email, ''), 'decidedAt', d.decided_at) order by d.id desc)
        from customer_decisions d left join users by on by.id = d.actor_id where d.customer_id = u.id) as decisions,
      (select json_agg(json_build_object('limit', f.limit_name, 'until', f.lifted_until) order by f.id desc)
        from ${inForce} f where f.customer_id = u.id) as in_force
      from users u where u.id = any(${[...ids]}::text[]) and u.role = 'customer' and u.deleted_at is null`.execute(
    context.database.db,
  )
  const known = new Map(rows.map((row) => [row.id, toWatched(row)]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

function toWatched(row: Row): WatchedCustomer {
  const decisions = (row.decisions ?? []).map((each) => ({
    ...each,
    until: isoOf(each.until),
    decidedAt: new Date(each.decidedAt).toISOString(),
  }))
  const inForce = row.in_force ?? []
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified,
    isBlocked: inForce.some(({ limit }) => limit === null),
    lifted: inForce.flatMap(({ limit, until }) =>
      limit === null || until === null ? [] : [{ limit, until: new Date(until).toISOString() }],
    ),
    hits: (row.hits ?? []).map((hit) => ({
      ...hit,
      firstAt: new Date(hit.firstAt).toISOString(),
      lastAt: new Date(hit.lastAt).toISOString(),
    })),
    decisions,
  }
}

/** Returns one customer. Refuses as `not_found` an account that is missing, deleted or not a customer's. */
export async function getWatchedCustomer(context: Context, customerId: string): Promise<WatchedCustomer> {
  const [customer] = await selectCustomers(context, [customerId])
  return customer ?? refuse('not_found')
}

/** The ids to list, the latest first, with the total. */
async function findWatched({ database, clock }: Context): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ id: string; total: string }>`
    with watched as (
      select customer_id, max(at) as at from (
        select customer_id, last_at as at from customer_limit_hits
        union all
        select customer_id, decided_at from ${decisionsInForce(clock.now())} f) as reasons
        group by customer_id)
    select w.customer_id as id, count(*) over () as total
      from watched w join users u on u.id = w.customer_id and u.role = 'customer' and u.deleted_at is null
      order by w.at desc, w.customer_id limit ${mostWatched}`.execute(database.db)
  return { ids: rows.map(({ id }) => id), total: Number(rows[0]?.total ?? 0) }
}

async function findByEmail({ database }: Context, email: string): Promise<{ ids: string[]; total: number }> {
  const row = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', accountEmail(email))
    .where('role', '=', 'customer')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return { ids: row ? [row.id] : [], total: row ? 1 : 0 }
}

/** Vehicles with upcoming appointments of several accounts. */
async function listSharedVehicles({ database, clock }: Context): Promise<CustomerWatch['sharedVehicles']> {
  const { rows } = await sql<CustomerWatch['sharedVehicles'][number]>`
    select a.vehicle_vin as vin, json_agg(distinct jsonb_build_object('id', u.id, 'email', u.email)) as customers
      from appointments a join users u on u.id = a.customer_id
      where a.state = any(${[...statesWithSlot]}::text[]) and a.ends_at > ${new Date(clock.now())}
        and a.vehicle_vin is not null
      group by a.vehicle_vin having count(distinct a.customer_id) > 1
      order by max(a.created_at) desc limit ${mostWatched}`.execute(database.db)
  return rows
}

/**
 * Customers for administrators to look at: the one with an email, or those with a hit or a decision in force.
 */
async function listWatchedCustomers(
  context: Context,
  email: string | undefined,
): Promise<Pick<CustomerWatch, 'customers' | 'total'>> {
  const { ids, total } = email ? await findByEmail(context, email) : await findWatched(context)
  return { customers: await selectCustomers(context, ids), total }
}

/** Customers, networks and vehicles that administrators may want to look at. */
export async function watchCustomers(context: Context, email: string | undefined): Promise<CustomerWatch> {
  return {
    ...(await listWatchedCustomers(context, email)),
    networks: await listFlaggedNetworks(context),
    sharedVehicles: await listSharedVehicles(context),
  }
}

/** Customers without a decision since they hit a limit, in the last day. */
export async function countLimitedCustomers({ database, clock }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct h.customer_id)::int as count
      from customer_limit_hits h join users u on u.id = h.customer_id and u.deleted_at is null
      where h.last_at > ${new Date(clock.now() - dayMs)}
        and not exists (select from customer_decisions d where d.customer_id = h.customer_id and d.decided_at >= h.last_at)`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}
