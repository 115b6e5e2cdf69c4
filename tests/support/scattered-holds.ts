import { randomUUID } from 'node:crypto'
import { chanceOf } from '../reliability/chance.ts'
import type { World } from './start-world.ts'

const hourMs = 3_600_000
const count = 150
/** Far from all other bookings. */
const startsAfterHours = 4000
const copied =
  'customer_id, shop_id, bay_id, package_id, price_cents, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at'

/**
 * Adds appointments with holds in every state and at every point of their time, otherwise copies of one
 * appointment.
 */
export async function scatterHolds({ context }: World, like: string): Promise<void> {
  const chance = chanceOf(7)
  const at = (hours: number | null): string | null =>
    hours === null ? null : new Date(context.clock.now() + hours * hourMs).toISOString()
  const appointments = Array.from({ length: count }, (_, place) => {
    const state = chance.pick(['booked', 'booked', 'booked', 'claimed', 'completed', 'cancelled'])
    return {
      id: randomUUID(),
      state,
      starts: startsAfterHours + place * 5,
      starts_at: at(startsAfterHours + place * 5),
      claimed: state === 'claimed' ? at(0.1) : null,
      attempted: at(chance.pick([null, null, -1, -30])),
      failed: at(chance.pick([null, null, null, -2])),
    }
  })
  const holds = appointments.flatMap(({ id, starts }) => {
    const ends = starts + 3
    const inForce = chance.pick([null, 'live', 'live', 'capturing', 'lapsed', 'released'])
    const asked = chance.pick([null, null, 'requested', 'declined'])
    return [inForce, asked]
      .filter((status) => status !== null)
      .map((status) => ({
        appointment_id: id,
        status,
        until: at(chance.pick([null, -1, 1, ends + 23, ends + 25, starts + 9000])),
        live_at: at(status === asked ? null : chance.pick([-40, -10, -0.5])),
      }))
  })
  await context.database.pool.query(
    `insert into appointments (id, ${copied}, state, starts_at, ends_at, claim_expires_at, hold_attempted_at, hold_failed_at)
     select r.id, ${copied}, r.state, r.starts_at, r.starts_at + interval '3 hours', claimed, attempted, failed
     from (select ${copied} from appointments where id = $1) like_this, json_to_recordset($2) as r(id uuid, state text,
       starts_at timestamptz, claimed timestamptz, attempted timestamptz, failed timestamptz)`,
    [like, JSON.stringify(appointments)],
  )
  await context.database.pool.query(
    `insert into holds (id, appointment_id, amount_cents, payment_method_id, status, capture_before, live_at, created_at, changed_at)
     select gen_random_uuid(), appointment_id, 100, 'pm_card', status, until, live_at, now(), now()
     from json_to_recordset($1) as r(appointment_id uuid, status text, until timestamptz, live_at timestamptz)`,
    [JSON.stringify(holds)],
  )
}
