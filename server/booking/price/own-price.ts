import { sql } from 'kysely'
import type { CustomerAppointment } from '../../../contract/booking/appointments.ts'
import { priceDueOf, type PriceFacts } from '../../../contract/payments/day-price.ts'
import { taxOfTotal, type TaxTerms } from '../../../contract/payments/sales-tax.ts'

type OwnDayPrice = NonNullable<CustomerAppointment['dayPrice']>
export type OwnPriceRow = Pick<OwnDayPrice, 'lines' | 'refunds'> & {
  terms: TaxTerms | null
}

/** The lines, partial refunds and tax of an appointment `a`, for its customer. */
export const ownPrice = sql<OwnPriceRow>`json_build_object(
  'lines', (select coalesce(json_agg(json_build_object('kind', l.kind, 'description', l.description, 'amountCents', l.amount_cents)
      order by l.added_at, l.id), '[]')
    from price_lines l where l.appointment_id = a.id and l.removed_at is null),
  'refunds', (select coalesce(json_agg(json_build_object('amountCents', r.amount_cents, 'reason', r.reason, 'at', r.requested_at,
      'isMade', r.status = 'made') order by r.requested_at, r.id), '[]')
    from refunds r where r.appointment_id = a.id and r.status in ('requested', 'made')),
  'terms', (select json_build_object('taxRate', t.tax_rate, 'taxablePercent', t.taxable_percent)
    from sales_taxes t where t.shop_id = a.shop_id and t.appointment_id = a.id))`

/**
 * Undefined where the price is that of the package, paid by card alone and without tax, and nothing was
 * refunded in part.
 */
export function dayPriceOf(
  { terms, ...row }: OwnPriceRow,
  facts: PriceFacts,
): CustomerAppointment['dayPrice'] {
  const { paidOtherwiseCents } = facts
  const isPlain = row.lines.length === 0 && row.refunds.length === 0 && paidOtherwiseCents === 0
  if (isPlain && terms === null) return undefined
  const { totalCents, agreedCents, dueCents } = priceDueOf(facts)
  return {
    ...row,
    paidOtherwiseCents,
    totalCents,
    agreedCents,
    dueCents,
    taxCents: terms === null ? null : taxOfTotal(terms, facts),
  }
}
