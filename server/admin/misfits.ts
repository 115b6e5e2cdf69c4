import { sql } from 'kysely'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import type { Misfit, PlannedShopChange } from '../../contract/admin/attention.ts'
import { weekdays } from '../../contract/shops/business-hours.ts'
import type { Context } from '../context.ts'
import { inScope, requireShop, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief, type BriefRow } from './brief-appointment.ts'

export type MisfitRow = BriefRow & { id: string; reason: Misfit['reason'] }

/**
 * Finds future appointments that no longer fit their shop's hours, closures or bays, ordered by start: of
 * every shop in scope, or of one. With a plan, as if the plan were made.
 */
export async function findMisfits(
  context: Context,
  scope: ShopScope,
  shopId: number | null,
  plan: PlannedShopChange = {},
): Promise<MisfitRow[]> {
  const now = new Date(context.clock.now())
  const { closure, bayId, businessHours } = plan
  const isClosedByPlan = closure
    ? sql`wall.starts::date between ${closure.firstDay}::date and ${closure.lastDay}::date`
    : sql`false`
  const isBayOutByPlan = bayId === undefined ? sql`false` : sql`b.id = ${bayId}`
  const hours = businessHours
    ? sql`json_to_recordset(${weekJson(businessHours)}::json)
        as h (weekday integer, is_open boolean, opens_at time, closes_at time) on true`
    : sql`shop_hours h on h.shop_id = s.id`
  const { rows } = await sql<MisfitRow>`
    select * from (
      select a.id, a.starts_at, a.ends_at, a.customer_name, a.customer_phone, a.vehicle_year, a.vehicle_make, a.vehicle_model,
        a.vehicle_vin, s.business_name, s.time_zone, p.name as package_name,
        case
          when not b.in_use or ${isBayOutByPlan} then 'bay_out_of_use'
          when a.hours_waived then null
          when h.weekday is null or ${isClosedByPlan} or exists (select from shop_closures c
            where c.shop_id = s.id and wall.starts::date between c.first_day and c.last_day) then 'closed'
          when wall.starts::time < h.opens_at then 'before_opening'
          when wall.ends::date > wall.starts::date or wall.ends::time > h.closes_at then 'after_closing'
        end as reason
      from appointments a
      join shops s on s.id = a.shop_id
      join packages p on p.id = a.package_id
      join bays b on b.id = a.bay_id
      cross join lateral (select a.starts_at at time zone s.time_zone as starts, a.ends_at at time zone s.time_zone as ends) wall
      left join ${hours} and h.weekday = extract(isodow from wall.starts) and h.is_open
      where a.state = any(${statesWithSlot}) and a.starts_at > ${now} and ${inScope(scope, 's.id')}
        and ${shopId === null ? sql`true` : sql`s.id = ${shopId}`}
    ) found where reason is not null order by starts_at, id`.execute(context.database.db)
  return rows
}

/**
 * Lists the appointments that no longer fit one shop. Refuses a missing shop and one outside the scope with
 * `not_found`.
 */
export async function listMisfits(context: Context, scope: ShopScope, shopId: number): Promise<Misfit[]> {
  await requireShop(context.database.db, scope, shopId)
  const rows = await findMisfits(context, scope, shopId)
  return rows.map((row) => ({ ...toBrief(row), reason: row.reason }))
}

/**
 * Lists the appointments that would no longer fit one shop after a planned change, without those that do not
 * fit already. Refuses a missing shop and one outside the scope with `not_found`.
 */
export async function previewMisfits(
  context: Context,
  scope: ShopScope,
  shopId: number,
  plan: PlannedShopChange,
): Promise<Misfit[]> {
  const present = new Set((await listMisfits(context, scope, shopId)).map((each) => each.appointmentId))
  const rows = await findMisfits(context, scope, shopId, plan)
  return rows.filter((row) => !present.has(row.id)).map((row) => ({ ...toBrief(row), reason: row.reason }))
}

/** A week of hours as rows of JSON. */
function weekJson(week: NonNullable<PlannedShopChange['businessHours']>): string {
  return JSON.stringify(
    weekdays.map((weekday, index) => {
      const { isOpen, open, close } = week[weekday]
      return { weekday: index + 1, is_open: isOpen, opens_at: open, closes_at: close }
    }),
  )
}
