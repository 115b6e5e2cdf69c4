import { sql } from 'kysely'

/** The latest link to agree to the price of an appointment `a` of the query, by mail or by text. */
export const askedToAgreeAt = sql<Date | null>`(
  select max(asked.at) from (
    select o.created_at as at from outbox o
    where o.payload ->> 'appointmentId' = a.id::text and o.kind = 'price_to_agree'
    union all
    select t.created_at from texts t
    where t.shop_id = a.shop_id and t.appointment_id = a.id and t.kind = 'price') asked)`

/** Whether the customer of an appointment `a` got a link since the price changed or was agreed to. */
export const isAskedToAgree = sql<boolean>`(
  ${askedToAgreeAt} is not null and ${askedToAgreeAt} >= all (
    select l.added_at from price_lines l where l.appointment_id = a.id and l.removed_at is null
    union all
    select g.agreed_at from price_agreements g where g.appointment_id = a.id))`
