import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import type { ListFilter, ListKey } from './appointment-filter.ts'

/** The total is exact up to this number. */
export const mostCounted = 1000
const batchSize = 500
/** Number of list rows that a search scans before it falls back to the text index. */
const windowSize = 5000

export type KeyPage = {
  keys: ListKey[]
  /** Whether a next page exists. */
  more: boolean
  /** Number of matches; `mostCounted + 1` means more than `mostCounted`. */
  total: number
}

type KeyRow = { starts_at: Date; id: string }
/** A row of the outer join: without a match it has the total only, and no key. */
type OptionalKeyRow = KeyRow | { starts_at: null; id: null }
type Found = { keys: ListKey[]; total: number }

/*
 * Every statement here is a `select *`, which `preparedPool` excludes from plan caching: the best plan
 * depends on the filter values, mainly on the searched text.
 */

function listed({ source, conditions }: ListFilter): RawBuilder<unknown> {
  return sql`(select a.starts_at, a.id, a.search_text, a.find_text, a.package_id from ${source} where ${conditions}) as listed`
}

function inOrder({ earliestFirst }: ListFilter): RawBuilder<unknown> {
  return earliestFirst ? sql`order by starts_at, id` : sql`order by starts_at desc, id desc`
}

function isAfter({ earliestFirst }: ListFilter, after: ListKey | null): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`
  const key = sql`(${new Date(after.startsAt)}::timestamptz, ${after.id}::uuid)`
  return earliestFirst ? sql<boolean>`(starts_at, id) > ${key}` : sql<boolean>`(starts_at, id) < ${key}`
}

function toKeys(rows: readonly OptionalKeyRow[]): ListKey[] {
  return rows.flatMap((row) => (row.id === null ? [] : [{ startsAt: row.starts_at.getTime(), id: row.id }]))
}

/** Without a search, the list's index gives the order, and only the page and the counted rows are read. */
async function readPage(
  db: Queryable,
  filter: ListFilter,
  after: ListKey | null,
  wanted: number,
): Promise<Found> {
  const { rows } = await sql<OptionalKeyRow & { total: number }>`
    select * from
      (select count(*)::integer as total
        from (select from ${listed(filter)} limit ${mostCounted + 1}) as counted) as counts
      left join (select starts_at, id from ${listed(filter)}
        where ${isAfter(filter, after)} ${inOrder(filter)} limit ${wanted}) as page on true
    ${inOrder(filter)}`.execute(db)
  return { keys: toKeys(rows), total: rows[0]?.total ?? 0 }
}

/**
 * Up to `mostCounted + 1` matches in any order. `materialized` makes PostgreSQL plan for all matches, so that
 * it uses the text index unless much of the table matches. The limit still stops the scan early.
 */
async function probe(
  db: Queryable,
  filter: ListFilter,
  search: RawBuilder<boolean>,
  after: ListKey | null,
  wanted: number,
): Promise<Found> {
  const { rows } = await sql<OptionalKeyRow & { total: number }>`
    with hits as materialized (select starts_at, id from ${listed(filter)} where ${search}),
      found as materialized (select starts_at, id from hits limit ${mostCounted + 1})
    select * from (select count(*)::integer as total from found) as counts
      left join (select starts_at, id from found
        where ${isAfter(filter, after)} ${inOrder(filter)} limit ${wanted}) as page on true
    ${inOrder(filter)}`.execute(db)
  return { keys: toKeys(rows), total: rows[0]?.total ?? 0 }
}

async function searchMany(
  db: Queryable,
  filter: ListFilter,
  search: RawBuilder<boolean>,
  after: ListKey | null,
  wanted: number,
): Promise<ListKey[]> {
  const near = await sql<KeyRow>`
    select * from (
      select starts_at, id from (
        select starts_at, id, search_text, find_text, package_id from ${listed(filter)}
        where ${isAfter(filter, after)} ${inOrder(filter)} limit ${windowSize}) as walked
      where ${search} ${inOrder(filter)} limit ${wanted}) as page`.execute(db)
  if (near.rows.length === wanted) return toKeys(near.rows)
  const all = await sql<KeyRow>`
    with hits as materialized (select starts_at, id from ${listed(filter)} where ${search} and ${isAfter(filter, after)})
    select * from hits ${inOrder(filter)} limit ${wanted}`.execute(db)
  return toKeys(all.rows)
}

/**
 * The keys of one page, the first `limit` after the cursor `after`, and the total. The cost depends on the
 * page and hardly on the length of the list: few matches come from the text index, frequent ones from a short
 * scan of the list.
 */
export async function findKeys(
  db: Queryable,
  filter: ListFilter,
  after: ListKey | null,
  limit: number,
): Promise<KeyPage> {
  const wanted = limit + 1
  const found = filter.search
    ? await probe(db, filter, filter.search, after, wanted)
    : await readPage(db, filter, after, wanted)
  const keys =
    filter.search && found.total > mostCounted
      ? await searchMany(db, filter, filter.search, after, wanted)
      : found.keys
  return { keys: keys.slice(0, limit), more: keys.length > limit, total: found.total }
}

type SearchWindow = { keys: ListKey[]; end: ListKey | null }

/**
 * The matches in the next `windowSize` rows, and the cursor after them; `end` is null at the end of the list.
 */
async function searchWindow(
  db: Queryable,
  filter: ListFilter,
  search: RawBuilder<boolean>,
  after: ListKey | null,
): Promise<SearchWindow> {
  const backwards = filter.earliestFirst ? sql`order by starts_at desc, id desc` : sql`order by starts_at, id`
  const { rows } = await sql<OptionalKeyRow & { end_at: Date; end_id: string; walked: number }>`
    with walked as materialized (
      select starts_at, id, search_text, find_text, package_id from ${listed(filter)}
      where ${isAfter(filter, after)} ${inOrder(filter)} limit ${windowSize})
    select * from
      (select starts_at as end_at, id as end_id, (select count(*)::integer from walked) as walked
        from walked ${backwards} limit 1) as ends
      left join (select starts_at, id from walked where ${search}) as hits on true
    ${inOrder(filter)}`.execute(db)
  const end = rows[0]
  return {
    keys: toKeys(rows),
    end: end && end.walked === windowSize ? { startsAt: end.end_at.getTime(), id: end.end_id } : null,
  }
}

async function* readAll(db: Queryable, filter: ListFilter): AsyncGenerator<ListKey[]> {
  let after: ListKey | null = null
  for (;;) {
    const { rows } = await sql<KeyRow>`
      select * from (select starts_at, id from ${listed(filter)}
        where ${isAfter(filter, after)} ${inOrder(filter)} limit ${batchSize}) as batch`.execute(db)
    const keys = toKeys(rows)
    yield keys
    after = keys.at(-1) ?? null
    if (keys.length < batchSize) return
  }
}

async function* searchAll(
  db: Queryable,
  filter: ListFilter,
  search: RawBuilder<boolean>,
): AsyncGenerator<ListKey[]> {
  const found = await probe(db, filter, search, null, mostCounted)
  if (found.total <= mostCounted) return yield found.keys
  let window: SearchWindow | null = null
  do {
    window = await searchWindow(db, filter, search, window?.end ?? null)
    yield window.keys
  } while (window.end)
}

/**
 * The keys of all matches, in order, in batches of up to 500. No connection or cursor is held between two
 * batches.
 */
export async function* findAllKeys(db: Queryable, filter: ListFilter): AsyncGenerator<ListKey[]> {
  const batches = filter.search ? searchAll(db, filter, filter.search) : readAll(db, filter)
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += batchSize) yield batch.slice(start, start + batchSize)
  }
}
