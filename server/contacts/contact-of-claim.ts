import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** The contact that an order belongs to. `isLinked`: the record is already one of the account. */
export type ContactOfAccount = { id: string; isLinked: boolean }

/**
 * Finds the contact of an account at a shop: the account's own one, or the one it was merged into; else one
 * without an account that has the account's proven email. Never by phone or name, which several people share.
 * Call it under the shop's row lock.
 */
export async function findContactOfAccount(
  tx: Queryable,
  { shopId, customerId }: { shopId: number; customerId: string },
): Promise<ContactOfAccount | null> {
  const { rows } = await sql<ContactOfAccount>`
    with recursive own as (
      (select id, merged_into from contacts where shop_id = ${shopId} and user_id = ${customerId}
        order by merged_into is not null, created_at desc, id limit 1)
      union all
      select c.id, c.merged_into from own join contacts c on c.shop_id = ${shopId} and c.id = own.merged_into),
    typed as (
      select c.id from users u join contacts c on lower(c.email) = u.email and c.shop_id = ${shopId}
        where u.id = ${customerId} and u.email_verified and c.user_id is null and c.merged_into is null
          and c.email is not null and not exists (select from own)
        order by c.created_at, c.id limit 1)
    select id, true as "isLinked" from own where merged_into is null
    union all
    select id, false from typed`.execute(tx)
  return rows[0] ?? null
}

type NewContact = {
  id: string
  shop_id: number
  user_id: string
  name: string
  email: string
  phone: string
  created_at: Date
}

/**
 * Writes the contact of an order: links a record without an account to it, inserts a missing one, and fills
 * an empty phone or email. It changes nothing that the shop has written.
 */
export async function recordContact(
  tx: Queryable,
  known: ContactOfAccount | null,
  contact: NewContact,
): Promise<void> {
  if (!known) return void (await tx.insertInto('contacts').values(contact).execute())
  await tx
    .updateTable('contacts')
    .set({
      phone: sql`coalesce(phone, ${contact.phone})`,
      email: sql`coalesce(email, ${contact.email})`,
      ...(known.isLinked ? {} : { user_id: contact.user_id }),
    })
    .where('shop_id', '=', contact.shop_id)
    .where('id', '=', known.id)
    .$if(known.isLinked, (query) =>
      query.where((where) => where.or([where('phone', 'is', null), where('email', 'is', null)])),
    )
    .execute()
}

/** Corrects the contact of a corrected appointment, where it still has the value before. */
export async function followCorrection(
  tx: Queryable,
  { shop_id: shopId, contact_id: id }: { shop_id: number; contact_id: string | null },
  changed: readonly { field: 'name' | 'email' | 'phone'; before: string; after: string }[],
): Promise<void> {
  if (id === null) return
  for (const { field, before, after } of changed)
    await tx
      .updateTable('contacts')
      .set({ [field]: after })
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where(field, '=', before)
      .execute()
}
