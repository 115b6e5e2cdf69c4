import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import type { ListFilter, ListKey } from './appointment-filter.ts'

/** Up to so many are counted. */
export const mostCounted = 1000
const batchSize = 500
/** How far a search looks along the list before it asks its own index for everything that matches. */
const windowSize = 5000

export type KeyPage = {
  keys: ListKey[]
  /** Whether there are more after them. */
  more: boolean
  /** How many match in all; one more than `mostCounted` stands for anything above it. */
  total: number
}

type KeyRow = { starts_at: Date; id: string }
/** A row that stands there for its other columns has no key. */
type PerhapsKeyRow = KeyRow | { starts_at: null; id: null }
type Found = { keys: ListKey[]; total: number }

/*
 * Every statement here ends in `select *`, which keeps its plan from being kept (see `preparedPool`): which plan is best depends on
 * the filter's values, above all on the words that are searched.
 */

function listed({ source, conditions }: ListFilter): RawBuilder<unknown> {
  return sql`(select a.starts_at, a.id, a.search_text from ${source} where ${conditions}) as listed`
}

function inOrder({ earliestFirst }: ListFilter): RawBuilder<unknown> {
  return earliestFirst ? sql`order by starts_at, id` : sql`order by starts_at desc, id desc`
}

function isAfter({ earliestFirst }: ListFilter, after: ListKey | null): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`
  const key = sql`(${new Date(after.startsAt)}::timestamptz, ${after.id}::uuid)`
  return earliestFirst ? sql<boolean>`(starts_at, id) > ${key}` : sql<boolean>`(starts_at, id) < ${key}`
}

function toKeys(rows: readonly PerhapsKeyRow[]): ListKey[] {
  return rows.flatMap((row) => (row.id === null ? [] : [{ startsAt: row.starts_at.getTime(), id: row.id }]))
}

/** Without a search the list's own index is its order: no more of it is read than is shown and counted. */
async function walk(
  db: Queryable,
  filter: ListFilter,
  after: ListKey | null,
  wanted: number,
): Promise<Found> {
  const { rows } = await sql<PerhapsKeyRow & { total: number }>`
    select * from
      (select count(*)::integer as total
        from (select from ${listed(filter)} limit ${mostCounted + 1}) as counted) as counts
      left join (select starts_at, id from ${listed(filter)}
        where ${isAfter(filter, after)} ${inOrder(filter)} limit ${wanted}) as page on true
    ${inOrder(filter)}`.execute(db)
  return { keys: toKeys(rows), total: rows[0]?.total ?? 0 }
}

/**
 * The first matches that are found, in whatever order is quickest. `materialized` makes PostgreSQL plan for all of them, so that it
 * takes the index of the text unless much of the table matches; no more than these are fetched all the same.
 */
async function probe(
  db: Queryable,
  filter: ListFilter,
  search: RawBuilder<boolean>,
  after: ListKey | null,
  wanted: number,
): Promise<Found> {
  const { rows } = await sql<PerhapsKeyRow & { total: number }>`
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
        select starts_at, id, search_text from ${listed(filter)}
        where ${isAfter(filter, after)} ${inOrder(filter)} limit ${windowSize}) as walked
      where ${search} ${inOrder(filter)} limit ${wanted}) as page`.execute(db)
  if (near.rows.length === wanted) return toKeys(near.rows)
  const all = await sql<KeyRow>`
    with hits as materialized (select starts_at, id from ${listed(filter)} where ${search} and ${isAfter(filter, after)})
    select * from hits ${inOrder(filter)} limit ${wanted}`.execute(db)
  return toKeys(all.rows)
}

/**
 * The places of one page in the list, its first `limit` after `after`, and how many match in all. What it costs depends on the page
 * and hardly on the list: few matches come from the index of the text, many are met soon along the list.
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
    : await walk(db, filter, after, wanted)
  const keys =
    filter.search && found.total > mostCounted
      ? await searchMany(db, filter, filter.search, after, wanted)
      : found.keys
  return { keys: keys.slice(0, limit), more: keys.length > limit, total: found.total }
}

type SearchWindow = { keys: ListKey[]; end: ListKey | null }

/** The matches among the next appointments along the list, and where to look on; null at its end. */
async function searchWindow(
  db: Queryable,
  filter: ListFilter,
  search: RawBuilder<boolean>,
  after: ListKey | null,
): Promise<SearchWindow> {
  const backwards = filter.earliestFirst ? sql`order by starts_at desc, id desc` : sql`order by starts_at, id`
  const { rows } = await sql<PerhapsKeyRow & { end_at: Date; end_id: string; walked: number }>`
    with walked as materialized (
      select starts_at, id, search_text from ${listed(filter)}
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

async function* walkAll(db: Queryable, filter: ListFilter): AsyncGenerator<ListKey[]> {
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

/** The places of everything that matches, in order, some 500 at a time: nothing of the database is held between two of them. */
export async function* findAllKeys(db: Queryable, filter: ListFilter): AsyncGenerator<ListKey[]> {
  const lots = filter.search ? searchAll(db, filter, filter.search) : walkAll(db, filter)
  for await (const lot of lots) {
    for (let start = 0; start < lot.length; start += batchSize) yield lot.slice(start, start + batchSize)
  }
}
