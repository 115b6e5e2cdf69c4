import { sql } from 'kysely'
import { priceDueOf, type PriceDue, type PriceFacts } from '../../../contract/payments/day-price.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'

type RowFacts = Omit<PriceFacts, 'priceCents'>

/** The latest agreement of an appointment `a` of the query. */
export const agreementFacts = sql<RowFacts['agreement']>`(
  select json_build_object('totalCents', g.total_cents, 'priceCents', g.price_cents,
    'tipCents', (select coalesce(sum((line ->> 'amountCents')::integer), 0)
      from jsonb_array_elements(g.lines) as line where line ->> 'kind' = 'tip'))
  from price_agreements g where g.appointment_id = a.id and g.ended_at is null order by g.agreed_at desc, g.id desc limit 1)`

/** The facts of the price of an appointment `a` of the query, beside the price of its package. */
export const priceFacts = sql<RowFacts>`json_build_object(
  'lines', (select coalesce(json_agg(json_build_object('kind', l.kind, 'amountCents', l.amount_cents) order by l.added_at, l.id), '[]')
    from price_lines l where l.appointment_id = a.id and l.removed_at is null),
  'agreement', ${agreementFacts},
  'paidOtherwiseCents', (select coalesce(sum(p.amount_cents), 0) from shop_payments p where p.appointment_id = a.id),
  'capturedCents', (select coalesce(sum(h.captured_cents), 0) from holds h
    where h.appointment_id = a.id and h.status in ('captured', 'refunding', 'refunded') and h.purpose <> 'duplicate'))`

/** The facts of an appointment's price. Under its lock they do not change. */
export async function readPriceFacts(
  db: Queryable,
  { id, price_cents: priceCents }: Pick<AppointmentRow, 'id' | 'price_cents'>,
): Promise<PriceFacts> {
  const { rows } = await sql<{ facts: RowFacts }>`
    select ${priceFacts} as facts from (select ${id}::uuid as id) as a`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query of one value has a row')
  return { ...row.facts, priceCents }
}

/** The amount that is due of an appointment, and whether the customer has agreed to it. */
export async function findPriceDue(
  db: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'price_cents'>,
): Promise<PriceDue> {
  return priceDueOf(await readPriceFacts(db, appointment))
}
