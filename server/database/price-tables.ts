import type { ColumnType, Generated } from 'kysely'
import type { PriceLineKind } from '../../contract/payments/day-price.ts'

/** A jsonb column: read as a value, written as its JSON text. */
type Json = ColumnType<unknown, string, string>

/** The tables of the price on the day (`050-price-on-the-day.sql`). */
export type PriceTables = {
  price_lines: {
    shop_id: number
    id: string
    appointment_id: string
    kind: PriceLineKind
    description: string
    amount_cents: number
    added_at: Date
    actor_id: string | null
    removed_at: Date | null
    removed_by: string | null
  }
  price_agreements: {
    shop_id: number
    id: Generated<string>
    appointment_id: string
    total_cents: number
    price_cents: number
    lines: Json
    signer_name: string
    wording: string
    strokes: Json
    agreed_at: Date
    agreed_via: 'shop' | 'link'
    actor_id: string | null
    /** With a change of the package. */
    ended_at: Date | null
    /** What the sentence says is charged to the card; null where it names none. */
    card_cents: number | null
  }
  refunds: {
    shop_id: number
    id: string
    appointment_id: string
    hold_id: string
    amount_cents: number
    reason: string
    status: Generated<'requested' | 'made' | 'dropped'>
    provider_refund_id: string | null
    attempt: Generated<number>
    requested_at: Date
    rests_until: Date | null
    settled_at: Date | null
    actor_id: string | null
  }
  hold_increments: {
    shop_id: number
    id: Generated<string>
    appointment_id: string
    hold_id: string
    to_cents: number
    status: Generated<'requested' | 'raised' | 'declined' | 'not_raised'>
    requested_at: Date
    settled_at: Date | null
    actor_id: string | null
  }
  taxable_shares: { shop_id: number; package_id: number; percent: number }
  sales_taxes: {
    shop_id: number
    appointment_id: string
    tax_rate: number
    taxable_percent: number
    set_at: Date
  }
}
