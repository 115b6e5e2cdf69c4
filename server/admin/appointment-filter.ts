import { sql, type RawBuilder } from 'kysely'
import type { AppointmentFilters } from '../../contract/admin/appointment-list.ts'
import { isVin } from '../../contract/catalog/vehicles.ts'
import { formatTimeOfDay, parseWallTime } from '../../contract/time.ts'
import { phoneDigitsOf } from '../contacts/search-words.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { conditionsOf, isZoned } from './list-ranges.ts'

/**
 * Sort key of an appointment in the list, used as the pagination cursor. `startsAt` in epoch milliseconds.
 */
export type ListKey = { startsAt: number; id: string }

/** Filters as query fragments on `source`, in which appointments have the alias `a`. */
export type ListFilter = {
  source: RawBuilder<unknown>
  /** All filters except the search. */
  conditions: RawBuilder<boolean>
  search: RawBuilder<boolean> | null
  earliestFirst: boolean
}

const hourMs = 3_600_000
/** The extreme UTC offsets: Baker Island (behind) and Kiritimati (ahead). */
const [mostBehindMs, mostAheadMs] = [12 * hourMs, 14 * hourMs]

/** A wall time as if its zone were UTC. */
function wallDate(text: string): Date {
  const { day, minutes } = parseWallTime(text) ?? { day: '', minutes: 0 }
  return new Date(`${day}T${formatTimeOfDay(minutes)}:00Z`)
}

/** The statuses of `paymentStatusOf` as conditions. */
const hasStatus = {
  pending: sql<boolean>`(a.state = 'claimed' or a.state = 'booked' and a.pays_by <> 'card')`,
  authorized: sql<boolean>`(a.state = 'booked' and a.pays_by = 'card')`,
  completed: sql<boolean>`a.state = 'completed'`,
  cancelled: sql<boolean>`a.state = 'cancelled'`,
} as const

const shopWall = sql`date_trunc('minute', a.starts_at at time zone s.time_zone)`

/**
 * Compares the shop's wall time, and adds a looser bound on the instant for the index: no UTC offset lies
 * outside the extremes.
 */
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

/**
 * The last 9 characters of a VIN, from the check digit on. The first 8 are the same for many vehicles, so a
 * search for them would scan much of the trigram index.
 */
const ownPartOfVin = -9

function searchFor(search: string): RawBuilder<boolean> {
  const digits = phoneDigitsOf(search)
  // The phone is in `find_text` only, in digits.
  if (digits !== null)
    return sql<boolean>`(${contains(sql`searchable(${search})`)} or find_text like '%' || findable(${digits}) || '%')`
  const text = sql`searchable(${search})`
  if (!isVin(search.toUpperCase())) return contains(text)
  return sql<boolean>`${contains(sql`searchable(${search.slice(ownPartOfVin)})`)} and strpos(search_text, ${text}) > 0`
}

/** The same without the email, for readers who may not see it: a search must not find it out either. */
function searchWithoutEmail(search: string): RawBuilder<boolean> {
  const text = sql`searchable(a.customer_name || E'\n' || coalesce(a.vehicle_vin, ''))`
  const isInText = sql<boolean>`strpos(${text}, searchable(${search})) > 0`
  const digits = phoneDigitsOf(search)
  if (digits === null) return isInText
  return sql<boolean>`(${isInText} or strpos('1' || a.customer_phone, findable(${digits})) > 0)`
}

/**
 * The filters as SQL, within the scope, at the instant `now` (epoch milliseconds). Released appointments are
 * always excluded. States are literals in the query, so that partial indexes on a state apply.
 */
export function filterFor(
  scope: ShopScope,
  filters: AppointmentFilters,
  { now, readsEmails = true }: { now: number; readsEmails?: boolean },
): ListFilter {
  const { search, range = 'all', status = 'all', from, to, shopId, order } = filters
  const conditions = [sql<boolean>`a.state <> 'released'`, inScope(scope, 'a.shop_id')]
  if (status !== 'all') conditions.push(hasStatus[status])
  conditions.push(...conditionsOf(range, now, status === 'cancelled'))
  if (shopId !== undefined) conditions.push(sql<boolean>`a.shop_id = ${Number(shopId)}`)
  if (from !== undefined) conditions.push(...since(from))
  if (to !== undefined) conditions.push(...until(to))
  const searched = search === undefined || search === '' ? null : search
  if (searched !== null && !readsEmails) conditions.push(searchWithoutEmail(searched))
  const zoned = from !== undefined || to !== undefined || isZoned(range)
  return {
    source: zoned ? sql`appointments a join shops s on s.id = a.shop_id` : sql`appointments a`,
    conditions: sql<boolean>`(${sql.join(conditions, sql` and `)})`,
    search: searched === null || !readsEmails ? null : searchFor(searched),
    earliestFirst: order === 'earliest',
  }
}
