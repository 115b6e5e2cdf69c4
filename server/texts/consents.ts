import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { spokenConsentWording } from '../../contract/texts/consent.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
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

/** Records the yes of a caller to the sentence that the desk reads out. */
export async function giveSpokenConsent(
  tx: Queryable,
  appointment: Pick<AppointmentRow, 'shop_id' | 'customer_phone' | 'contact_id'>,
  { actorId, at }: { actorId: string; at: Date },
): Promise<void> {
  const consent = {
    shop_id: appointment.shop_id,
    phone: appointment.customer_phone,
    contact_id: appointment.contact_id,
    wording: spokenConsentWording,
    source: 'spoken' as const,
    actor_id: actorId,
  }
  await giveTextConsent(tx, consent, at)
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

type Person = { shopId: number; phone: string }

/** Whether a phone replied STOP to a shop. */
export async function isStopped(tx: Queryable, { shopId, phone }: Person): Promise<boolean> {
  const stop = await tx
    .selectFrom('text_stops')
    .select('phone')
    .where('shop_id', '=', shopId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return stop !== undefined
}

/**
 * The consent in force of a contact for a phone. One of another or an unknown contact does not count: the
 * number may have changed hands.
 */
export async function findConsent(
  tx: Queryable,
  { shopId, phone, contactId }: Person & { contactId: string | null },
): Promise<Pick<Consent, 'source' | 'given_at'> | null> {
  if (contactId === null) return null
  const consent = await tx
    .selectFrom('text_consents as t')
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.shop_id', '=', 't.shop_id').onRef('c.id', '=', 't.contact_id'),
    )
    .select(['t.contact_id', 'c.merged_into', 't.source', 't.given_at'])
    .where('t.shop_id', '=', shopId)
    .where('t.phone', '=', phone)
    .where('t.withdrawn_at', 'is', null)
    .executeTakeFirst()
  return consent && [consent.contact_id, consent.merged_into].includes(contactId) ? consent : null
}

/** Whether a shop may text a phone about an appointment of a contact. */
export async function mayText(
  tx: Queryable,
  person: Person & { contactId: string | null },
): Promise<boolean> {
  return !(await isStopped(tx, person)) && (await findConsent(tx, person)) !== null
}

/** Whether the customer of an appointment `a` agreed to texts of its shop, as `mayText` asks. */
export const agreesToTexts = sql<boolean>`(
  exists (select from text_consents t left join contacts c on c.shop_id = t.shop_id and c.id = t.contact_id
    where t.shop_id = a.shop_id and t.phone = a.customer_phone and t.withdrawn_at is null
      and a.contact_id in (t.contact_id, c.merged_into))
  and not exists (select from text_stops x where x.shop_id = a.shop_id and x.phone = a.customer_phone))`
