/** The tables of `053-payouts.sql`. Days are 'YYYY-MM-DD'. */
export type PayoutTables = {
  payouts: {
    shop_id: number
    id: string
    /** The first day of the statement's month. */
    month: string
    kind: 'payment' | 'correction'
    amount_cents: number
    paid_on: string
    reference: string
    reason: string | null
    recorded_at: Date
    actor_id: string | null
  }
}
