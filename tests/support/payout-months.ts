import { v7 as uuid } from 'uuid'
import type { StatementMovement } from '../../contract/admin/payout-statement.ts'
import type { Pool } from 'pg'

/** A movement of a shop's money. `at` is an instant. */
export type Moved = { movement: StatementMovement; cents: number; at: string; name?: string }

const withoutHold: readonly string[] = [
  'paid_otherwise',
  'paid_otherwise_in_part',
  'returned_at_shop',
  'tax_collected',
  'tax_returned',
]

/** Writes movements of a shop into the ledger, each about an appointment that is there only for it. */
export async function writeMovements(pool: Pool, shopId: number, moved: readonly Moved[]): Promise<void> {
  const rows = moved.map(({ name = 'Casey Rivera', ...row }) => ({
    ...row,
    name,
    appointment: uuid(),
    hold: withoutHold.includes(row.movement) ? null : uuid(),
  }))
  const records = `json_to_recordset($2) as m(appointment uuid, hold uuid, movement text, cents integer, at timestamptz, name text)`
  const values = [shopId, JSON.stringify(rows)]
  await pool.query(
    `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, customer_name, customer_email,
       customer_phone, vehicle_year, vehicle_make, vehicle_model, starts_at, ends_at, state, created_at)
     select m.appointment, $1::integer, (select min(id) from bays where shop_id = $1::integer),
       (select min(id) from users where role = 'customer'),
       1, 49900, m.name, 'casey@example.test', '6265550142', 2016, 'BMW', 'X5', m.at, m.at + interval '1 hour',
       'cancelled', m.at from ${records}`,
    values,
  )
  await pool.query(
    `insert into holds (id, appointment_id, shop_id, purpose, amount_cents, status, payment_method_id, created_at, changed_at)
     select m.hold, m.appointment, $1::integer, 'booking', m.cents, 'captured', 'pm_none', m.at, m.at
     from ${records} where m.hold is not null`,
    values,
  )
  await pool.query(
    `insert into ledger (appointment_id, shop_id, hold_id, movement, amount_cents, recorded_at)
     select m.appointment, $1::integer, m.hold, m.movement, m.cents, m.at from ${records}`,
    values,
  )
}
