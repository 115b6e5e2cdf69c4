import { sql, type RawBuilder } from 'kysely'
import type { AppointmentFilters } from '../../contract/admin/appointment-list.ts'
import { stateOf } from '../../contract/appointments/appointment-states.ts'
import { isVin } from '../../contract/catalog/vehicles.ts'
import { formatTimeOfDay, parseWallTime } from '../../contract/time.ts'
import { inScope, type ShopScope } from '../identity/shop-scope.ts'

/** Where an appointment stands in the list. `startsAt` in epoch milliseconds. */
export type ListKey = { startsAt: number; id: string }

/** Filters as parts of a query on `source`, whose appointments are called `a`. */
export type ListFilter = {
  source: RawBuilder<unknown>
  /** Everything but the search. */
  conditions: RawBuilder<boolean>
  search: RawBuilder<boolean> | null
  earliestFirst: boolean
}

const hourMs = 3_600_000
/** The clocks furthest behind and ahead of UTC, e.g. in Baker Island and Kiritimati. */
const [mostBehindMs, mostAheadMs] = [12 * hourMs, 14 * hourMs]

/** What a clock shows, as if it hung in UTC. */
function wallDate(text: string): Date {
  const { day, minutes } = parseWallTime(text) ?? { day: '', minutes: 0 }
  return new Date(`${day}T${formatTimeOfDay(minutes)}:00Z`)
}

const shopWall = sql`date_trunc('minute', a.starts_at at time zone s.time_zone)`

/** Both as the shop's clock shows it, and as instants that an index knows: the row's own zone lies between the outermost. */
function since(text: string): RawBuilder<boolean>[] {
  const wall = wallDate(text)
  return [
    sql<boolean>`a.starts_at >= ${new Date(wall.getTime() - mostAheadMs)}`,
    sql<boolean>`${shopWall} >= ${wall}::timestamptz at time zone 'UTC'`,
  ]
}

function until(text: string): RawBuilder<boolean>[] {
  const wall = wallDate(text)
  return [
    sql<boolean>`a.starts_at < ${new Date(wall.getTime() + mostBehindMs + 60_000)}`,
    sql<boolean>`${shopWall} <= ${wall}::timestamptz at time zone 'UTC'`,
  ]
}

function contains(text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`search_text like '%' || replace(replace(${text}, '%', '\\%'), '_', '\\_') || '%'`
}

/** The check digit of a VIN and all that follows: what comes before is the same for many vehicles, and the index would read it all. */
const ownPartOfVin = -9

function searchFor(search: string): RawBuilder<boolean> {
  const text = sql`searchable(${search})`
  if (!isVin(search.toUpperCase())) return contains(text)
  return sql<boolean>`${contains(sql`searchable(${search.slice(ownPartOfVin)})`)} and strpos(search_text, ${text}) > 0`
}

/**
 * The filters as SQL, within the scope. Appointments that were released never show. States stand in the text of the query, for the indexes that hold some states only.
 */
export function filterFor(scope: ShopScope, filters: AppointmentFilters): ListFilter {
  const { search, status = 'all', from, to, shopId, order } = filters
  const conditions = [sql<boolean>`a.state <> 'released'`, inScope(scope, 'a.shop_id')]
  if (status !== 'all') conditions.push(sql<boolean>`a.state = ${sql.lit(stateOf[status])}`)
  if (shopId !== undefined) conditions.push(sql<boolean>`a.shop_id = ${Number(shopId)}`)
  if (from !== undefined) conditions.push(...since(from))
  if (to !== undefined) conditions.push(...until(to))
  const zoned = from !== undefined || to !== undefined
  return {
    source: zoned ? sql`appointments a join shops s on s.id = a.shop_id` : sql`appointments a`,
    conditions: sql<boolean>`(${sql.join(conditions, sql` and `)})`,
    search: search === undefined || search === '' ? null : searchFor(search),
    earliestFirst: order === 'earliest',
  }
}
