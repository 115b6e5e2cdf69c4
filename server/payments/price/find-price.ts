import { sql } from 'kysely'
import { priceDueOf, type PriceDue, type PriceFacts } from '../../../contract/payments/day-price.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'

/** The facts of an appointment's price. Under its lock they do not change. */
export async function readPriceFacts(
  db: Queryable,
  { id, price_cents: priceCents }: Pick<AppointmentRow, 'id' | 'price_cents'>,
): Promise<PriceFacts> {
  const { rows } = await sql<Omit<PriceFacts, 'priceCents'>>`
    select
      (select coalesce(json_agg(json_build_object('kind', l.kind, 'amountCents', l.amount_cents) order by l.added_at, l.id), '[]')
        from price_lines l where l.appointment_id = ${id} and l.removed_at is null) as lines,
      (select json_build_object('totalCents', g.total_cents, 'priceCents', g.price_cents)
        from price_agreements g where g.appointment_id = ${id} order by g.agreed_at desc, g.id desc limit 1) as agreement,
      (select coalesce(sum(p.amount_cents), 0)::integer from shop_payments p where p.appointment_id = ${id}) as "paidOtherwiseCents",
      (select coalesce(sum(h.captured_cents), 0)::integer from holds h
        where h.appointment_id = ${id} and h.status in ('captured', 'refunding', 'refunded')
          and h.purpose <> 'duplicate') as "capturedCents"`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('a query without a table has no row')
  return { ...facts, priceCents }
}

/** The amount that is due of an appointment, and whether the customer has agreed to it. */
export async function findPriceDue(
  db: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'price_cents'>,
): Promise<PriceDue> {
  return priceDueOf(await readPriceFacts(db, appointment))
}
