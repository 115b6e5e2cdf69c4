import { sql, type RawBuilder } from 'kysely'
import type { ContactList, ContactListQuery, ListedContact } from '../../contract/contacts/contacts.ts'
import { longestSearch } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { isKnown } from './find-contact.ts'
import { hasWords, readSearchWords } from './search-words.ts'

const pageSize = 50

/** The order of the list. Cut, because a name may become longer than an index entry. */
const sortKey = sql`left(c.find_text, 60)`

type Row = Omit<ListedContact, 'nextAt'> & { nextAt: Date | null }

/** The columns of a listed contact `c`, at the instant `now` (epoch milliseconds). */
function listedColumns(now: number): RawBuilder<unknown> {
  return sql`c.id, c.shop_id as "shopId", s.business_name as "shopName", s.time_zone as "timeZone", c.name, c.phone, c.email,
    c.user_id is not null as "hasAccount",
    (select count(*)::integer from appointments a where a.contact_id = c.id and a.state <> 'released') as appointments,
    (select min(a.starts_at) from appointments a where a.contact_id = c.id
      and a.state = any(${[...statesWithSlot]}::text[]) and a.ends_at > ${new Date(now)}) as "nextAt"`
}

function toListed({ nextAt, timeZone, ...row }: Row): ListedContact {
  return { ...row, timeZone, nextAt: nextAt && formatInstantWithOffset(nextAt.getTime(), timeZone) }
}

/**
 * Lists the contacts of a shop by name, 50 after the contact `after`. A search longer than `longestSearch`
 * finds nothing. Refuses a missing shop and one out of scope alike as `not_found`.
 */
export async function listContacts(
  { database: { db }, clock }: Context,
  scope: ShopScope,
  { shopId, search = '', after }: ContactListQuery,
): Promise<ContactList> {
  const shop = await db
    .selectFrom('shops as s')
    .select('s.id')
    .where('s.id', '=', Number(shopId))
    .where(inScope(scope, 's.id'))
    .executeTakeFirst()
  if (!shop) return refuse('not_found')
  const conditions = [sql<boolean>`c.shop_id = ${shop.id} and c.merged_into is null`, isKnown]
  const words = await readSearchWords(db, search)
  const isAsked = search.trim() !== ''
  if (isAsked && (search.length > longestSearch || words.length === 0))
    return { contacts: [], nextAfter: null }
  if (isAsked) conditions.push(matchesContact(words))
  if (after !== undefined)
    conditions.push(
      sql<boolean>`(${sortKey}, c.id) > (select left(p.find_text, 60), p.id from contacts p
        where p.shop_id = ${shop.id} and p.id = ${after})`,
    )
  const { rows } = await sql<Row>`
    select * from (select ${listedColumns(clock.now())}, ${sortKey} as place from contacts c
      join shops s on s.id = c.shop_id where ${sql.join(conditions, sql` and `)}
      order by ${sortKey}, c.id limit ${pageSize + 1}) as page order by place, id`.execute(db)
  const page = rows.slice(0, pageSize)
  return {
    contacts: page.map(toListed),
    nextAfter: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Whether the text of a contact `c`, or that of one of its typed cars, has all the words. */
function matchesContact(words: Parameters<typeof hasWords>[1]): RawBuilder<boolean> {
  return sql<boolean>`(${hasWords(sql`c.find_text`, words)} or exists (
    select from contact_vehicles v where v.shop_id = c.shop_id and v.contact_id = c.id
      and ${hasWords(sql`v.find_text`, words)}))`
}

/** Matches that are put in order. A search with more of them is too wide for its order to matter. */
const mostSorted = 500

type ContactSearch = {
  words: Parameters<typeof hasWords>[1]
  shopId?: number | undefined
  /** The shops whose contacts the reader sees; undefined for all. */
  shopIds: readonly number[] | undefined
  now: number
  limit: number
}

/** Up to `limit` contacts in scope with all the words, by name. */
export async function findContacts(
  db: Queryable,
  scope: ShopScope,
  { words, shopId, shopIds, now, limit }: ContactSearch,
): Promise<ListedContact[]> {
  const ofShop = sql<boolean>`c.merged_into is null and ${inScope(scope, 'c.shop_id')}
    and ${shopId === undefined ? sql`true` : sql`c.shop_id = ${shopId}`}
    and ${shopIds === undefined ? sql`true` : sql`c.shop_id = any(${[...shopIds]}::integer[])`}`
  const { rows } = await sql<Row>`
    with named as materialized (
      select c.id from contacts c where ${ofShop} and ${hasWords(sql`c.find_text`, words)}
        and ${isKnown} limit ${mostSorted}),
    driving as materialized (
      select c.id from contact_vehicles v join contacts c on c.shop_id = v.shop_id and c.id = v.contact_id
        where ${ofShop} and ${hasWords(sql`v.find_text`, words)} and ${isKnown} limit ${mostSorted})
    select * from (
      select ${listedColumns(now)}, ${sortKey} as place from contacts c join shops s on s.id = c.shop_id
        where c.id in (select id from named union select id from driving)
        order by ${sortKey}, c.id limit ${limit}) as found order by place, id`.execute(db)
  return rows.map(toListed)
}
