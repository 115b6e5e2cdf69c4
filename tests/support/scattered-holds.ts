import { chanceOf } from '../battery/chance.ts'
import type { World } from './start-world.ts'

const hourMs = 3_600_000

/** Appointments around the present with holds in every state and at every point of their time, all like the one that is there. */
export async function scatterHolds({ context }: World, like: string, count = 120): Promise<void> {
  const chance = chanceOf(7)
  const now = context.clock.now()
  const at = (hours: number | null): string | null =>
    hours === null ? null : new Date(now + hours * hourMs).toISOString()
  const copied =
    'customer_id, shop_id, bay_id, package_id, price_cents, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at'
  for (let place = 0; place < count; place++) {
    const startsIn = (place - count / 2) * 5 + 0.5
    const state = chance.pick(['booked', 'booked', 'booked', 'claimed', 'completed', 'cancelled'])
    const attempted = chance.pick([null, null, -1, -30])
    const failed = chance.pick([null, null, null, -2])
    const { rows } = await context.database.pool.query<{ id: string }>(
      `insert into appointments (id, ${copied}, state, starts_at, ends_at, claim_expires_at, hold_attempted_at, hold_failed_at)
       select gen_random_uuid(), ${copied}, $2, $3::timestamptz, $3::timestamptz + interval '3 hours', $4, $5, $6
       from appointments where id = $1 returning id`,
      [like, state, at(startsIn + 4000), state === 'claimed' ? at(0.1) : null, at(attempted), at(failed)],
    )
    const holds = [
      chance.pick([null, 'live', 'live', 'capturing', 'lapsed', 'released']),
      chance.pick([null, null, 'requested', 'declined']),
    ]
    for (const status of holds) {
      if (status === null) continue
      const until = chance.pick([null, -1, 1, startsIn + 4000 + 3 + 23, startsIn + 4000 + 3 + 25, 9000])
      const liveAt = status === 'declined' || status === 'requested' ? null : chance.pick([-40, -10, -0.5])
      await context.database.pool.query(
        `insert into holds (id, appointment_id, amount_cents, payment_method_id, status, capture_before, live_at, created_at, changed_at)
         values (gen_random_uuid(), $1, 100, 'pm_card', $2, $3, $4, $5, $5)`,
        [rows[0]?.id, status, at(until), at(liveAt), at(-50)],
      )
    }
  }
}
