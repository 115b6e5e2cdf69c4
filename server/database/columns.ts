import type { Tables } from './tables.ts'

type ColumnOf<Table extends keyof Tables> = keyof Tables[Table] & string

/** Lists the columns of a table. The compiler reports a missing or unknown column. */
function columnsOf<Table extends keyof Tables>(
  columns: Record<ColumnOf<Table>, true>,
): readonly ColumnOf<Table>[] {
  return Object.keys(columns) as ColumnOf<Table>[]
}

/**
 * All columns of the tables that every booking reads and writes. A statement with named columns is kept
 * prepared. A `select *` must not be: its result changes when a newer version adds a column.
 */
export const holdColumns = columnsOf<'holds'>({
  id: true,
  appointment_id: true,
  shop_id: true,
  amount_cents: true,
  payment_method_id: true,
  attempt: true,
  provider_intent_id: true,
  status: true,
  purpose: true,
  package_id: true,
  live_at: true,
  capture_cents: true,
  card_brand: true,
  card_last_four: true,
  card_wallet: true,
  consent_button: true,
  consent_text: true,
  replaces_card: true,
  asked_until: true,
  looked_at: true,
  changed_at: true,
  capture_before: true,
  is_extended: true,
  can_increment: true,
  overcapture_cents: true,
  captured_cents: true,
  refunded_cents: true,
  fee_cents: true,
  refusal_sentence: true,
  refusal_is_final: true,
  created_at: true,
  settled_at: true,
})

export const appointmentColumns = columnsOf<'appointments'>({
  id: true,
  shop_id: true,
  bay_id: true,
  customer_id: true,
  package_id: true,
  price_cents: true,
  starts_at: true,
  ends_at: true,
  state: true,
  technician_id: true,
  claim_expires_at: true,
  customer_name: true,
  customer_email: true,
  customer_phone: true,
  vehicle_year: true,
  vehicle_make: true,
  vehicle_model: true,
  vehicle_vin: true,
  sequence: true,
  created_at: true,
  hold_attempted_at: true,
  hold_failed_at: true,
  card_link_until: true,
  cancellation_reason: true,
  reminded_of: true,
  reminded_soon_of: true,
  confirmed_of: true,
  confirmed_at: true,
  confirmed_by: true,
  confirmation_actor_id: true,
  search_text: true,
  contact_id: true,
  find_text: true,
  hours_waived: true,
  pays_by: true,
  card_due_at: true,
  booked_by: true,
  fitment_override: true,
  payer_id: true,
  work_state: true,
  cancel_fee_cents: true,
  cancel_fee_from: true,
})

export const packageColumns = columnsOf<'packages'>({
  id: true,
  name: true,
  price_cents: true,
  shortest_minutes: true,
  duration_minutes: true,
  main_feature: true,
  features: true,
  image_url: true,
})
