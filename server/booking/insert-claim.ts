import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'

/** The columns that an order sets. The sequence is 0. */
export type NewClaim = Pick<
  AppointmentRow,
  | 'id'
  | 'shop_id'
  | 'bay_id'
  | 'customer_id'
  | 'package_id'
  | 'price_cents'
  | 'starts_at'
  | 'ends_at'
  | 'claim_expires_at'
  | 'customer_name'
  | 'customer_email'
  | 'customer_phone'
  | 'vehicle_year'
  | 'vehicle_make'
  | 'vehicle_model'
  | 'vehicle_vin'
  | 'created_at'
  | 'contact_id'
> &
  Partial<DeskColumns & FeeColumns>

/**
 * The columns that an order of the shop sets; without them a customer ordered, and the state is `claimed`.
 */
type DeskColumns = Pick<
  AppointmentRow,
  'state' | 'pays_by' | 'card_due_at' | 'booked_by' | 'fitment_override' | 'hours_waived'
>

/** The fee that the customer agreed to; null for none. */
type FeeColumns = Pick<AppointmentRow, 'cancel_fee_cents' | 'cancel_fee_from'>

/** The customer's idempotency key and the digest of its order. */
export type OrderRequestKey = { key: string; digest: string }

/**
 * Inserts a claimed appointment, its network, and the order request of its idempotency key. Refuses as
 * `not_signed_in` once the customer's account is gone, and as `slot_taken` when another transaction took the
 * bay without the shop's lock: the exclusion constraint never lets two in. A key that is inserted twice at
 * once breaks `order_requests_pkey`.
 */
export async function insertClaim(
  tx: Queryable,
  claim: NewClaim,
  { request, network }: { request: OrderRequestKey | null; network: string | null },
): Promise<void> {
  // `for key share` waits for an account that is being deleted.
  const { rows } = await sql<{ isClaimed: boolean; isCustomer: boolean }>`
    with customer as (
      select id from users where id = ${claim.customer_id} and disabled_at is null for key share),
    claimed as (
      insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at,
          state, claim_expires_at, customer_name, customer_email, customer_phone,
          vehicle_year, vehicle_make, vehicle_model, vehicle_vin, sequence, created_at, contact_id,
          pays_by, card_due_at, booked_by, fitment_override, hours_waived,
          cancel_fee_cents, cancel_fee_from)
        select ${claim.id}, ${claim.shop_id}, ${claim.bay_id}, customer.id, ${claim.package_id},
          ${claim.price_cents}, ${claim.starts_at}, ${claim.ends_at}, ${claim.state ?? 'claimed'}, ${claim.claim_expires_at},
          ${claim.customer_name}, ${claim.customer_email}, ${claim.customer_phone}, ${claim.vehicle_year},
          ${claim.vehicle_make}, ${claim.vehicle_model}, ${claim.vehicle_vin}, 0, ${claim.created_at}, ${claim.contact_id},
          ${claim.pays_by ?? 'card'}, ${claim.card_due_at ?? null}, ${claim.booked_by ?? null},
          ${claim.fitment_override ?? null}, ${claim.hours_waived ?? false},
          ${claim.cancel_fee_cents ?? null}::integer, ${claim.cancel_fee_from ?? null}::timestamptz
        from customer
        on conflict do nothing
        returning id, shop_id, customer_id, created_at),
    requested as (
      insert into order_requests (customer_id, idempotency_key, order_digest, created_at, appointment_id, shop_id)
        select coalesce(${claim.booked_by ?? null}, customer_id), ${request?.key ?? null}, ${request?.digest ?? null}, created_at, id, shop_id
        from claimed where ${request !== null}),
    networked as (
      insert into claim_networks (appointment_id, customer_id, network, claimed_at)
        select id, customer_id, ${network}, created_at from claimed where ${network !== null})
    select exists (select from claimed) as "isClaimed", exists (select from customer) as "isCustomer"`.execute(
    tx,
  )
  const [inserted] = rows
  if (!inserted?.isCustomer) refuse('not_signed_in')
  if (!inserted.isClaimed) refuse('slot_taken', { field: 'date' })
}
