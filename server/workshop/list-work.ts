import { sql } from 'kysely'
import type { WorkJob } from '../../contract/workshop/work.ts'
import type { WorkOrder } from '../../contract/workshop/work-order.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { vehicleOf } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { awaitsReview } from '../fitment/record-verdict.ts'
import { inScope, type Actor } from '../identity/sessions/shop-scope.ts'
import { readWorkOrders } from './work-orders/read-work-orders.ts'
import { hasRecentStep, isCarAtShop, isInView, isTodayAt, longestStayDays } from './work-in-view.ts'

const dayMs = 86_400_000

/** The head unit of the newest verdict about the present package, where it names one. */
const headUnit = sql<string | null>`(
  select u.name from fitment_verdicts v
    join fitment_head_units u on u.id = v.head_unit_id
    where v.appointment_id = a.id and v.package_id = a.package_id
    order by v.id desc, u.since desc limit 1)`

/** The generation of the same verdict: its chassis, or its id. */
const generation = (column: 'id' | 'chassis') => sql<string | null>`(
  select g.${sql.ref(column)} from fitment_verdicts v
    join fitment_generations g on g.id = v.generation_id
    where v.appointment_id = a.id and v.package_id = a.package_id
    order by v.id desc, g.since desc limit 1)`

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
    .select(['s.business_name', 's.time_zone', 'p.name as package_name'])
    .select(['p.main_feature', 'p.features', 'a.package_id', 'a.work_state'])
    .select(['b.name as bay_name', 't.name as technician_name'])
    .select([
      isTodayAt(clock.now()).as('is_today'),
      headUnit.as('head_unit'),
      generation('id').as('generation_id'),
      generation('chassis').as('chassis'),
      awaitsReview.as('awaits_fitment'),
    ])
    .where(inScope(scope, 'a.shop_id'))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWork>['executeTakeFirstOrThrow']>>

function toJob(row: Row, workOrder: WorkOrder, userId: string): WorkJob {
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
    packageParts: [row.main_feature, ...row.features],
    chassis: row.chassis,
    headUnit: row.head_unit,
    awaitsFitment: row.awaits_fitment,
    technician:
      row.technician_id === null
        ? null
        : { name: row.technician_name ?? '', isYou: row.technician_id === userId },
    workOrder,
  }
}

async function withWorkOrders(context: Context, actor: Actor, rows: readonly Row[]): Promise<WorkJob[]> {
  const workOrders = await readWorkOrders(context, rows)
  return rows.flatMap((row) => {
    const workOrder = workOrders.get(row.id)
    return workOrder ? [toJob(row, workOrder, actor.id)] : []
  })
}

/**
 * Lists the jobs of today by each shop's own calendar, those whose car is still there or has just left, and
 * the actor's own coming ones, by start. `shopId` keeps those of one shop.
 */
export async function listWork(context: Context, actor: Actor, shopId: number | null): Promise<WorkJob[]> {
  const now = context.clock.now()
  const rows = await selectWork(context, actor)
    .where('a.state', 'in', ['booked', 'completed'])
    // A range of the index: a car that stays longer is found on the board.
    .where('a.starts_at', '>=', new Date(now - longestStayDays * dayMs))
    .$if(shopId !== null, (query) => query.where('a.shop_id', '=', shopId ?? 0))
    .where((where) =>
      where.or([
        where.and([where('a.starts_at', '<', new Date(now + 2 * dayMs)), isTodayAt(now)]),
        where.and([where('a.technician_id', '=', actor.id), where('a.ends_at', '>', new Date(now))]),
        isCarAtShop,
        hasRecentStep(now),
      ]),
    )
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  return withWorkOrders(context, actor, rows)
}

/** Returns one job of today, of the actor's own or under work. Refuses any other as `not_found`. */
export async function getWork(context: Context, actor: Actor, id: string): Promise<WorkJob> {
  const found = await readJob(context, actor, id)
  return found.isInView ? found.job : refuse('not_found')
}

/** Returns one job, to a technician one that is in view. Refuses any other as `not_found`. */
export async function findWork(context: Context, actor: Actor, id: string): Promise<WorkJob> {
  const found = await readJob(context, actor, id)
  const isSeen = found.isInView || standingAt(actor, found.job.shopId) !== 'technician'
  return isSeen ? found.job : refuse('not_found')
}

/** Returns a job in scope that the actor has just changed, also when the change took it out of view. */
export async function findChangedWork(context: Context, actor: Actor, id: string): Promise<WorkJob> {
  return (await readJob(context, actor, id)).job
}

async function readJob(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{ job: WorkJob; isInView: boolean }> {
  if (!isUuid(id)) return refuse('not_found')
  const row = await selectWork(context, actor)
    .select([isInView(actor.id, context.clock.now()).as('is_in_view'), 'a.state'])
    .where('a.id', '=', id)
    // The work on a car stays readable when its payment is refunded.
    .where('a.state', 'in', ['booked', 'completed', 'cancelled'])
    .executeTakeFirst()
  if (!row) return refuse('not_found')
  const [job] = await withWorkOrders(context, actor, [row])
  return job ? { job, isInView: row.is_in_view && row.state !== 'cancelled' } : refuse('not_found')
}
