import { sql, type RawBuilder } from 'kysely'
import type { AdministratorAppointment } from '../../../contract/admin/admin.ts'
import type { SearchReply } from '../../../contract/contacts/contacts.ts'
import { longestSearch } from '../../../contract/limits.ts'
import { shopsWith } from '../../../contract/identity/workplaces.ts'
import { findContacts } from '../../contacts/list-contacts.ts'
import { hasWord, isShort, readSearchWords, type SearchWord } from '../../contacts/search-words.ts'
import { isUpcoming } from '../../booking/appointment-conditions.ts'
import type { Context } from '../../context.ts'
import { inScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import type { ListFilter } from '../appointment-filter.ts'
import { findKeys } from '../list-keys.ts'
import { readListed, readsEmailsIn } from '../queries.ts'
import { toListed, withoutEmail } from '../listed-appointment.ts'

const mostAppointments = 8
const mostContacts = 5

/** `find_text` without the email: a reader who may not see it must not find it out by a search either. */
const textWithoutEmail = sql`findable(a.customer_name || E'\n1' || a.customer_phone || E'\n' || coalesce(a.vehicle_vin, '')
  || E'\n' || a.vehicle_year::text || a.vehicle_make || a.vehicle_model || E'\n' || right(a.id::text, 12))`

/** Whether every word is in the text, or in the name of the package. */
function matches(
  words: readonly SearchWord[],
  text: RawBuilder<unknown>,
  packageId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    words.map((word) =>
      word.packageIds.length === 0
        ? hasWord(text, word)
        : sql<boolean>`(${hasWord(text, word)} or ${packageId} = any(${[...word.packageIds]}::integer[]))`,
    ),
    sql` and `,
  )})`
}

type Search = { words: readonly SearchWord[]; shopId: number | undefined; readsEmails: boolean; now: number }

function filterFor(
  actor: Actor,
  { words, shopId, readsEmails, now }: Search,
  when: 'upcoming' | 'past',
): ListFilter {
  const conditions = [sql<boolean>`a.state <> 'released'`, inScope(actor.scope, 'a.shop_id')]
  if (shopId !== undefined) conditions.push(sql<boolean>`a.shop_id = ${shopId}`)
  // No appointment lasts a day; the start is what the list's index is sorted by.
  if (when === 'upcoming')
    conditions.push(isUpcoming(now), sql<boolean>`a.starts_at > ${new Date(now - 86_400_000)}`)
  else conditions.push(sql<boolean>`not ${isUpcoming(now)}`)
  if (!readsEmails) conditions.push(matches(words, textWithoutEmail, sql`a.package_id`))
  return {
    source: sql`appointments a`,
    conditions: sql<boolean>`(${sql.join(conditions, sql` and `)})`,
    search: readsEmails ? matches(words, sql`find_text`, sql`package_id`) : null,
    earliestFirst: when === 'upcoming',
  }
}

async function findAppointments(
  context: Context,
  actor: Actor,
  search: Search,
): Promise<AdministratorAppointment[]> {
  const { db } = context.database
  const { keys } = await findKeys(db, filterFor(actor, search, 'upcoming'), null, mostAppointments)
  // Many rows have a short word, and no index helps: the search reads only upcoming appointments.
  const left = isShort(search.words) ? 0 : mostAppointments - keys.length
  const past = left > 0 ? (await findKeys(db, filterFor(actor, search, 'past'), null, left)).keys : []
  const rows = await readListed(context, actor.scope, [...keys, ...past])
  const listed = rows.map((row) => toListed(row, search.now))
  return search.readsEmails ? listed : listed.map(withoutEmail)
}

const nothing = { appointments: [], contacts: [] }

/**
 * Finds appointments and contacts by words. One or two characters are searched among the upcoming
 * appointments of one shop alone. A suspended shop searches its appointments without their emails, and no
 * contacts.
 */
export async function searchAll(
  context: Context,
  actor: Actor,
  { q: text, shopId }: { q: string; shopId?: string | undefined },
): Promise<SearchReply> {
  if (text.length > longestSearch) return { ...nothing, hint: 'too_long' }
  const { db } = context.database
  const words = await readSearchWords(db, text)
  if (words.length === 0) return { ...nothing, hint: null }
  const isOfOneShop =
    shopId !== undefined || (actor.scope.shops === 'own' && actor.scope.shopIds.length === 1)
  if (isShort(words) && !isOfOneShop) return { ...nothing, hint: 'too_short' }
  const search = {
    words,
    shopId: shopId === undefined ? undefined : Number(shopId),
    readsEmails: readsEmailsIn(actor, shopId),
    now: context.clock.now(),
  }
  // The scope of the call has the suspended shops too, which read no contacts.
  const shopIds = actor.scope.shops === 'all' ? undefined : shopsWith(actor, 'contact.read')
  const readsContacts = !isShort(words) && shopIds?.length !== 0
  return {
    appointments: await findAppointments(context, actor, search),
    contacts: readsContacts
      ? await findContacts(db, actor.scope, { ...search, shopIds, limit: mostContacts })
      : [],
    hint: null,
  }
}
