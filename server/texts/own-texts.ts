import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** The phones of a customer at shops, as a condition on a table `t`. */
function isOwn(customerId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from appointments a
    where a.customer_id = ${customerId} and a.shop_id = t.shop_id and a.customer_phone = t.phone)`
}

/** Whether a consent `t` is a customer's: given with the box, or for their contact at a shop. */
function isOwnConsent(customerId: string): RawBuilder<boolean> {
  return sql<boolean>`(t.source = 'checkbox' and t.actor_id = ${customerId} or (t.shop_id, t.contact_id) in (
    select a.shop_id, a.contact_id from appointments a where a.customer_id = ${customerId}))`
}

/** The text messages (SMS) of a customer, and their consents, oldest first. */
export async function exportTexts(db: Queryable, customerId: string): Promise<object> {
  const messages = await db
    .selectFrom('texts as t')
    .select(['t.direction', 't.phone', 't.body', 't.state', 't.created_at', 't.sent_at'])
    .where((where) =>
      where(
        't.appointment_id',
        'in',
        where.selectFrom('appointments').select('id').where('customer_id', '=', customerId),
      ),
    )
    .orderBy('t.created_at')
    .execute()
  const consents = await db
    .selectFrom('text_consents as t')
    .innerJoin('shops as s', 's.id', 't.shop_id')
    .select(['s.business_name', 't.phone', 't.wording', 't.source', 't.given_at', 't.withdrawn_at'])
    .where(isOwnConsent(customerId))
    .orderBy('t.given_at')
    .execute()
  const stops = await db
    .selectFrom('text_stops as t')
    .innerJoin('shops as s', 's.id', 't.shop_id')
    .select(['s.business_name', 't.phone', 't.stopped_at'])
    .where(isOwn(customerId))
    .execute()
  return {
    messages: messages.map(({ created_at: at, sent_at: sentAt, ...text }) => {
      return { ...text, writtenAt: at.toISOString(), sentAt: sentAt?.toISOString() ?? null }
    }),
    consents: consents.map(({ business_name: shop, given_at: at, withdrawn_at: until, ...consent }) => {
      return { shop, ...consent, givenAt: at.toISOString(), withdrawnAt: until?.toISOString() ?? null }
    }),
    stopped: stops.map(({ business_name: shop, phone, stopped_at: at }) => {
      return { shop, phone, at: at.toISOString() }
    }),
  }
}

/** Deletes a customer's texts and consents. A phone that replied STOP stays stopped. */
export async function forgetTexts(tx: Queryable, customerId: string): Promise<void> {
  await sql`delete from texts t where ${isOwn(customerId)}
    or t.appointment_id in (select id from appointments where customer_id = ${customerId})`.execute(tx)
  await sql`delete from text_consents t where ${isOwnConsent(customerId)}`.execute(tx)
  // A desk person leaves the consents that they recorded.
  await sql`update text_consents set actor_id = null where actor_id = ${customerId}`.execute(tx)
}
