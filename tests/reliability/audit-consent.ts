import type { MoneyWorld } from '../support/money.ts'

/**
 * Paid appointments of which more was charged to the card than the customer agreed to: by the sentence of
 * their latest agreement, or the price of the package without one.
 */
export async function auditConsent({ context }: MoneyWorld, ids: readonly string[]): Promise<string[]> {
  const { rows } = await context.database.pool.query<{ id: string; charged: number; agreed: number }>(
    `select * from (
      select a.id,
        coalesce((select sum(h.captured_cents) from holds h where h.appointment_id = a.id
          and h.status in ('captured', 'refunding', 'refunded') and h.purpose not in ('duplicate', 'fee')), 0)::integer as charged,
        coalesce((select coalesce(g.card_cents, 0) from price_agreements g
          where g.appointment_id = a.id and g.price_cents = a.price_cents and g.ended_at is null
          order by g.agreed_at desc, g.id desc limit 1), a.price_cents) as agreed
      from appointments a where a.id = any($1::uuid[]) and a.state = 'completed') as paid
    where charged > agreed`,
    [ids],
  )
  return rows.map(({ id, charged, agreed }) => `appointment ${id}: ${charged} charged, ${agreed} agreed to`)
}
