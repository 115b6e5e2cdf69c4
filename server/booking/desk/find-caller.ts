import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { DeskOrder } from '../../../contract/admin/desk-order.ts'
import type { Queryable } from '../../database/open-database.ts'
import { findContactOfAccount } from '../../contacts/contact-of-claim.ts'
import { getContact } from '../../contacts/find-contact.ts'
import { phoneDigits } from '../../contacts/write-contact.ts'
import { findAccountOf, findActiveAccount, findOrAddGuest } from '../../customers/guests.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'

/**
 * The person for whom a shop books: the contact there, and the customer of the appointment.
 */
export type Caller = {
  contactId: string
  customerId: string
  name: string
  /**
   * Ten digits.
   */
  phone: string
  /**
   * Empty without one.
   */
  email: string
}

type Wanted = Pick<DeskOrder, 'contact' | 'contactId'> & { shopId: number }

/**
 * Finds the contact of a caller, or adds one: the chosen one, the one of the account with the typed email, or
 * the one with the same phone and name. The customer is the account of the contact, else a guest. Call it
 * under the shop's lock. Refuses a chosen contact out of scope as `not_found`.
 */
export async function findCaller(
  tx: Queryable,
  actor: Actor,
  { shopId, contactId, contact }: Wanted,
  at: Date,
): Promise<Caller> {
  const typed = {
    name: contact.name,
    phone: phoneDigits(contact.phone) ?? '',
    email: contact.email ?? '',
  }
  const proven = typed.email === '' ? null : await findAccountOf(tx, typed.email.toLowerCase())
  const known =
    contactId === undefined
      ? ((proven && (await findContactOfAccount(tx, { shopId, customerId: proven }))) ??
        (await findSamePerson(tx, shopId, typed)))
      : await getContact(tx, actor.scope, contactId)
  // Before the contact, as in every transaction.
  const account = await findActiveAccount(tx, (known && (await accountOf(tx, shopId, known.id))) ?? proven)
  const id = known
    ? await completeContact(tx, { shopId, contactId: known.id, account }, typed)
    : await addContact(tx, { shopId, account, actorId: actor.id, at }, typed)
  const email = typed.email.toLowerCase() || null
  return {
    ...typed,
    contactId: id,
    customerId: account ?? (await findOrAddGuest(tx, { shopId, contactId: id, name: typed.name, email }, at)),
  }
}

type Typed = Pick<Caller, 'name' | 'phone' | 'email'>

async function accountOf(tx: Queryable, shopId: number, contactId: string): Promise<string | null> {
  const contact = await tx
    .selectFrom('contacts')
    .select('user_id')
    .where('shop_id', '=', shopId)
    .where('id', '=', contactId)
    .executeTakeFirst()
  return contact?.user_id ?? null
}

/**
 * Neither alone: several people share a phone, and many share a name.
 */
async function findSamePerson(
  tx: Queryable,
  shopId: number,
  { name, phone }: Typed,
): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('contacts')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('merged_into', 'is', null)
    .where('phone', '=', phone)
    .where(sql<boolean>`findable(name) = findable(${name})`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Fills an empty phone or email, and links the account. It changes nothing that the shop has written.
 */
async function completeContact(
  tx: Queryable,
  { shopId, contactId, account }: { shopId: number; contactId: string; account: string | null },
  { phone, email }: Typed,
): Promise<string> {
  const isFree = sql<boolean>`not exists (select from contacts o where o.shop_id = ${shopId}
    and o.user_id = ${account} and o.merged_into is null)`
  await tx
    .updateTable('contacts')
    .set({
      phone: sql`coalesce(phone, ${phone})`,
      email: sql`coalesce(email, ${email === '' ? null : email})`,
      user_id: sql`case when user_id is null and ${isFree} then ${account} else user_id end`,
    })
    .where('shop_id', '=', shopId)
    .where('id', '=', contactId)
    .execute()
  return contactId
}

async function addContact(
  tx: Queryable,
  { shopId, account, actorId, at }: { shopId: number; account: string | null; actorId: string; at: Date },
  { name, phone, email }: Typed,
): Promise<string> {
  const id = uuid()
  await tx
    .insertInto('contacts')
    .values({
      id,
      shop_id: shopId,
      name,
      phone,
      email: email === '' ? null : email,
      user_id: account,
      created_at: at,
      created_by: actorId,
    })
    .execute()
  return id
}
