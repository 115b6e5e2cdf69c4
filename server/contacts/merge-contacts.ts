import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { ContactMerge } from '../../contract/contacts/contacts.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { inScope, requireStillInScope, type Actor, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { getContact, isKnown, type ContactRow } from './find-contact.ts'
import { phoneDigits } from './write-contact.ts'

/**
 * Locks contacts in scope, with all that a merge moves: the shop's row, so that no order comes in between,
 * the appointments by id, then the contacts by id. Returns them in the order of the ids. Refuses missing
 * contacts, those out of scope and those of two shops alike as `not_found`.
 */
async function lockContacts(tx: Queryable, scope: ShopScope, ids: readonly string[]): Promise<ContactRow[]> {
  if (!ids.every(isUuid)) return refuse('not_found')
  const found = await tx
    .selectFrom('contacts as c')
    .select('c.shop_id')
    .where('c.id', 'in', ids)
    .where(inScope(scope, 'c.shop_id'))
    .execute()
  const shopId = found[0]?.shop_id
  if (shopId === undefined || found.some((each) => each.shop_id !== shopId)) return refuse('not_found')
  await tx
    .selectFrom('shops as s')
    .select('s.id')
    .where('s.id', '=', shopId)
    .where(inScope(scope, 's.id'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  await requireStillInScope(tx, scope, shopId)
  await lockAppointmentsOf(tx, ids)
  const rows = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id) ?? refuse('not_found'))
}

/** Locks the appointments of contacts, by id. */
export async function lockAppointmentsOf(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('appointments')
    .select('id')
    .where('contact_id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Refuses a value that neither of the two records has: it was read before one of them changed. */
function pick(value: string | null, values: readonly (string | null)[]): string | null {
  return values.includes(value) ? value : refuse('contact_changed')
}

/**
 * Merges a contact into another one of the same shop: its appointments, notes and cars move, and the kept one
 * takes the given name, phone and email. The account of the merged one stays with it, and becomes that of a
 * kept one without an account. Refuses a contact that was merged before as `contact_merged`, and another one
 * that is missing and values that neither has as `contact_changed`.
 */
export async function mergeContacts(
  { database, clock }: Context,
  actor: Actor,
  keptId: string,
  { otherId, name, phone, email }: ContactMerge,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { shop_id: shopId } = await getContact(tx, actor.scope, keptId)
    const isThere = keptId !== otherId && (await isContactOf(tx, shopId, otherId))
    if (!isThere) refuse('contact_changed')
    const [kept, other] = await lockContacts(tx, actor.scope, [keptId, otherId])
    if (!kept || !other) return refuse('not_found')
    if (kept.merged_into !== null || other.merged_into !== null) refuse('contact_merged')
    const after = {
      name: pick(name, [kept.name, other.name]) ?? kept.name,
      phone: pick(phoneDigits(phone), [kept.phone, other.phone]),
      email: pick(email, [kept.email, other.email]),
    }
    const merge = { id: uuid(), at: new Date(clock.now()), by: actor.id }
    await moveAll(tx, { kept, other, after, merge })
    await tx
      .updateTable('contacts')
      .set({ merged_into: kept.id })
      .where('shop_id', '=', kept.shop_id)
      .where('id', '=', other.id)
      .execute()
    await tx
      .updateTable('contacts')
      .set({ ...after, user_id: kept.user_id ?? other.user_id })
      .where('shop_id', '=', kept.shop_id)
      .where('id', '=', kept.id)
      .execute()
  })
}

/** Whether the shop has the other contact; its account may have been deleted since the page was read. */
async function isContactOf(tx: Queryable, shopId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from contacts c where c.shop_id = ${shopId} and c.id = ${id}
      and (${isKnown} or c.merged_into is not null)`.execute(tx)
  return rows.length > 0
}

type Merging = {
  kept: ContactRow
  other: ContactRow
  after: { name: string; phone: string | null; email: string | null }
  merge: { id: string; at: Date; by: string }
}

/** Moves the locked appointments, the notes and the cars, and records which. */
async function moveAll(tx: Queryable, { kept, other, after, merge }: Merging): Promise<void> {
  const [from, to, shopId] = [other.id, kept.id, kept.shop_id]
  await sql`
    with appointments_moved as (
      update appointments set contact_id = ${to} where contact_id = ${from} returning id),
    notes_moved as (
      update contact_notes set contact_id = ${to} where shop_id = ${shopId} and contact_id = ${from} returning id),
    vehicles_moved as (
      update contact_vehicles set contact_id = ${to} where shop_id = ${shopId} and contact_id = ${from} returning id)
    insert into contact_merges (id, shop_id, kept_id, merged_id, moved_appointments, moved_notes, moved_vehicles,
        name_before, phone_before, email_before, user_before, name_after, phone_after, email_after, merged_at, merged_by)
      select ${merge.id}, ${shopId}::integer, ${to}, ${from}, array(select id from appointments_moved),
        array(select id from notes_moved), array(select id from vehicles_moved),
        ${kept.name}, ${kept.phone}, ${kept.email}, ${kept.user_id},
        ${after.name}, ${after.phone}, ${after.email}, ${merge.at}::timestamptz, ${merge.by}`.execute(tx)
}

/**
 * Undoes a merge: the moved rows go back, the kept contact gets the fields that it had, unless they were
 * edited since, and the account that it had. Appointments that the account of the merged contact made since
 * go with it. Refuses a merge that was undone as `merge_undone`, and one of contacts that were merged again
 * since as `merged_again`.
 */
export async function undoMerge(
  { database, clock }: Context,
  actor: Actor,
  keptId: string,
  mergeId: string,
): Promise<void> {
  if (!isUuid(keptId) || !isUuid(mergeId)) return refuse('not_found')
  await database.transaction(async (tx) => {
    const found = await tx
      .selectFrom('contact_merges')
      .select('merged_id')
      .where('id', '=', mergeId)
      .where('kept_id', '=', keptId)
      .executeTakeFirst()
    if (!found) return refuse('not_found')
    const [kept] = await lockContacts(tx, actor.scope, [keptId, found.merged_id])
    const merge = await tx
      .selectFrom('contact_merges')
      .select(['id', 'shop_id', 'kept_id', 'merged_id', 'undone_at'])
      .where('id', '=', mergeId)
      .executeTakeFirstOrThrow()
    if (merge.undone_at !== null) refuse('merge_undone')
    if (kept?.merged_into !== null || (await wasMergedSince(tx, merge))) refuse('merged_again')
    await takeApart(tx, merge, { at: new Date(clock.now()), by: actor.id })
  })
}

type Merge = { id: string; shop_id: number; kept_id: string; merged_id: string }

/** Whether a third contact was merged into the kept one later, and is still merged. */
async function wasMergedSince(
  tx: Queryable,
  { id, shop_id: shopId, kept_id: keptId }: Merge,
): Promise<boolean> {
  const later = await tx
    .selectFrom('contact_merges')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('kept_id', '=', keptId)
    .where('undone_at', 'is', null)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Takes a merge apart. Its appointments and contacts are locked, and nothing was merged into them since. */
export async function takeApart(
  tx: Queryable,
  { id, shop_id: shopId, kept_id: keptId, merged_id: mergedId }: Merge,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  // The account first: a contact that is not merged has an account of its own.
  await sql`
    update contacts c set
        -- An order may have linked an account since.
        user_id = case when c.user_id is not distinct from coalesce(m.user_before, o.user_id)
          then m.user_before else c.user_id end,
        name = case c.name when m.name_after then m.name_before else c.name end,
        phone = case when c.phone is not distinct from m.phone_after then m.phone_before else c.phone end,
        email = case when c.email is not distinct from m.email_after then m.email_before else c.email end
      from contact_merges m join contacts o on o.shop_id = m.shop_id and o.id = m.merged_id
      where m.id = ${id} and c.shop_id = ${shopId} and c.id = ${keptId}`.execute(tx)
  await tx
    .updateTable('contacts')
    .set({ merged_into: null })
    .where('shop_id', '=', shopId)
    .where('id', '=', mergedId)
    .execute()
  await sql`
    update appointments a set contact_id = ${mergedId} from contact_merges m, contacts c
      where m.id = ${id} and c.shop_id = ${shopId} and c.id = ${mergedId} and a.contact_id = ${keptId}
        and (a.id = any(m.moved_appointments) or a.created_at >= m.merged_at and a.customer_id = c.user_id)`.execute(
    tx,
  )
  for (const [table, moved] of [
    [sql`contact_notes`, sql`moved_notes`],
    [sql`contact_vehicles`, sql`moved_vehicles`],
  ] as const)
    await sql`
      update ${table} r set contact_id = ${mergedId} from contact_merges m
        where m.id = ${id} and r.shop_id = ${shopId} and r.contact_id = ${keptId} and r.id = any(m.${moved})`.execute(
      tx,
    )
  await tx
    .updateTable('contact_merges')
    .set({ undone_at: at, undone_by: by })
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .execute()
}
