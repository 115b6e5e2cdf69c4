import { v7 as uuid } from 'uuid'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

type Consent = Tables['text_consents']
type Given = Pick<Consent, 'shop_id' | 'phone' | 'contact_id' | 'wording' | 'source' | 'actor_id'>

/** Records a consent to texts (SMS) of a shop. It replaces the one in force for that phone. */
export async function giveTextConsent(tx: Queryable, given: Given, at: Date): Promise<void> {
  await withdrawTextConsent(tx, given, { by: 'replaced', at })
  await tx
    .insertInto('text_consents')
    .values({ ...given, id: uuid(), given_at: at, withdrawn_at: null, withdrawn_by: null })
    .execute()
}

export async function withdrawTextConsent(
  tx: Queryable,
  { shop_id: shopId, phone }: Pick<Consent, 'shop_id' | 'phone'>,
  { by, at }: { by: NonNullable<Consent['withdrawn_by']>; at: Date },
): Promise<void> {
  await tx
    .updateTable('text_consents')
    .set({ withdrawn_at: at, withdrawn_by: by })
    .where('shop_id', '=', shopId)
    .where('phone', '=', phone)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/**
 * Whether a shop may text a phone about an appointment of a contact. A consent of another or an unknown
 * contact does not count: the number may have changed hands.
 */
export async function mayText(
  tx: Queryable,
  { shopId, phone, contactId }: { shopId: number; phone: string; contactId: string | null },
): Promise<boolean> {
  const stop = await tx
    .selectFrom('text_stops')
    .select('phone')
    .where('shop_id', '=', shopId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (stop || contactId === null) return false
  const consent = await tx
    .selectFrom('text_consents as t')
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.shop_id', '=', 't.shop_id').onRef('c.id', '=', 't.contact_id'),
    )
    .select(['t.contact_id', 'c.merged_into'])
    .where('t.shop_id', '=', shopId)
    .where('t.phone', '=', phone)
    .where('t.withdrawn_at', 'is', null)
    .executeTakeFirst()
  return consent !== undefined && [consent.contact_id, consent.merged_into].includes(contactId)
}
