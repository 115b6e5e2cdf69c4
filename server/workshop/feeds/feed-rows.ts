import type { Queryable } from '../../database/open-database.ts'

const dayMs = 86_400_000
/** Days of the past and of the future in a feed. */
const daysBack = 30
const daysAhead = 180

type Range = { shopId: number; now: number }

/** A job of a feed. `phone`: null for readers without it. */
export type FeedJob = Awaited<ReturnType<typeof listFeedJobs>>[number]
export type FeedBlock = Awaited<ReturnType<typeof listFeedBlocks>>[number]

/** The booked and completed jobs, by start. A cancelled one is left out, and calendars remove it. */
export async function listFeedJobs(
  db: Queryable,
  { shopId, now, technicianId, withPhone }: Range & { technicianId: string | null; withPhone: boolean },
) {
  const rows = await db
    .selectFrom('appointments as a')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .select(['a.id', 'a.starts_at', 'a.ends_at', 'a.sequence', 'a.customer_name', 'a.customer_phone'])
    .select(['a.vehicle_year', 'a.vehicle_make', 'a.vehicle_model', 'a.vehicle_vin'])
    .select(['p.name as package_name', 'b.name as bay_name'])
    .where('a.shop_id', '=', shopId)
    .where('a.state', 'in', ['booked', 'completed'])
    .where('a.starts_at', '>=', new Date(now - daysBack * dayMs))
    .where('a.starts_at', '<', new Date(now + daysAhead * dayMs))
    .$if(technicianId !== null, (query) => query.where('a.technician_id', '=', technicianId))
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  return rows.map(({ customer_phone: phone, ...row }) => ({ ...row, phone: withPhone ? phone : null }))
}

/** The active blocks, by start. */
export async function listFeedBlocks(db: Queryable, { shopId, now }: Range) {
  return db
    .selectFrom('blocks as k')
    .innerJoin('bays as b', 'b.id', 'k.bay_id')
    .select(['k.id', 'k.starts_at', 'k.ends_at', 'k.reason', 'b.name as bay_name'])
    .where('k.shop_id', '=', shopId)
    .where('k.state', '=', 'active')
    .where('k.ends_at', '>=', new Date(now - daysBack * dayMs))
    .where('k.starts_at', '<', new Date(now + daysAhead * dayMs))
    .orderBy('k.starts_at')
    .orderBy('k.id')
    .execute()
}
