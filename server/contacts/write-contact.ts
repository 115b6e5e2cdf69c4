import { v7 as uuid } from 'uuid'
import type { ContactChange, NewContact } from '../../contract/contacts/contacts.ts'
import { usPhoneDigits } from '../../contract/booking/us-phone.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { requireShop, requireStillInScope, type Actor } from '../identity/sessions/shop-scope.ts'
import { lockContact } from './find-contact.ts'

/** The ten digits to store. The schema has refused every other text. */
export function phoneDigits(typed: string | null): string | null {
  return typed === null ? null : (usPhoneDigits(typed) ?? refuse('malformed', { field: 'phone' }))
}

/**
 * Adds a contact that the shop typed, and returns its id. A phone or an email that another contact has is
 * accepted: the page of each offers to merge them. Refuses a missing shop and one out of scope as
 * `not_found`.
 */
export async function addContact(
  context: Context,
  actor: Actor,
  { shopId, name, phone, email }: NewContact,
): Promise<string> {
  const { database, clock } = context
  const id = uuid()
  await database.transaction(async (tx) => {
    const shop = await requireShop(tx, actor.scope, shopId)
    await requireStillInScope(tx, actor.scope, shop.id)
    await tx
      .insertInto('contacts')
      .values({
        id,
        shop_id: shop.id,
        name,
        phone: phoneDigits(phone ?? null),
        email: email ?? null,
        created_at: new Date(clock.now()),
        created_by: actor.id,
      })
      .execute()
  })
  return id
}

/** Changes the given fields of a contact. Its appointments keep the contact that they were booked with. */
export async function changeContact(
  { database }: Context,
  actor: Actor,
  id: string,
  { name, phone, email }: ContactChange,
): Promise<void> {
  await database.transaction(async (tx) => {
    const contact = await lockContact(tx, actor.scope, id)
    await tx
      .updateTable('contacts')
      .set({
        name: name ?? contact.name,
        phone: phone === undefined ? contact.phone : phoneDigits(phone),
        email: email === undefined ? contact.email : email,
      })
      .where('shop_id', '=', contact.shop_id)
      .where('id', '=', contact.id)
      .execute()
  })
}
