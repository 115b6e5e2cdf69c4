import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../database/open-database.ts'

const domain = 'guest.invalid'

/**
 * An address for the row of a person without an account, in a domain without a mail server (RFC 2606).
 */
function newGuestAddress(): string {
  return `guest-${randomBytes(9).toString('hex')}@${domain}`
}

type Guest = { shopId: number; contactId: string; name: string; email: string | null }

/**
 * The customer of an appointment that a shop books for a contact without an account: a user's row without a
 * login. A contact has at most one that no account claimed. Call it under the shop's lock.
 */
export async function findOrAddGuest(
  tx: Queryable,
  { shopId, contactId, name, email }: Guest,
  at: Date,
): Promise<string> {
  const known = await tx
    .updateTable('guests')
    .set({ email: sql`coalesce(${email}, email)` })
    .where('shop_id', '=', shopId)
    .where('contact_id', '=', contactId)
    .where('claimed_by', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (known) return known.user_id
  const id = uuid()
  await tx
    .insertInto('users')
    .values({ id, name, email: newGuestAddress(), email_verified: false, image: null, role: 'customer' })
    .execute()
  await tx
    .insertInto('guests')
    .values({ shop_id: shopId, user_id: id, contact_id: contactId, email, claimed_by: null, created_at: at })
    .execute()
  return id
}

/**
 * The account whose proven address this is; null without one, and for an address of staff.
 */
export async function findAccountOf(tx: Queryable, email: string): Promise<string | null> {
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .where('role', '=', 'customer')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return account?.id ?? null
}

/**
 * The account, locked against its deletion; null for none and a disabled one.
 */
export async function findActiveAccount(tx: Queryable, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return account?.id ?? null
}

/**
 * Gives an account the appointments that shops booked for its proven address. A hold stays with the record at
 * the card provider on which it was placed.
 */
export async function claimGuestAppointments(tx: Queryable, userId: string): Promise<void> {
  const { rows: guests } = await sql<{
    user_id: string
    shop_id: number
    contact_id: string | null
    email: string
  }>`
    select g.user_id, g.shop_id, g.contact_id, g.email from guests g join users u on u.email = g.email
      where u.id = ${userId} and u.email_verified and u.role = 'customer' and u.disabled_at is null
        and g.claimed_by is null
      order by g.shop_id, g.user_id`.execute(tx)
  for (const guest of guests) {
    await tx
      .selectFrom('appointments')
      .select('id')
      .where('customer_id', '=', guest.user_id)
      .orderBy('id')
      .forUpdate()
      .execute()
    await sql`
      update appointments set payer_id = customer_id, customer_id = ${userId}
        where customer_id = ${guest.user_id} and lower(customer_email) = ${guest.email}`.execute(tx)
    await sql`
      update guests set claimed_by = ${userId} where user_id = ${guest.user_id} and claimed_by is null
        and not exists (select from appointments where customer_id = ${guest.user_id})`.execute(tx)
    // Another contact of the shop may be this account's already; then the shop merges them.
    await sql`
      update contacts c set user_id = ${userId}
        where c.shop_id = ${guest.shop_id} and c.id = ${guest.contact_id} and c.user_id is null
          and c.merged_into is null and not exists (select from contacts o
            where o.shop_id = c.shop_id and o.user_id = ${userId} and o.merged_into is null)`.execute(tx)
  }
}

/**
 * Whether a shop booked something for an address that an account has not taken over yet.
 */
export async function hasGuestAppointments(db: Queryable, email: string): Promise<boolean> {
  const guest = await db
    .selectFrom('guests')
    .select('user_id')
    .where('email', '=', email)
    .where('claimed_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return guest !== undefined
}
