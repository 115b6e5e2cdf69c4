import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import { lockAppointmentsOf, takeApart } from './merge-contacts.ts'

/** A person as an account: the id, and the email once it is proven. */
type Person = { id: string; email: string; emailVerified: boolean }

/**
 * The records about a person, as a subquery: those of the account, and those without an account that have its
 * proven email.
 */
function recordsOf({ id, email, emailVerified }: Person) {
  return sql`(select * from contacts where user_id = ${id}
    union all
    select * from contacts where user_id is null and lower(email) = ${email} and ${emailVerified})`
}

type Note = { text: string; writtenAt: string }
type ExportedContact = {
  shop: string
  name: string
  phone: string | null
  email: string | null
  vehicles: { year: number; make: string; model: string; vin: string | null }[] | null
  notes: Note[] | null
}

/**
 * The records of shops about a person, with the notes and cars that stand there or that a merge moved from
 * there. The record that a merge kept may be of another account, and is left out then.
 */
export async function exportContacts(db: Queryable, person: Person): Promise<ExportedContact[]> {
  const { rows } = await sql<ExportedContact>`
    with own as (select * from ${recordsOf(person)} records),
    merges as (
      select m.shop_id, m.merged_id, m.moved_notes, m.moved_vehicles from contact_merges m
        join own c on c.shop_id = m.shop_id and c.id = m.merged_id where m.undone_at is null)
    select s.business_name as shop, c.name, c.phone, c.email,
      (select json_agg(json_build_object('year', v.vehicle_year, 'make', v.vehicle_make, 'model', v.vehicle_model,
          'vin', v.vehicle_vin) order by v.id)
        from contact_vehicles v where v.shop_id = c.shop_id and (v.contact_id = c.id or exists (
          select from merges m where m.shop_id = c.shop_id and m.merged_id = c.id and v.id = any(m.moved_vehicles)))) as vehicles,
      (select json_agg(json_build_object('text', n.text, 'writtenAt', n.written_at) order by n.id)
        from contact_notes n where n.shop_id = c.shop_id and (n.contact_id = c.id or exists (
          select from merges m where m.shop_id = c.shop_id and m.merged_id = c.id and n.id = any(m.moved_notes)))) as notes
      from own c join shops s on s.id = c.shop_id order by c.created_at, c.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    vehicles: row.vehicles ?? [],
    notes: (row.notes ?? []).map(({ text, writtenAt }) => ({
      text,
      writtenAt: new Date(writtenAt).toISOString(),
    })),
  }))
}

/** The ids of the records about a person, with all that were ever merged with them, in order. */
async function listTogether(tx: Queryable, person: Person): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive roots as (
      select id, shop_id, merged_into from ${recordsOf(person)} records
      union
      select c.id, c.shop_id, c.merged_into from roots r
        join contacts c on c.shop_id = r.shop_id and c.id = r.merged_into),
    whole as (
      select id, shop_id from roots
      union
      select c.id, c.shop_id from whole w join contacts c on c.shop_id = w.shop_id and c.merged_into = w.id)
    select id from whole order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks the appointments of the records about a person, and those of their account. Call it before the
 * accounts are locked, as ARCHITECTURE.md orders.
 */
export async function lockPersonAppointments(tx: Queryable, person: Person): Promise<void> {
  const ids = await listTogether(tx, person)
  await tx
    .selectFrom('appointments')
    .select('id')
    .where((where) =>
      where.or([
        where('customer_id', '=', person.id),
        where('technician_id', '=', person.id),
        ...(ids.length === 0 ? [] : [where('contact_id', 'in', ids)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks the records about a person. A merge that was under way may have added some: then those too. */
async function lockTogether(tx: Queryable, person: Person) {
  let ids = await listTogether(tx, person)
  for (;;) {
    if (ids.length === 0) return []
    await lockAppointmentsOf(tx, ids)
    const locked = await tx
      .selectFrom('contacts')
      .select(['id', 'user_id'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    const now = await listTogether(tx, person)
    if (now.every((id) => ids.includes(id))) return locked
    ids = now
  }
}

/**
 * Deletes the records of shops about a person with their notes and cars; appointments that stay for the money
 * lose their contact. Merges with the record of another account are taken apart first, so that account keeps
 * its own.
 */
export async function forgetContacts(tx: Queryable, person: Person, at: Date): Promise<void> {
  const locked = await lockTogether(tx, person)
  if (locked.length === 0) return
  const ids = locked.map(({ id }) => id)
  const isShared = locked.some(({ user_id: userId }) => userId !== null && userId !== person.id)
  if (isShared) await takeAllApart(tx, ids, { at, by: person.id })
  // Taken apart, a record has its own account again. A typed one without an account was merged as this
  // person.
  const { rows: own } = await sql<{ id: string }>`
    select id from contacts where id = any(${ids}::uuid[]) and (user_id = ${person.id} or user_id is null)
    order by id`.execute(tx)
  await deleteContacts(
    tx,
    own.map(({ id }) => id),
  )
}

/** Undoes the merges among contacts, the newest first, as only then each finds what it moved. */
async function takeAllApart(
  tx: Queryable,
  ids: readonly string[],
  undo: { at: Date; by: string },
): Promise<void> {
  const merges = await tx
    .selectFrom('contact_merges')
    .select(['id', 'shop_id', 'kept_id', 'merged_id'])
    .where('kept_id', 'in', ids)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  for (const merge of merges) await takeApart(tx, merge, undo)
}

async function deleteContacts(tx: Queryable, ids: readonly string[]): Promise<void> {
  const listed = sql`any(${[...ids]}::uuid[])`
  await sql`delete from contact_merges where kept_id = ${listed} or merged_id = ${listed}`.execute(tx)
  await sql`delete from contact_notes where contact_id = ${listed}`.execute(tx)
  await sql`delete from contact_vehicles where contact_id = ${listed}`.execute(tx)
  await sql`update guests set contact_id = null where contact_id = ${listed}`.execute(tx)
  await sql`delete from text_consents where contact_id = ${listed}`.execute(tx)
  await sql`update appointments set contact_id = null where contact_id = ${listed}`.execute(tx)
  await sql`delete from contacts where id = ${listed}`.execute(tx)
}
