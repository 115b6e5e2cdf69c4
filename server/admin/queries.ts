import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { defaultPageSize, type appointmentListQuery } from '../../contract/admin/appointment-list.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/shop-scope.ts'
import { filterFor, type ListFilter, type ListKey } from './appointment-filter.ts'
import { findKeys, mostCounted } from './list-keys.ts'
import { selectListed, toListed, type ListedRow } from './listed-appointment.ts'

export type AppointmentPage = {
  appointments: AdministratorAppointment[]
  /** What to ask for after this page; null on the last one, and when everything was asked for. */
  nextAfter: string | null
  /** How many there are in all, '1000+' past a thousand; null when everything was asked for. */
  total: string | null
}

function writeKey({ startsAt, id }: ListKey): string {
  return `${startsAt}~${id}`
}

function readKey(text: string): ListKey {
  const [startsAt, id = ''] = text.split('~')
  return { startsAt: Number(startsAt), id }
}

/** The rows at these places of the list, in its order. One that went meanwhile is left out. */
async function readListed(
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

/**
 * The appointments in scope that the filters let through, latest first unless asked otherwise. With `limit` a page of them, else all at once.
 */
export async function listAppointments(
  context: Context,
  scope: ShopScope,
  query: z.infer<typeof appointmentListQuery>,
): Promise<AppointmentPage> {
  const { limit, after, ...filters } = query
  const filter = filterFor(scope, filters)
  const now = context.clock.now()
  if (limit === undefined && after === undefined) {
    const rows = await readEverything(context, scope, filter)
    return { appointments: rows.map((row) => toListed(row, now)), nextAfter: null, total: null }
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
    appointments: rows.map((row) => toListed(row, now)),
    nextAfter: more && last ? writeKey(last) : null,
    total: total > mostCounted ? `${mostCounted}+` : String(total),
  }
}
