import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { defaultPageSize, type appointmentListQuery } from '../../contract/admin/appointment-list.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import type { Context } from '../context.ts'
import type { Actor, ShopScope } from '../identity/sessions/shop-scope.ts'
import { filterFor, type ListFilter, type ListKey } from './appointment-filter.ts'
import { findKeys, mostCounted } from './list-keys.ts'
import { selectListed, toListed, withoutEmail, type ListedRow } from './listed-appointment.ts'

export type AppointmentPage = {
  appointments: AdministratorAppointment[]
  /** Cursor of the next page; null on the last page and without paging. */
  nextAfter: string | null
  /** Number of matches, '1000+' above 1,000; null without paging. */
  total: string | null
}

function writeKey({ startsAt, id }: ListKey): string {
  return `${startsAt}~${id}`
}

function readKey(text: string): ListKey {
  const [startsAt, id = ''] = text.split('~')
  return { startsAt: Number(startsAt), id }
}

/** The rows of these keys, in their order, without rows that were deleted or released meanwhile. */
export async function readListed(
  context: Context,
  scope: ShopScope,
  keys: readonly ListKey[],
): Promise<ListedRow[]> {
  if (keys.length === 0) return []
  const ids = keys.map((key) => key.id)
  const rows = await selectListed(context.database.db, scope)
    .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function readEverything(context: Context, scope: ShopScope, filter: ListFilter): Promise<ListedRow[]> {
  const direction = filter.earliestFirst ? 'asc' : 'desc'
  let query = selectListed(context.database.db, scope).where(filter.conditions)
  if (filter.search) query = query.where(filter.search)
  return query.orderBy('a.starts_at', direction).orderBy('a.id', direction).execute()
}

/** Whether a reader sees the emails of every row of a list: of one shop, or of all in scope. */
export function readsEmailsIn(actor: Actor, shopId: string | undefined): boolean {
  const shops = shopId === undefined ? actor.workplaces.map((each) => each.shopId) : [Number(shopId)]
  return shops.every((id) => isAllowed(standingAt(actor, id), 'appointment.readEmail'))
}

/**
 * Lists the matching appointments in scope, latest first by default: a page when `limit` or `after` is given,
 * else all.
 */
export async function listAppointments(
  context: Context,
  actor: Actor,
  query: z.infer<typeof appointmentListQuery>,
): Promise<AppointmentPage> {
  const { limit, after, ...filters } = query
  const { scope } = actor
  const readsEmails = readsEmailsIn(actor, filters.shopId)
  const now = context.clock.now()
  const filter = filterFor(scope, filters, { now, readsEmails })
  const list = (rows: readonly ListedRow[]) => {
    const listed = rows.map((row) => toListed(row, now))
    return readsEmails ? listed : listed.map(withoutEmail)
  }
  if (limit === undefined && after === undefined) {
    const rows = await readEverything(context, scope, filter)
    return { appointments: list(rows), nextAfter: null, total: null }
  }
  const place = after === undefined ? null : readKey(after)
  const { keys, more, total } = await findKeys(
    context.database.db,
    filter,
    place,
    Number(limit ?? defaultPageSize),
  )
  const rows = await readListed(context, scope, keys)
  const last = keys.at(-1)
  return {
    appointments: list(rows),
    nextAfter: more && last ? writeKey(last) : null,
    total: total > mostCounted ? `${mostCounted}+` : String(total),
  }
}
