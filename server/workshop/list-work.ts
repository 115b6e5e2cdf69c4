import { sql } from 'kysely'
import type { WorkJob } from '../../contract/workshop/work.ts'
import { refuse } from '../../contract/refusals.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { vehicleOf } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { awaitsReview } from '../fitment/record-verdict.ts'
import { inScope, type Actor } from '../identity/sessions/shop-scope.ts'

const dayMs = 86_400_000

/** The head unit of the newest verdict about the present package, where it names one. */
const headUnit = sql<string | null>`(
  select u.name from fitment_verdicts v
    join fitment_head_units u on u.id = v.head_unit_id
    where v.appointment_id = a.id and v.package_id = a.package_id
    order by v.id desc, u.since desc limit 1)`

/** Whether an appointment `a` starts today by the calendar of its shop `s`. */
function isTodayAt(now: number) {
  return sql<boolean>`(a.starts_at at time zone s.time_zone)::date
    = (${new Date(now)}::timestamptz at time zone s.time_zone)::date`
}

/** Only the columns that a technician may see leave the database. */
function selectWork({ database: { db }, clock }: Context, { scope }: Actor) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .leftJoin('users as t', 't.id', 'a.technician_id')
    .select(['a.id', 'a.shop_id', 'a.starts_at', 'a.ends_at', 'a.customer_name', 'a.technician_id'])
    .select(['a.vehicle_year', 'a.vehicle_make', 'a.vehicle_model', 'a.vehicle_vin'])
    .select(['s.business_name', 's.time_zone', 'p.name as package_name', 'p.features'])
    .select(['b.name as bay_name', 't.name as technician_name'])
    .select([
      isTodayAt(clock.now()).as('is_today'),
      headUnit.as('head_unit'),
      awaitsReview.as('awaits_fitment'),
    ])
    .where('a.state', 'in', ['booked', 'completed'])
    .where(inScope(scope, 'a.shop_id'))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWork>['executeTakeFirstOrThrow']>>

function toJob(row: Row, userId: string): WorkJob {
  return {
    appointmentId: row.id,
    shopId: row.shop_id,
    shopName: row.business_name,
    timeZone: row.time_zone,
    startsAt: formatInstantWithOffset(row.starts_at.getTime(), row.time_zone),
    endsAt: formatInstantWithOffset(row.ends_at.getTime(), row.time_zone),
    isToday: row.is_today,
    bayName: row.bay_name,
    customerName: row.customer_name,
    vehicleInfo: vehicleOf(row),
    packageName: row.package_name,
    packageFeatures: row.features,
    headUnit: row.head_unit,
    awaitsFitment: row.awaits_fitment,
    technician:
      row.technician_id === null
        ? null
        : { name: row.technician_name ?? '', isYou: row.technician_id === userId },
  }
}

/**
 * Lists the jobs of today by each shop's own calendar, and the actor's own coming ones, by start. `shopId`
 * keeps those of one shop.
 */
export async function listWork(context: Context, actor: Actor, shopId: number | null): Promise<WorkJob[]> {
  const now = context.clock.now()
  const rows = await selectWork(context, actor)
    // A range of the index that is wide enough for today in any time zone.
    .where('a.starts_at', '>=', new Date(now - 2 * dayMs))
    .$if(shopId !== null, (query) => query.where('a.shop_id', '=', shopId ?? 0))
    .where((where) =>
      where.or([
        where.and([where('a.starts_at', '<', new Date(now + 2 * dayMs)), isTodayAt(now)]),
        where.and([where('a.technician_id', '=', actor.id), where('a.ends_at', '>', new Date(now))]),
      ]),
    )
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => toJob(row, actor.id))
}

/** Returns one job of the actor's list. Refuses any other as `not_found`. */
export async function getWork(context: Context, actor: Actor, id: string): Promise<WorkJob> {
  if (!isUuid(id)) return refuse('not_found')
  const now = context.clock.now()
  const row = await selectWork(context, actor)
    .where('a.id', '=', id)
    .where((where) => where.or([isTodayAt(now), where('a.technician_id', '=', actor.id)]))
    .executeTakeFirst()
  return row ? toJob(row, actor.id) : refuse('not_found')
}
