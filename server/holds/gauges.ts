import { sql } from 'kysely'
import { closedStatuses } from '../../contract/payments/dispute-states.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import type { Context } from '../context.ts'
import { ageOf, type Reading } from '../telemetry/gauges.ts'
import { outlivesJob } from './hold-facts.ts'
import { isHoldOfPrice } from '../payments/price/extra-purposes.ts'

type Counted = Exclude<HoldHealth['state'], 'none'>

/**
 * Counts the results of `healthOf` for all claimed and booked appointments in the database. The holds in
 * force are read in two halves: each has its own index, and past holds are never read.
 */
export async function countHoldHealth({ database, clock }: Context): Promise<Record<Counted, number>> {
  const now = new Date(clock.now())
  const { rows } = await sql<{ state: Counted; count: number }>`
    select state, count(*)::integer as count from (
      select case
          when a.pays_by = 'link' then 'no_card'
          when a.pays_by = 'at_shop' then 'at_shop'
          when h.capture_before > ${now} and ${outlivesJob}
            then 'live'
          when a.hold_failed_at is not null then 'failed'
          when a.hold_attempted_at is not null
            and not exists (select from holds asked where asked.appointment_id = a.id and asked.status = 'requested')
            and not exists (select from holds was where was.appointment_id = a.id and was.live_at >= a.hold_attempted_at)
            then 'unconfirmed'
          when h.id is not null and coalesce(h.capture_before > ${now}, true) then 'live'
          else 'saved' end as state
      from appointments a
      left join (
        select id, appointment_id, capture_before, purpose from holds where status = 'live'
        union all
        select id, appointment_id, capture_before, purpose from holds where status = 'capturing') h
        on h.appointment_id = a.id and ${isHoldOfPrice}
      where a.state = 'booked'
      union all
      select 'pending' from appointments where state = 'claimed') as known
    group by state`.execute(database.db)
  const none = { pending: 0, live: 0, saved: 0, unconfirmed: 0, failed: 0, no_card: 0, at_shop: 0 }
  return Object.assign(none, Object.fromEntries(rows.map(({ state, count }) => [state, count])))
}

export const holdReadings: Reading[] = [
  {
    gauges: [
      {
        name: 'dashfit_holds',
        help: 'Appointments to come by the health of their hold (pending, live, saved, unconfirmed, failed, no_card, at_shop).',
        label: 'health',
      },
    ],
    read: async (context) => ({ dashfit_holds: await countHoldHealth(context) }),
  },
  {
    gauges: [
      {
        name: 'dashfit_hold_oldest_under_way_seconds',
        help: 'How long the oldest hold has been asked for, charged, given back or released, 0 when none is.',
      },
      {
        name: 'dashfit_card_event_oldest_seconds',
        help: 'The age of the oldest unhandled event of the card provider, 0 when there is none.',
      },
    ],
    read: async ({ database, clock }) => {
      const { rows } = await sql<{ hold: Date | null; event: Date | null }>`
        select
          (select min(changed_at) from holds h where status in ('requested', 'capturing', 'refunding', 'releasing')
            -- A refund waits for the end of a dispute.
            and not (status = 'refunding' and exists (select from disputes d
              where d.hold_id = h.id and d.status <> all(${closedStatuses})))) as hold,
          (select min(received_at) from provider_events where handled_at is null) as event`.execute(
        database.db,
      )
      const now = clock.now()
      return {
        dashfit_hold_oldest_under_way_seconds: ageOf(rows[0]?.hold, now),
        dashfit_card_event_oldest_seconds: ageOf(rows[0]?.event, now),
      }
    },
  },
]
